package shrink

import (
	"fmt"

	"trtools/internal/preview"
	"trtools/pkg/transcript"
)

// What happens to old results if nothing else is said: ages in assistant messages, sizes in
// chars.
const (
	Truncate  = 2
	Summarize = 4
	MinChars  = 3_000
	oldHead   = 2_000 // of a preview
	oldTail   = 500
)

// Ages says what becomes of results when they are old: from one age on a large one is head,
// marker and tail, from a later one a line that says what it was.
type Ages struct {
	Truncate, Summarize int              // ages
	Min                 int              // chars up to which an original is never touched
	Keep                transcript.Globs // tools whose results are never cleared,
	Shorten             transcript.Globs // but those of these are cut all the same

	kept map[string]bool
}

// First is the age from which on something happens to a result.
func (a *Ages) First() int { return min(a.Truncate, a.Summarize) }

// mostTools bounds what is remembered of tools' names.
const mostTools = 1000

// keeps reports whether the results of a tool are never cleared. It remembers the answer.
func (a *Ages) keeps(tool string) bool {
	kept, known := a.kept[tool]
	if known {
		return kept
	}
	if a.kept == nil {
		a.kept = map[string]bool{}
	}
	kept = a.Keep.Match(tool)
	if len(a.kept) < mostTools {
		a.kept[tool] = kept
	}
	return kept
}

// Concerns reports whether the age of a result alone decides what it becomes.
func (a *Ages) Concerns(r *Result) bool {
	return (!a.keeps(r.Tool) || a.Shorten.Match(r.Tool)) && r.Original() > a.Min
}

// Shrink cuts or summarizes a result, depending on its age, and returns which: "" where
// nothing gets shorter.
func (a *Ages) Shrink(r *Result, age int) transcript.Action {
	action := transcript.Truncate
	if age >= a.Summarize && !a.keeps(r.Tool) {
		action = transcript.Summarize
	}
	for _, t := range r.Texts {
		if action == transcript.Summarize {
			t.Summarize()
		} else {
			t.Cut(preview.Limit{Cap: t.Size() - 1, Head: oldHead, Tail: oldTail, Exact: true})
		}
	}
	if !r.Changed() {
		return ""
	}
	return action
}

// Old says why a result of an age was shrunk.
func (r *Result) Old(action transcript.Action, age int) {
	r.Note(transcript.OldResult, action, fmt.Sprintf("tool result of %d chars is %d assistant messages old", r.Was(), age))
}
