// Package chunk cuts a transcript into chunks that never separate a call from
// its result: the stage of tr-chunk.
//
// Chunks are listed, one JSON object each, and with a directory written to files
// that joined are the input again. Or a function makes a text of every chunk,
// which takes the place of the chunk's messages: a summary. cut.go decides where
// to cut, list.go lists, summarize.go replaces.
package chunk

import (
	"context"
	"io"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/history"
	"trtools/pkg/transcript/outline"
)

// Options say how large chunks are and what happens to them. Either Parts or
// MaxTokens is set.
type Options struct {
	Parts     int64   // so many chunks, by their share of tokens
	MaxTokens int64   // most tokens a chunk, estimated, see history.Tokens
	Safety    float64 // by which the estimate may be too low; 0: 1

	OutDir string // where the chunks are written; "" to list them only

	// Summarize makes a text of a chunk's messages; nil to list chunks.
	Summarize Summarizer
	// Interrupt returns a context that ends when the run is to stop; nil: never.
	// It is called when the first chunk is to be summarised.
	Interrupt func() (context.Context, context.CancelFunc)
	Keep      history.Keep // what is not summarised
}

// Summarizer makes a text of a chunk, whose records it is given one a line.
type Summarizer func(ctx context.Context, in io.Reader, n Number) (string, error)

// Number is the n-th chunk of how many, counted over one input from 1.
type Number struct{ N, Of int }

// Stage is the stage. It pushes nothing before Close.
type Stage struct {
	opt    Options
	job    transcript.Job
	reader *history.Reader
	report history.Report
	lines  []span   // conversations, one a line
	groups []*group // of conversations, when they are summarised
	done   int      // messages that were replaced
	made   int      // summaries
	err    error
}

// New returns a stage for one input. Without job.Source what is pushed is
// spooled.
func New(o Options, job transcript.Job) *Stage {
	s := &Stage{opt: o, job: job}
	read := job
	read.Report = s.report.Add
	s.reader = history.NewReader(&read)
	s.reader.Conversation = s.conversation
	s.report.Job, s.report.Source = &s.job, s.reader.Source
	return s
}

// Push reads a record.
func (s *Stage) Push(r *transcript.Record) error {
	err := s.reader.Push(r)
	if err != nil {
		_ = s.report.Flush() // it only reads what was read before
	}
	return err
}

// Flush does nothing: records are read again.
func (s *Stage) Flush() error { return nil }

// conversation takes a line that is a whole conversation. It is cut only where
// it is summarised: a part of a line would be no JSON.
func (s *Stage) conversation(h *history.History, _ outline.Value, r *transcript.Record) error {
	if s.opt.Summarize != nil {
		if g := s.group(h, r.Offset, true); g != nil {
			s.groups = append(s.groups, g)
		}
		return nil
	}
	size := h.Size()
	s.lines = append(s.lines, span{history.Span{First: r.Offset, Last: r.Offset}, size.Chars, size.Messages})
	return nil
}

// Close cuts, and pushes the list of chunks or the shortened transcript.
func (s *Stage) Close() error {
	defer s.reader.Close()
	h, err := s.reader.History()
	if err != nil {
		return err
	}
	if s.opt.Summarize != nil {
		return s.summarize(h)
	}
	return s.list(h)
}
