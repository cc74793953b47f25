// Package prune removes the oldest units of a history until it is inside its
// limits: the stage of tr-prune.
//
// The input is read to its end before the first byte is written. Package history
// sees the messages of the request and the units that go as a whole; order.go
// says which may go and in what order, report.go what is told about it.
package prune

import (
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/history"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/rewrite"
)

// Options are the limits and what stays whatever they say. A limit of 0 is none.
type Options struct {
	MaxTokens   int64 // estimated, see history.Tokens
	MaxChars    int64 // code points of text, call arguments and results
	MaxMessages int64 // API messages; notices do not count, results in a row are one
	MaxPayload  int64 // bytes of the message values

	KeepFirst int      // so many messages at the beginning stay
	KeepLast  int      // so many at the end; the newest unit always does
	Pins      []string // ids of messages, records or calls that stay
}

// limited reports whether there is a limit.
func (o *Options) limited() bool {
	return o.MaxTokens > 0 || o.MaxChars > 0 || o.MaxMessages > 0 || o.MaxPayload > 0
}

// Stage is the stage. With a limit it pushes nothing before Close.
type Stage struct {
	opt    Options
	job    transcript.Job
	reader *history.Reader
	inside map[int64]*history.Plan // of conversations, by the offset of their line
	report report
	err    error // of reading a record again
}

// New returns a stage for one input. Without job.Source what is pushed is
// spooled. Without a limit everything passes through.
func New(o Options, job transcript.Job) *Stage {
	s := &Stage{opt: o, job: job, inside: map[int64]*history.Plan{}}
	read := job
	read.Report = s.report.Add
	s.reader = history.NewReader(&read, o.Pins...)
	s.reader.Conversation = s.conversation
	s.report.Job, s.report.Source = &s.job, s.reader.Source
	return s
}

// Push reads a record.
func (s *Stage) Push(r *transcript.Record) error {
	if s.opt.limited() {
		return s.strict(s.reader.Push(r))
	}
	if s.job.Strict && (r.TooLong || len(r.JSON()) > 0 && !outline.Strict(r.JSON())) {
		return s.strict(s.reader.Push(r))
	}
	return s.job.Next.Push(r)
}

// strict reports what a strict run stopped at.
func (s *Stage) strict(err error) error {
	if err != nil {
		_ = s.report.Flush() // it only reads what was read before
	}
	return err
}

// Flush passes on what came without a limit; otherwise records are read again
// when they are written.
func (s *Stage) Flush() error {
	if s.opt.limited() {
		return nil
	}
	return s.job.Next.Flush()
}

// conversation decides what goes of the messages inside one line.
func (s *Stage) conversation(h *history.History, list outline.Value, r *transcript.Record) error {
	c := s.opt.choose(h)
	place := place{line: r.Line, at: r.Offset, size: int64(len(r.JSON())), list: list}
	s.report.over(h, c, place)
	if len(c.gone) == 0 {
		return nil
	}
	plan := history.NewPlan(h, &s.job)
	s.report.inside(plan.Remove(c.drops(h)), place)
	s.inside[r.Offset] = plan
	return nil
}

// Close decides what goes, reports it, and pushes what stays.
func (s *Stage) Close() error {
	defer s.reader.Close()
	if !s.opt.limited() {
		return s.job.Next.Close()
	}
	stops, err := s.plan()
	if err != nil {
		return err
	}
	for _, id := range s.opt.Pins {
		if !s.reader.Marked(id) {
			s.report.unknownPin(id)
		}
	}
	if err := s.report.Flush(); err != nil {
		return err
	}
	return s.write(stops)
}

// plan decides about the input's own lines.
func (s *Stage) plan() ([]rewrite.Stop, error) {
	h, err := s.reader.History()
	if err != nil {
		return nil, err
	}
	c := s.opt.choose(h)
	places := &rewrite.Places{Source: s.reader.Source}
	var stops []rewrite.Stop
	if at := h.Start(); at >= 0 {
		s.report.over(h, c, place{line: places.Line(at), at: at, size: s.reader.Size})
	}
	if len(c.gone) > 0 {
		plan := history.NewPlan(h, &s.job)
		gone := plan.Remove(c.drops(h), s.reader.Source)
		s.report.records(gone, plan.Relinked())
		stops = plan.Stops(s.reader.Source, s.fail)
	}
	for at, plan := range s.inside {
		stops = append(stops, rewrite.Stop{Start: at, Lines: func() [][]byte { return s.line(at, plan) }})
	}
	return stops, nil
}

func (s *Stage) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// line returns the line of a conversation with what its plan leaves.
func (s *Stage) line(at int64, plan *history.Plan) [][]byte {
	raw, err := history.Conversation(s.reader.Source, at, s.job.Dialect, plan.Inside)
	if err != nil {
		s.fail(err)
	}
	return [][]byte{raw}
}

func (s *Stage) write(stops []rewrite.Stop) error {
	if err := s.reader.Rewrite(stops, s.job.Next); err != nil {
		return err
	}
	if s.err != nil {
		return &transcript.ReadError{Err: s.err}
	}
	return s.job.Next.Close()
}

// Summary implements transcript.Summarizer.
func (s *Stage) Summary() string { return s.report.summary() }
