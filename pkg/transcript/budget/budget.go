// Package budget makes tool results fit: the stage of tr-budget.
//
// A result over its cap becomes a preview: head, marker and tail; the full text
// goes to a file first. Then, while the results of a turn are over theirs, the
// largest give way. One turn is held, not the file.
package budget

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"trtools/internal/batch"
	"trtools/internal/dialect"
	"trtools/internal/preview"
	"trtools/internal/turns"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/spill"
	"trtools/pkg/transcript/tokens"
)

// The default limits, in chars.
const (
	DefaultResult = 20_000
	DefaultTurn   = 200_000
)

// Sizes of a preview, in chars.
const (
	head = 4_000
	tail = 1_000
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
	Keep Globs
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

// limitsTokens reports whether tokens are limited, and tokenCap returns to how many.
func (o *Options) limitsTokens() bool { return o.Tokens != 0 }
func (o *Options) tokenCap() int      { return max(0, o.Tokens) }

// byTokens reports whether tokens are estimated, rather than counted in chars.
func (o *Options) byTokens() bool { return o.limitsTokens() && o.Estimate != tokens.Chars4 }

// spilled returns what tells calls that read spilled text back: they name a file
// in the store. nil if nothing depends on calls.
func (o *Options) spilled() func([]byte) bool {
	if o.Store == nil && len(o.Keep) == 0 {
		return nil
	}
	dir := []byte(nil)
	if o.Store != nil {
		dir = []byte(o.Store.Dir() + string(filepath.Separator))
	}
	return func(arguments []byte) bool { return dir != nil && bytes.Contains(arguments, dir) }
}

// resultCap returns the chars that a result may have.
func (o *Options) resultCap() int {
	if !o.limitsTokens() || o.Estimate != tokens.Chars4 {
		return o.Result
	}
	return min(o.Result, 4*min(o.tokenCap(), math.MaxInt32/4)) // no text is longer
}

// Cut reads a transcript from r and writes it to w, with the results cut that are over a
// limit. It returns what it found. Errors are those of reading and writing.
func Cut(r io.Reader, w io.Writer, o Options) (found []transcript.Finding, err error) {
	job := transcript.Job{Next: transcript.NewWriter(w), Report: func(f transcript.Finding) { found = append(found, f) }}
	err = transcript.Run(r, 0, New(o, job))
	return found, err
}

// stage is the stage.
type stage struct {
	*turns.Walker
	opt       Options
	results   []*turns.Result // of the turn that is decided now
	turn      turn            // if something in it has to give way
	density   float64         // tokens a char of the result that is cut now; 0 for a quarter
	truncated int
}

// New returns a stage for one input. A nil job.Report is fine.
func New(o Options, job transcript.Job) transcript.Stage {
	s := &stage{opt: o.filled()}
	s.Walker = turns.New(o.walk(), job, s)
	return s
}

func (o *Options) walk() turns.Options {
	return turns.Options{Young: 1, Copies: o.TrimCopies, Store: o.Store, Spilled: o.spilled(), Tool: "tr-budget"}
}

// Read implements turns.Decider: any result may have to give way to its turn.
func (s *stage) Read(r *turns.Result) bool {
	if r.Copy {
		return s.over(r)
	}
	return !r.Spilled && !s.opt.Keep.Match(r.Tool)
}

// Passes implements turns.Passer: every result and every turn is inside its limit.
func (s *stage) Passes(g *dialect.Glance) bool {
	return g.Turn <= s.opt.Turn && !slices.ContainsFunc(g.Results, func(a dialect.Answer) bool { return s.mayBeOver(len(a.Content) - len(`""`)) })
}

// over reports whether a text of a result is over the limit for results.
func (s *stage) over(r *turns.Result) bool {
	limit := s.opt.resultCap()
	for _, t := range r.Texts {
		if t.Bound() > limit && t.Size() > limit {
			return true
		}
	}
	return false
}

// Retire implements turns.Decider: the turn is complete.
func (s *stage) Retire(m *turns.Message) {
	s.results = s.results[:0]
	for _, r := range m.Results {
		if r.Copy {
			s.trim(r)
		} else {
			s.results = append(s.results, r)
		}
	}
	if s.fits(s.results) {
		return
	}
	t := newTurn(s, s.results)
	for !t.fit() {
		// A result could not be cut after all: others may have to give way.
	}
	for i := range t.results {
		s.note(&t.results[i])
	}
}

// fits reports whether it is plain that nothing has to give way, without a
// count of chars.
func (s *stage) fits(results []*turns.Result) bool {
	total := 0
	for _, r := range results {
		n := r.Bound()
		if s.mayBeOver(n) {
			return false
		}
		total += n
	}
	return total <= s.opt.Turn
}

// mayBeOver reports whether a result of at most so many chars may be over the limit for
// results.
func (s *stage) mayBeOver(chars int) bool {
	return chars > s.opt.resultCap() || s.opt.byTokens() && chars > s.opt.tokenCap()/tokens.MostPerChar
}

// trim shortens the long strings of a copy.
func (s *stage) trim(r *turns.Result) {
	limit := s.standard(s.opt.resultCap())
	for _, t := range r.Texts {
		if t.Size() > limit.Cap {
			t.Cut(limit)
		}
	}
	if was := r.Was(); r.Changed() && r.Save() {
		s.truncated++
		r.Note(transcript.LargeCopy, transcript.Truncate, func() string { return fmt.Sprintf("the client's copy of a tool result has %d chars", was) })
	}
}

// note makes the finding of a result that was cut.
func (s *stage) note(r *result) {
	if !r.Changed() {
		return
	}
	s.truncated++
	code := transcript.LargeTurn
	if r.tokens > 0 || r.overCap {
		code = transcript.LargeResult
	}
	r.Note(code, transcript.Truncate, func() string { return s.why(r) })
}

// why says which limit a result was over that was cut.
func (s *stage) why(r *result) string {
	if n := r.tokens; n > 0 {
		return fmt.Sprintf("tool result of %d tokens is over the limit of %d", n, s.opt.tokenCap())
	}
	if r.overCap {
		return fmt.Sprintf("tool result of %d chars is over the limit of %d", r.Was(), s.opt.resultCap())
	}
	return fmt.Sprintf("tool result of %d chars in a turn over the limit of %d", r.Was(), s.opt.Turn)
}

// standard is the usual preview under a cap.
func (s *stage) standard(limit int) preview.Limit {
	return preview.Limit{Cap: limit, Head: head, Tail: tail, Tokens: s.opt.limitsTokens(), Density: s.density}
}

// Add implements batch.Stage.
func (s *stage) Add(part transcript.Stage, at batch.Place) bool {
	p := part.(*stage)
	s.AddWalk(p.Walker, at.Lines)
	s.truncated += p.truncated
	return true
}

// Summary implements transcript.Summarizer.
func (s *stage) Summary() string {
	if s.truncated == 0 {
		return ""
	}
	return strings.Join([]string{fmt.Sprintf("%d truncated", s.truncated), s.Freed()}, ", ")
}
