// Package pair decides which repairs make sure that every tool call has exactly one result, where the API
// wants it: what tr-pair does, and what tr-recover and tr-stat begin with. Package
// pkg/transcript/pair is the library of it.
//
// How: the input is read to its end before the first byte is written. Lines are mended
// (package mend), and their records become a history (package history). Along its
// live path calls and results are paired (package pairing): message by message
// (frames.go) where a result belongs to the one before it, over the whole list
// (items.go) for Codex and the Responses API, by turns (log.go) in the log of Gemini CLI. What is found (decide.go, place.go) becomes a plan (package plan). The
// planned result is looked at as if it were an input, and repaired again if there
// is something left, before it is written.
package pair

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/plan"
	"trtools/internal/refusal"
	"trtools/pkg/transcript"
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
	DefaultTail Tail = iota // repaired, but kept inside a conversation, where the last call is a label
	RepairTail
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

// Options choose what is repaired. The zero value is what tr-pair does without
// flags.
type Options struct {
	NoMend     bool // damaged lines stay as they are
	NoRelink   bool // links that were broken before stay as they are
	Missing    Missing
	Tail       Tail
	Orphans    Orphans
	Duplicates Duplicates
	// HoldBack leaves alone what may be explained by a line that cannot be read.
	HoldBack bool
	// DropBroken removes whole conversations that have an error, in place of repairing them.
	DropBroken bool

	For refusal.Target // where the history goes; the zero Target for what the input tells

	SyntheticText string // of a result that is put in; "" for dialect.Lost
	NoErrorFlag   bool   // such a result is not marked as an error
}

// keepsLabel reports whether the last calls of a conversation are left open.
func (o *Options) keepsLabel(conversation bool) bool { return o.Tail == DefaultTail && conversation }

// wording is what results say that are put in.
func (o *Options) wording() plan.Wording {
	text := o.SyntheticText
	if text == "" {
		text = dialect.Lost
	}
	return plan.Wording{Text: text, ErrorFlag: !o.NoErrorFlag}
}

// stage is the stage. It pushes nothing before Close.
type stage struct {
	*Planner
	done summary
}

// New returns a stage for one input. Without job.Source what is pushed is
// spooled. A nil job.Report is fine.
func New(o Options, job transcript.Job) transcript.Stage {
	return &stage{newPlanner(o, job), summary{}}
}

// Flush does nothing: records are read again when they are written.
func (s *stage) Flush() error { return nil }

// ErrInvariant means that a repaired transcript would still break the rules. That
// is a bug here: nothing is written.
var ErrInvariant = errors.New("the repaired transcript would still be broken; nothing was written, please report this")

// Close decides what to do, reports it, and pushes the repaired transcript.
func (s *stage) Close() error {
	defer s.in.Close()
	if err := s.repair(); err != nil {
		return err
	}
	*s.Planner = Planner{Job: s.Job, in: s.in, seen: s.seen, heldBack: s.heldBack} // the rest is free
	return s.Job.Next.Close()
}

// repair does all this, and does not close the next stage.
func (s *stage) repair() (err error) {
	defer s.File.Unread(&err)
	if err := s.Finish(); err != nil {
		return err
	}
	s.After = nil // what is written is known without it
	return s.Plan.Carry(s.Output(), &s.Plan.Report, s.reportAll)
}

// reportAll reports the findings and rejects in the order of the input.
func (s *stage) reportAll() error {
	found := &s.Plan.Report
	for f, err := range found.Settle(s.Job, tool) {
		if err != nil {
			return err
		}
		if f.Counts() {
			s.done.add(f.Code, f.Action)
		}
		s.Job.Report(f)
	}
	return found.Rejects(s.Job)
}

const tool = "tr-pair"

// Summary implements transcript.Summarizer.
func (s *stage) Summary() transcript.Summary {
	return transcript.Summary{Changed: s.did(), Input: s.seen.String(), Short: s.seen.short()}
}

// did says in one line what changed, "" if nothing did.
func (s *stage) did() string {
	done := s.done.String()
	if n := s.heldBack; n > 0 {
		done = strings.TrimPrefix(done+fmt.Sprintf(", %s held back because of unreadable lines", transcript.FormatCount(n, "repair")), ", ")
	}
	return done
}

// unfinishedError is the error of a plan that leaves something to do.
func unfinishedError(found iter.Seq2[int, plan.Finding]) error {
	for _, f := range found {
		if f.Action != transcript.Keep {
			return fmt.Errorf("%w (%s is left, %s)", ErrInvariant, f.Code, f.Why)
		}
	}
	return ErrInvariant
}
