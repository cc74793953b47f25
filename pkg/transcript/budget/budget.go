// Package budget cuts tool results that are too large: the stage of tr-budget.
//
// CutBytes cuts in messages in memory, Cut in a stream, and New returns the stage to be
// chained with others. Options say how much a result and a turn may hold, and where the
// full texts go.
//
// How: a result over its cap becomes a preview: head, marker and tail; the full text
// goes to a file first. Then, while the results of a turn are over theirs, the
// largest give way. One turn is held, not the file.
package budget

import (
	"cmp"
	"io"

	"trtools/internal/document"
	"trtools/internal/shrink"
	"trtools/internal/turns"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/spill"
	"trtools/pkg/transcript/tokens"
)

// The default limits, in chars.
const (
	DefaultResult = shrink.MaxResult
	DefaultTurn   = shrink.MaxTurn
)

// Options are the limits. The zero value is what tr-budget does without flags, but
// keeps no full texts. Limits include the marker; only what is over one is cut. A
// negative limit allows nothing.
type Options struct {
	Result   int // chars of a result; 0: DefaultResult
	Turn     int // chars of all results of a turn; 0: DefaultTurn
	Tokens   int // tokens of a result, as Estimate counts them; 0: not limited
	Estimate tokens.Model
	// Keep are the tools whose results stay. The results of calls that read text back
	// from the store stay in any case.
	Keep transcript.Globs
	// TrimCopies applies the limit of results to the long strings in the copies
	// that clients keep of them.
	TrimCopies bool
	Store      *spill.Store // keeps the full texts; nil to keep none
}

// filled returns the options with their defaults, and 0 for limits that allow nothing.
func (o Options) filled() Options {
	o.Result = max(0, cmp.Or(o.Result, DefaultResult))
	o.Turn = max(0, cmp.Or(o.Turn, DefaultTurn))
	return o
}

// stage is the stage.
type stage struct {
	*turns.Walker
	opt       Options
	limits    shrink.Budget
	results   []*shrink.Result // of the turn that is decided now
	truncated int
}

// New returns a stage for one input. A nil job.Report is fine.
func New(o Options, job transcript.Job) transcript.Stage {
	o = o.filled()
	s := &stage{opt: o, limits: shrink.Budget{Result: o.Result, Turn: o.Turn, Tokens: o.Tokens, Estimate: o.Estimate}}
	s.Walker = turns.New(o.walk(), job, s)
	return s
}

// Cut reads a transcript from r, lines of JSON or one JSON document, and writes it to w with
// the results cut that are over a limit. It returns what it found. Errors are those of
// reading and writing.
func Cut(r io.Reader, w io.Writer, o Options) (found []transcript.Finding, err error) {
	return document.Of(New, o).Run(r, w)
}

// CutBytes is Cut for messages in memory: JSON Lines, or a JSON document such as an array
// of messages or the body of a request. What it returns is of the same kind; data stays as
// it is.
func CutBytes(data []byte, o Options) (out []byte, found []transcript.Finding, err error) {
	return document.Of(New, o).Bytes(data)
}

func (o *Options) walk() turns.Options {
	return turns.Options{Young: 1, Copies: o.TrimCopies, Store: o.Store, Calls: o.Store != nil || len(o.Keep) > 0, Tool: "tr-budget"}
}

// Read implements turns.Decider: any result may have to give way to its turn.
func (s *stage) Read(r *turns.Result) bool {
	if r.Copy {
		return s.limits.Over(&r.Result)
	}
	return !r.Spilled && !s.opt.Keep.Match(r.Tool)
}

// Retire implements turns.Decider: the turn is complete.
func (s *stage) Retire(m *turns.Message) {
	s.results = s.results[:0]
	for _, r := range m.Results {
		switch {
		case !r.Copy:
			s.results = append(s.results, &r.Result)
		case s.limits.Trim(&r.Result):
			s.truncated++
		}
	}
	s.truncated += s.limits.Fit(s.results)
}

// Summary implements transcript.Summarizer.
func (s *stage) Summary() transcript.Summary { return transcript.Summary{Changed: s.did()} }

// did says in one line what changed, "" if nothing did.
func (s *stage) did() string {
	if s.truncated == 0 {
		return ""
	}
	return transcript.FormatCount(s.truncated, "result") + " truncated, " + s.Freed()
}
