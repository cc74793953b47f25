// Package pair sees to it that every tool call has exactly one result, where
// the format's wire rule wants it: the stage of tr-pair.
//
// The input is read to its end before the first byte is written. Lines are
// mended by package mend, their records seen through package dialect and
// paired: by frames (frames.go) where a result belongs to the message before
// it, by id (items.go) for Codex and the Responses API. Linked formats are read
// along their live path (index.go, live.go, chain.go). What is found becomes a
// plan (decide.go, place.go), which is carried out record by record (apply.go,
// render.go) and checked on the way.
package pair

import (
	"errors"
	"fmt"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
)

// Missing says what happens to a call without a result.
type Missing uint8

const (
	InjectMissing Missing = iota
	StripMissing
	KeepMissing
)

// Tail says what happens to calls at the end of their thread.
type Tail uint8

const (
	RepairTail Tail = iota
	KeepTail
)

// Orphans says what happens to results without a call.
type Orphans uint8

const (
	DropOrphans Orphans = iota
	TextOrphans
	KeepOrphans
)

// Duplicates says what happens to a second call of one id in one message.
type Duplicates uint8

const (
	FirstDuplicate Duplicates = iota
	RenameDuplicates
	KeepDuplicates
)

// Options choose what is repaired. Default returns the usual ones.
type Options struct {
	Mend       bool
	Relink     bool
	Missing    Missing
	Tail       Tail
	Orphans    Orphans
	Duplicates Duplicates
	AssumeLost bool // what is missing is lost, even if unreadable lines may hold it

	SyntheticText string // of a result that is put in; "" for dialect.Lost
	ErrorFlag     bool   // marks such a result as an error, where the format can
}

// Default returns the options of tr-pair without flags.
func Default() Options { return Options{Mend: true, Relink: true, ErrorFlag: true} }

// Stage is the stage. It pushes nothing before Close.
type Stage struct {
	opt   Options
	job   transcript.Job
	spool *transcript.Spool
	size  int64
	an    *analysis
	eol   string
	done  summary
}

// New returns a stage for one input. Without job.Source what is pushed is
// spooled.
func New(o Options, job transcript.Job) *Stage {
	s := &Stage{opt: o, job: job, done: summary{}}
	if s.job.MaxLine <= 0 {
		s.job.MaxLine = transcript.DefaultMaxLine
	}
	if job.Source == nil {
		s.spool = new(transcript.Spool)
		s.job.Source = s.spool
	}
	s.an = newAnalysis(&s.opt, &s.job, newSource(s.job.Source, dialect.Named(job.Dialect), o.SyntheticText))
	return s
}

// Push reads a record.
func (s *Stage) Push(r *transcript.Record) error {
	if s.spool != nil {
		if _, err := s.spool.Write(r.Raw); err != nil {
			return err
		}
	}
	if s.size == 0 {
		s.eol = "\n"
		if strings.HasSuffix(string(r.Raw[max(0, len(r.Raw)-2):]), "\r\n") {
			s.eol = "\r\n"
		}
	}
	s.size = r.Offset + int64(len(r.Raw))
	s.an.lines.Push(r)
	if s.job.Strict && len(s.an.unread) > 0 {
		return s.stop()
	}
	return nil
}

// Unreadable is the error of a strict run that meets a line it cannot read.
type Unreadable struct{ Findings []transcript.Finding }

func (e *Unreadable) Error() string { return "stopped at an unreadable line" }

// ExitCode is the command's exit code for the error.
func (e *Unreadable) ExitCode() int { return 1 }

func (s *Stage) stop() error {
	list := s.an.settleFindings()
	for _, f := range list {
		s.job.Report(f)
	}
	return &Unreadable{list}
}

// Flush does nothing: records are read again when they are written.
func (s *Stage) Flush() error { return nil }

// Close decides what to do, reports it, and pushes the repaired transcript.
func (s *Stage) Close() error {
	if s.spool != nil {
		defer s.spool.Close()
	}
	s.an.finish()
	if err := s.an.src.err; err != nil {
		return &transcript.ReadError{Err: err}
	}
	if s.job.Strict && len(s.an.unread) > 0 {
		return s.stop()
	}
	if err := s.verify(); err != nil {
		return err
	}
	s.report()
	if err := s.applier(s.job.Next).run(); err != nil {
		return err
	}
	return s.job.Next.Close()
}

// report reports the findings and rejects in the order of the input.
func (s *Stage) report() {
	list := s.an.settleFindings()
	for i, f := range list {
		if f.Counts() {
			s.done[f.Action]++
		}
		s.job.Report(f)
		if s.an.plan.findings[i].reject && s.job.Reject != nil {
			raw := s.an.src.bytes(f.Offset, f.Offset+f.Length)
			s.job.Reject(transcript.Reject{File: f.File, Line: f.Line, Offset: f.Offset, Code: f.Code, Raw: raw})
		}
	}
}

// ErrInvariant means that a repaired transcript would still break the rules.
// That is a bug here: nothing is written.
var ErrInvariant = errors.New("the repaired transcript would still be broken; nothing was written, please report this")

// verify carries out the plan on the side and looks at the result as if it were
// an input: nothing may be left to do.
func (s *Stage) verify() error {
	if len(s.an.plan.edits)+len(s.an.plan.regions) == 0 {
		return nil
	}
	job := s.job
	job.Source = nil
	check := &Stage{opt: s.opt, job: job, spool: &transcript.Spool{Memory: 1 << 20}, done: summary{}}
	defer check.spool.Close()
	check.job.Source = check.spool
	check.an = newAnalysis(&check.opt, &check.job, newSource(check.spool, dialect.Named(job.Dialect), s.opt.SyntheticText))
	if err := s.applier(&numberer{next: check}).run(); err != nil {
		return err
	}
	check.an.finish()
	if err := check.an.src.err; err != nil {
		return err
	}
	for _, f := range check.an.plan.findings {
		if f.action != transcript.Keep {
			return fmt.Errorf("%w (%s is left, %s)", ErrInvariant, f.code, f.why)
		}
	}
	return nil
}

// numberer gives the records that an applier pushes the offsets that they have
// in its output, and cuts them into lines.
type numberer struct {
	next   *Stage
	offset int64
}

func (n *numberer) Push(r *transcript.Record) error {
	for raw := r.Raw; len(raw) > 0; {
		end := len(raw)
		if i := strings.IndexByte(string(raw), '\n'); i >= 0 && !r.TooLong {
			end = i + 1
		}
		line := transcript.Record{Raw: raw[:end], Offset: n.offset, TooLong: r.TooLong, More: r.More}
		n.offset += int64(end)
		if err := n.next.Push(&line); err != nil {
			return err
		}
		raw = raw[end:]
	}
	return nil
}

func (n *numberer) Flush() error { return nil }
func (n *numberer) Close() error { return nil }

// Summary implements transcript.Summarizer.
func (s *Stage) Summary() string { return s.done.String() }
