// Package chunk cuts a transcript into chunks that never separate a call from
// its result: the stage of tr-chunk.
//
// List says where to cut, and writes the chunks to files if Options.OutDir names a
// directory. Summarize and SummarizeBytes have a function of yours summarize each chunk, and
// put the summary where its messages were.
//
// How: chunks are listed, one JSON object each, and with a directory written to files
// that joined are the input again. Or a function makes a text of every chunk,
// which takes the place of the chunk's messages: a summary; of a conversation on one
// line as soon as it is read. cut.go decides where to cut, list.go lists, summarize.go
// replaces, oversized.go has units that are larger than a chunk may be.
package chunk

import (
	"cmp"
	"context"
	"io"

	"trtools/internal/document"
	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/tokens"
)

// Oversized says what becomes of a unit that is to be summarized and is larger
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
	Parts     int64        // how many chunks to make, of about the same number of tokens
	MaxTokens int64        // how many tokens a chunk may have, estimated
	Estimate  tokens.Model // how tokens are estimated
	Safety    float64      // the factor by which the estimate may be too low; 0: 1.2

	OutDir string // where the chunks are written; "" to list them only

	// Summarize returns the summary of a chunk's messages; nil to list chunks.
	Summarize Summarizer
	// Interrupt returns a context that ends when the run is to stop; nil: never. It is called when the
	// first chunk of a history is to be summarized, and its CancelFunc when that history is done: a
	// cause that the context has then, and not from its CancelFunc, is an interruption as well.
	Interrupt func() (context.Context, context.CancelFunc)
	Oversized Oversized

	// These messages are not summarized: calls that wait for a result and earlier
	// summaries; system messages, unless SummarizeSystem is set; the first and the
	// newest user message, unless SummarizeUser is set; and the messages at both ends.
	SummarizeSystem, SummarizeUser bool
	KeepFirst                      int // how many messages at the beginning
	KeepLast                       int // how many messages at the end; 0: 4, negative: none
}

// keep says which messages are not summarized.
func (o *Options) keep() history.Keep {
	return history.Keep{
		System: !o.SummarizeSystem, FirstUser: !o.SummarizeUser, LastUser: !o.SummarizeUser, Summaries: true,
		First: o.KeepFirst, Last: cmp.Or(o.KeepLast, 4),
	}
}

// Summarizer returns the summary of chunk n. In holds the records of the chunk, one a
// line.
type Summarizer func(ctx context.Context, in io.Reader, n Number) (string, error)

// Number says that a chunk is number N of Of chunks of one input, counted from 1. Of grows with
// every conversation on a line, and now and then the messages that are left make another chunk. Tokens are those of the
// chunk, estimated.
type Number struct {
	N, Of  int
	Tokens int64
}

// List cuts the transcript that r reads into chunks, and describes every chunk. Name is
// the name of the input in these descriptions. Errors are those of reading, and of
// writing files to Options.OutDir.
func List(r io.Reader, name string, o Options) ([]Info, error) {
	o.Summarize = nil
	f := document.Of(New, o)
	f.Name = name
	return document.Told[Info](f, r)
}

const tool = "tr-chunk"

// stage is the stage. It pushes nothing before Close.
type stage struct {
	*input.Reader
	opt       Options
	job       transcript.Job
	lines     []span        // conversations, one a line
	found     plan.Findings // about what is replaced
	failed    *Failed       // nothing is summarized any more
	asked     int           // chunks that were given to Options.Summarize
	done      int64         // messages that were replaced
	summaries int           // summaries

	before, after int64 // tokens of the histories, estimated
}

// New returns a stage for one input. Without job.Source what is pushed is
// spooled. A nil job.Report is fine.
func New(o Options, job transcript.Job) transcript.Stage {
	s := &stage{opt: o, job: job}
	s.Reader = input.NewReader(&s.job)
	s.Index.Model = o.Estimate
	s.Conversation = s.conversation
	s.found.Unread = job.Unread
	return s
}

// Summarize reads a transcript from r, lines of JSON or one JSON document, has
// Options.Summarize summarize every chunk of it, and writes the transcript with the
// summaries in their places to w. If a chunk fails, the original is written, and the error
// is a *Failed.
func Summarize(r io.Reader, w io.Writer, o Options) (found []transcript.Finding, err error) {
	return document.Of(New, o).Run(r, w)
}

// SummarizeBytes is Summarize for messages in memory: JSON Lines, or a JSON document such as an array
// of messages or the body of a request. What it returns is of the same kind; data stays as
// it is.
func SummarizeBytes(data []byte, o Options) (out []byte, found []transcript.Finding, err error) {
	return document.Of(New, o).Bytes(data)
}

// conversation takes a line that holds a whole conversation. It is cut only to be
// summarized: in a list of chunks it is in one of them, as a part of a line would not be
// JSON.
func (s *stage) conversation(c *input.Conversation) {
	h := c.Index.Main(nil)
	switch {
	case s.opt.Summarize == nil:
		s.lines = append(s.lines, span{c.At, c.At, h.Size()})
	case s.failed == nil:
		g := &group{x: c.Index, plan: c.NewPlan(), span: c.Span}
		s.failed = s.summarize(g, h)
		c.Note(g.plan)
	}
}

// Close cuts the input, and pushes the list of chunks or the shortened transcript. If a chunk could
// not be summarized, that is the input as it is.
func (s *stage) Close() (err error) {
	defer s.Reader.Close()
	defer s.File().Unread(&err)
	h := s.History()
	if s.opt.Summarize == nil {
		return s.list(h)
	}
	main := &group{x: s.Index, plan: s.NewPlan(), span: s.Span}
	if s.failed == nil {
		s.failed = s.summarize(main, h)
	}
	if s.failed != nil {
		s.Inside, s.summaries = nil, 0
		return cmp.Or(s.Run(s.NewPlan(), tool), error(s.failed))
	}
	s.Findings.Append(&s.found)
	return s.Run(main.plan, tool)
}
