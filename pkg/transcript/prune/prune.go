// Package prune removes the oldest units of a history until it is inside its
// limits, and units that are named: the stage of tr-prune.
//
// PruneBytes prunes messages in memory, Prune a stream, and New returns the stage to be
// chained with others. The system prompt and the first user message stay, and so do the
// newest messages and those that Options pin.
//
// How: the input is read to its end before the first byte is written. A unit is what
// goes as a whole (package history). order.go says which may go and in what
// order, named.go finds those that are asked for, rounds.go plans their removal,
// notice.go makes the text for the model, report.go the report for the user.
package prune

import (
	"io"
	"slices"

	"trtools/internal/document"
	"trtools/internal/input"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/tokens"
)

// Options are the limits, what goes in any case, and what stays whatever they say.
// A limit of 0 is none. With the zero value nothing goes.
type Options struct {
	MaxTokens   int64 // estimated, as Estimate says
	MaxChars    int64 // code points of text, call arguments and results
	MaxMessages int64 // API messages; notices do not count, results in a row are one
	MaxPayload  int64 // bytes of the message values

	Estimate tokens.Model // how tokens are estimated

	Tools []string // units with a call of one of these tools go, as far as nothing below keeps them
	IDs   []string // units with one of these ids of a message, record or call go

	KeepFirst int      // so many messages at the beginning stay
	KeepLast  int      // so many at the end; the newest unit always does
	Pins      []string // ids of messages, records or calls that stay

	Notice bool // the model is told how many messages went

	// Dead says that records and display copies go which no request holds and without which the
	// client is known to load the session: progress of calls, snapshots, earlier versions of
	// messages, and copies of files.
	Dead bool
	// Branches says that with them the records of branches go that were left.
	Branches bool
}

const tool = "tr-prune"

// stage is the stage. It pushes nothing before Close.
type stage struct {
	*input.Reader
	opt    Options
	job    transcript.Job
	report report
	dead   dead
}

// New returns a stage for one input. Without job.Source what is pushed is
// spooled. A nil job.Report is fine.
func New(o Options, job transcript.Job) transcript.Stage {
	s := &stage{opt: o, job: job}
	s.Reader = input.NewReader(&s.job, slices.Concat(o.Pins, o.IDs)...)
	s.Index.Model = o.Estimate
	s.Conversation = s.conversation
	s.report.to = &s.Findings
	if o.Dead {
		s.dead.branches, s.Record = o.Branches, s.dead.see
	}
	return s
}

// Prune reads a transcript from r, lines of JSON or one JSON document, and writes to w the
// messages of it that stay. It returns what it found. Errors are those of reading and
// writing.
func Prune(r io.Reader, w io.Writer, o Options) (found []transcript.Finding, err error) {
	return document.Of(New, o).Run(r, w)
}

// PruneBytes is Prune for messages in memory: JSON Lines, or a JSON document such as an array
// of messages or the body of a request. What it returns is of the same kind; data stays as
// it is.
func PruneBytes(data []byte, o Options) (out []byte, found []transcript.Finding, err error) {
	return document.Of(New, o).Bytes(data)
}

// conversation decides which messages inside one line are removed.
func (s *stage) conversation(c *input.Conversation) {
	w := &work{opt: &s.opt, x: c.Index, fresh: c.NewPlan, span: c.Span}
	w.run()
	s.report.history(w, c.At, c.Size)
	c.Note(w.plan)
}

// Close decides which messages are removed, reports them, and pushes the rest.
func (s *stage) Close() (err error) {
	defer s.Reader.Close()
	defer s.File().Unread(&err)
	s.Index.Finish()
	if s.opt.Dead {
		s.dead.settle(s.Index, s.Span)
	}
	w := &work{opt: &s.opt, x: s.Index, fresh: s.NewPlan, span: s.Span, dead: &s.dead}
	w.run()
	s.report.dead(w, &s.dead)
	if w.first >= 0 || !w.fits { // a history in a list of one record begins nowhere
		s.report.history(w, max(0, w.first), s.Size)
	}
	s.report.unknown(&s.opt, s.Index.Marked)
	return s.Run(w.plan, tool)
}

// Summary implements transcript.Summarizer.
func (s *stage) Summary() transcript.Summary {
	return transcript.Summary{Changed: s.report.summary()}
}
