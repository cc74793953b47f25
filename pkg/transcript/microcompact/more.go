package microcompact

import (
	"fmt"

	"trtools/internal/preview"
	"trtools/internal/shrink"
	"trtools/internal/turns"
	"trtools/pkg/transcript"
)

// More says what else is cleared besides large old results. The zero value clears
// nothing else.
type More struct {
	Same      bool             // results that a later one repeats
	Stale     bool             // reads of a file that was read again or changed since
	Noise     bool             // colours and overwritten lines of terminals
	Reasoning bool             // reasoning of turns that are over: the user has spoken since
	Images    int              // age from which on images go; 0: never
	Arguments int              // chars from which on a text in a call's arguments is cut; 0: never
	Shorten   transcript.Globs // tools whose results are cut, though they are never cleared
}

// Aggressive returns a More that clears everything there is.
func Aggressive() More {
	return More{
		Same: true, Stale: true, Noise: true, Reasoning: true,
		Images: shrink.Summarize, Arguments: shrink.MinChars, Shorten: toolsThat("executes"),
	}
}

// twice reports whether the input has to be read twice, because what happens to a
// result depends on later ones.
func (m *More) twice() bool { return m.Same || m.Stale || m.Reasoning }

// Sizes in chars.
const (
	argumentHead = 400 // of what is left of a long argument
	argumentTail = 100
	short        = 200 // up to which a text is not replaced by a note
)

// clearBeside cuts or replaces an argument or an image that is old enough.
func (s *stage) clearBeside(r *turns.Result, age int) {
	switch {
	case r.Kind == turns.Arguments && age >= s.opt.Summarize:
		s.cutArguments(r, age)
	case r.Kind == turns.Image && age >= s.opt.Images:
		s.replace(r, transcript.OldImage, fmt.Sprintf("image is %d assistant messages old", age), func(*shrink.Text) string {
			return shrink.NoImages(1)
		})
	}
}

// clearReasoning takes reasoning out, if its turn is over. Where a record holds nothing else, or its reasoning is a text,
// a note stands in its place.
func (s *stage) clearReasoning(m *turns.Message, r *turns.Result) {
	if !r.Place().Before(s.asked[m.Thread()]) {
		return
	}
	if r.Item { // it goes only with the ids of the items behind it, and no item goes here
		r.Note(transcript.OldReasoning, transcript.Keep, "reasoning that is an item of its own stays: tr-recover --level 2 takes it out")
		return
	}
	for i, t := range r.Texts {
		switch {
		case t.IsBlock() && (i > 0 || !r.Alone):
			t.Replace("")
		case t.IsBlock():
			t.Replace(shrink.NoReasoning)
		case t.Size() > short && t.Whole():
			t.Replace(fmt.Sprintf("[Reasoning of %d chars cleared]", t.Size()))
		}
	}
	s.finish(r, transcript.OldReasoning, transcript.Replace, "reasoning of a turn that is over")
}

// cutArguments cuts the long texts among the arguments of a call.
func (s *stage) cutArguments(r *turns.Result, age int) {
	for _, t := range r.Texts {
		if t.Bound() > s.opt.Arguments && t.Original() > s.opt.Arguments {
			t.Cut(preview.Limit{Cap: t.Size() - 1, Head: argumentHead, Tail: argumentTail, Exact: true})
		}
	}
	s.finish(r, transcript.OldArguments, transcript.Truncate, fmt.Sprintf("arguments of %d chars are %d assistant messages old", r.Was(), age))
}

// replace puts a note in the place of every text of a result. Words returns the note.
func (s *stage) replace(r *turns.Result, code transcript.Code, why string, words func(*shrink.Text) string) {
	for _, t := range r.Texts {
		if r.Kind == turns.Image || t.Size() > short && t.Whole() {
			t.Replace(words(t))
		}
	}
	s.finish(r, code, transcript.Replace, why)
}

// finish makes the changes to a result final and reports them, unless nothing changed
// or it was not chosen to be changed.
func (s *stage) finish(r *turns.Result, code transcript.Code, action transcript.Action, why string) {
	switch {
	case !r.Changed() || !s.allows(r):
	case r.Save():
		r.Note(code, action, why)
		s.done[code]++
		if s.decided != nil {
			s.decided(r)
		}
	}
}

// replaceNeedless puts a note in the place of a result that something later makes
// needless. It reports whether it did.
func (s *stage) replaceNeedless(r *turns.Result) bool {
	later, ok := s.later[r.Place()]
	if !ok || !fits(r) {
		return false
	}
	s.replace(r, later.code, later.why, func(t *shrink.Text) string {
		if path := t.Path(); path != "" && later.code == transcript.StaleRead {
			return "[" + later.words + " -- saved to " + path + "]"
		}
		return "[" + later.words + "]"
	})
	return r.Changed()
}

// fits reports whether one note may take the place of a result. A result of several
// parts stays, as they may mean different things.
func fits(r *turns.Result) bool { return r.Alone && len(r.Texts) == 1 && r.Texts[0].Whole() }

// removeNoise removes colours and overwritten lines of terminals from a result.
func (s *stage) removeNoise(r *turns.Result, age int) {
	for _, t := range r.Texts {
		if t.MayBeNoisy() && t.Whole() {
			if clean := string(preview.StripTerminalNoise(t.Body().Bytes())); clean != "" {
				t.Replace(clean)
			}
		}
	}
	s.finish(r, transcript.TerminalNoise, transcript.Replace, fmt.Sprintf("tool result is %d assistant messages old", age))
}
