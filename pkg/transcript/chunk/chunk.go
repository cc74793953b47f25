// Package chunk cuts a transcript into chunks that never separate a call from
// its result: the stage of tr-chunk.
//
// Chunks are listed, one JSON object each, and with a directory written to files
// that joined are the input again. Or a function makes a text of every chunk,
// which takes the place of the chunk's messages: a summary. cut.go decides where
// to cut, list.go lists, summarize.go replaces, oversized.go has units that are
// larger than a chunk may be.
package chunk

import (
	"context"
	"encoding/json"
	"io"

	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/tokens"
)

// Oversized says what becomes of a unit that is to be summarised and is larger
// than a chunk may be.
type Oversized uint8

const (
	CutOversized  Oversized = iota // its long texts are cut, so that it fits
	NoteOversized                  // a note takes its place: nobody is asked for a summary
	FailOversized                  // the run fails
)

// Options say how large chunks are and what happens to them. Either Parts or
// MaxTokens is set; otherwise the input is one chunk.
type Options struct {
	Parts     int64        // so many chunks, by their share of tokens
	MaxTokens int64        // most tokens a chunk, estimated
	Estimate  tokens.Model // how tokens are estimated
	Safety    float64      // by which the estimate may be too low; 0: 1.2

	OutDir string // where the chunks are written; "" to list them only

	// Summarize makes a text of a chunk's messages; nil to list chunks.
	Summarize Summarizer
	// Interrupt returns a context that ends when the run is to stop; nil: never.
	// It is called when the first chunk is to be summarised.
	Interrupt func() (context.Context, context.CancelFunc)
	Oversized Oversized

	// What is not summarised, besides calls that wait for a result, and earlier
	// summaries: system messages, the first and the newest user message, and the
	// messages at both ends.
	SummarizeSystem, SummarizeUser bool
	KeepFirst                      int // so many messages at the beginning
	KeepLast                       int // so many at the end; 0: 4, negative: none
}

// keep returns what is not summarised.
func (o *Options) keep() history.Keep {
	k := history.Keep{
		System: !o.SummarizeSystem, FirstUser: !o.SummarizeUser, LastUser: !o.SummarizeUser, Summaries: true,
		First: o.KeepFirst, Last: o.KeepLast,
	}
	if k.Last == 0 {
		k.Last = 4
	}
	return k
}

// Summarizer makes a text of a chunk, whose records it is given one a line.
type Summarizer func(ctx context.Context, in io.Reader, n Number) (string, error)

// Number is the n-th chunk of how many, counted over one input from 1. Of is what
// is known so far: rarely the messages that are left make another chunk.
type Number struct{ N, Of int }

// List cuts the transcript that r reads, and returns what is said about every
// chunk. Name is what they call the input. Errors are those of reading, and of
// writing files to Options.OutDir.
func List(r io.Reader, name string, o Options) (list []Info, err error) {
	o.Summarize = nil
	var out collector
	if err := transcript.Run(r, 0, New(o, transcript.Job{Name: name, Next: &out})); err != nil {
		return nil, err
	}
	for _, raw := range out.lines {
		var c Info
		if err := json.Unmarshal(raw, &c); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// collector is a stage that holds the lines it is pushed.
type collector struct{ lines [][]byte }

func (c *collector) Push(r *transcript.Record) error {
	c.lines = append(c.lines, append([]byte(nil), r.Raw...))
	return nil
}
func (c *collector) Flush() error { return nil }
func (c *collector) Close() error { return nil }

// Summarize reads a transcript from r, has every chunk of it summarised, and
// writes what is left to w. If a chunk fails the original is written, and the
// error is a *Failed.
func Summarize(r io.Reader, w io.Writer, o Options) (found []transcript.Finding, err error) {
	job := transcript.Job{Next: transcript.NewWriter(w), Report: func(f transcript.Finding) { found = append(found, f) }}
	err = transcript.Run(r, 0, New(o, job))
	return found, err
}

const tool = "tr-chunk"

// Stage is the stage. It pushes nothing before Close.
type Stage struct {
	opt    Options
	job    transcript.Job
	in     *input.Reader
	lines  []span   // conversations, one a line
	groups []*group // what is summarised
	asked  int      // chunks that were given to Summarize
	done   int64    // messages that were replaced
	made   int      // summaries
}

// New returns a stage for one input. Without job.Source what is pushed is
// spooled. A nil job.Report is fine.
func New(o Options, job transcript.Job) *Stage {
	s := &Stage{opt: o, job: job}
	if o.Parts == 0 && o.MaxTokens == 0 {
		s.opt.Parts = 1
	}
	s.in = input.NewReader(&s.job)
	s.in.Index.Model = o.Estimate
	s.in.Conversation = s.conversation
	return s
}

// Push reads a record.
func (s *Stage) Push(r *transcript.Record) error { return s.in.Push(r) }

// Flush does nothing: records are read again.
func (s *Stage) Flush() error { return nil }

// conversation takes a line that is a whole conversation. It is cut only where
// it is summarised: a part of a line would be no JSON.
func (s *Stage) conversation(c *input.Conversation) {
	h := c.Index.Main(nil)
	if s.opt.Summarize != nil {
		g := &group{x: c.Index, conv: c, plan: c.NewPlan(), span: c.Span}
		if s.cut(g, h) {
			s.groups = append(s.groups, g)
		}
		return
	}
	size := h.Size()
	s.lines = append(s.lines, span{c.At, c.At, size.Chars, size.Messages, s.opt.measure(size.Chars, size.Tokens)})
}

// Close cuts, and pushes the list of chunks or the shortened transcript.
func (s *Stage) Close() error {
	defer s.in.Close()
	h := s.in.History()
	if s.opt.Summarize == nil {
		return s.list(h)
	}
	return s.summarize(h)
}

// newMain returns the group of the input's own lines.
func (s *Stage) newMain() *group {
	return &group{x: s.in.Index, plan: s.in.NewPlan(), span: s.in.Span}
}
