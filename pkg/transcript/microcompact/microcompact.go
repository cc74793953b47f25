// Package microcompact shrinks old tool results with age: the stage of
// tr-microcompact.
//
// The age of a result is the number of assistant messages of its thread after
// the one that called it. From one age on a large result becomes head, marker
// and tail, from a later one a line that says what it was. What a result becomes
// depends on the original alone, which a marker describes well enough: to run
// after every turn gives the same bytes as to run once.
package microcompact

import (
	"fmt"
	"strings"

	"trtools/internal/preview"
	"trtools/internal/turns"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/spill"
)

// Defaults, and the sizes of what is left.
const (
	DefaultTruncate  = 2     // age from which on head and tail are left
	DefaultSummarize = 4     // age from which on a summary is left
	DefaultMin       = 3_000 // chars up to which a result is never touched
	Head             = 2_000 // chars of a preview
	Tail             = 500
)

// Options say what is old, what is large, and what stays.
type Options struct {
	Truncate  int // age from which on head and tail are left
	Summarize int // age from which on a summary is left
	Min       int // chars up to which an original is never touched
	Keep      Globs
	Store     *spill.Store // keeps the full texts; nil to keep none

	// MinGain and Target, in chars, make what happens to a result depend on the
	// others: nothing is done if less than MinGain would be freed, and nothing
	// more, from the oldest line on, once Target is. 0 is no condition.
	MinGain, Target int

	More
}

// Default returns the options of tr-microcompact without flags.
func Default() Options {
	return Options{Truncate: DefaultTruncate, Summarize: DefaultSummarize, Min: DefaultMin, Keep: DefaultKeep()}
}

// Stage is the stage.
type Stage struct {
	*turns.Walker
	opt                   Options
	allow                 func(*turns.Result) bool // nil: everything
	decided               func(*turns.Result)      // called for every change; may be nil
	kept                  map[string]bool
	later                 map[place]later         // the needless results
	done                  map[transcript.Code]int // how many of each were changed
	truncated, summarized int
}

// mostTools bounds what is remembered of tools' names.
const mostTools = 1000

// New returns a stage for one input. With a condition on the whole it reads the
// input twice. A nil job.Report is fine.
func New(o Options, job transcript.Job) transcript.Stage {
	if o.MinGain > 0 || o.Target > 0 || o.twice() {
		return newTwice(o, job)
	}
	return newStage(o, job)
}

func newStage(o Options, job transcript.Job) *Stage {
	s := &Stage{opt: o, kept: map[string]bool{}, done: map[transcript.Code]int{}}
	s.Walker = turns.New(o.walk(), job, s)
	return s
}

func (o *Options) walk() turns.Options {
	return turns.Options{
		Young: max(o.Summarize, o.Images), Decided: o.firstCut(), ByCall: true, Store: o.Store, Tool: "tr-microcompact",
		Arguments: o.Arguments > 0, Reasoning: o.Reasoning, Images: o.Images > 0, Files: o.Stale,
	}
}

// firstCut is the age from which on something happens to a result.
func (o *Options) firstCut() int { return min(o.Truncate, o.Summarize) }

// Read implements turns.Decider: errors and what is small stay as they are.
func (s *Stage) Read(r *turns.Result) bool {
	switch {
	case r.Kind == turns.Image:
		return true
	case r.Kind == turns.Arguments:
		return r.MayBeOver(s.opt.Arguments)
	case r.Kind == turns.Reasoning:
		return r.Bound() > short
	case r.Failed:
		return false
	case s.opt.Noise && r.MayBeNoisy():
		return true
	}
	least := s.opt.Min
	if s.later != nil {
		least = min(least, short)
	}
	return r.MayBeOver(least)
}

// Retire implements turns.Decider: the results of a message are as old as they
// will ever be.
func (s *Stage) Retire(m *turns.Message) {
	if m.Age < s.opt.firstCut() || m.Open() {
		return
	}
	for _, r := range m.Results {
		switch {
		case r.Kind != turns.ToolResult:
			s.clearBeside(r, m.Age)
		case s.replaceNeedless(r):
		case s.decidedByAge(r):
			s.shrink(r, m.Age)
		case s.opt.Noise:
			s.removeNoise(r, m.Age)
		}
	}
}

// keeps reports whether the results of a tool are never cleared. It remembers the
// answer.
func (s *Stage) keeps(tool string) bool {
	kept, known := s.kept[tool]
	if !known {
		kept = s.opt.Keep.Match(tool)
		if len(s.kept) < mostTools {
			s.kept[tool] = kept
		}
	}
	return kept
}

// shrink cuts or summarizes a result, depending on its age.
func (s *Stage) shrink(r *turns.Result, age int) {
	summarize := age >= s.opt.Summarize && !s.keeps(r.Tool)
	for _, t := range r.Texts {
		if summarize {
			t.Summarize()
		} else {
			t.Cut(preview.Limit{Cap: t.Size() - 1, Head: Head, Tail: Tail, Exact: true})
		}
	}
	if !r.Changed() {
		return
	}
	if s.allow != nil && !s.allow(r) {
		r.Keep()
		return
	}
	if r.Save() {
		s.note(r, age, summarize)
	}
}

// note reports a result that was shrunk.
func (s *Stage) note(r *turns.Result, age int, summarize bool) {
	why := fmt.Sprintf("tool result of %d chars is %d assistant messages old", r.Was(), age)
	if summarize {
		s.summarized++
		r.Note(transcript.OldResult, transcript.Summarize, why)
	} else {
		s.truncated++
		r.Note(transcript.OldResult, transcript.Truncate, why)
	}
	if s.decided != nil {
		s.decided(r)
	}
}

// Summary implements transcript.Summarizer.
func (s *Stage) Summary() string {
	var parts []string
	if s.truncated > 0 {
		parts = append(parts, fmt.Sprintf("%d truncated", s.truncated))
	}
	if s.summarized > 0 {
		parts = append(parts, fmt.Sprintf("%d summarized", s.summarized))
	}
	for _, c := range []transcript.Code{
		transcript.SameResult, transcript.StaleRead, transcript.TerminalNoise,
		transcript.OldImage, transcript.OldReasoning, transcript.OldArguments,
	} {
		if n := s.done[c]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, c))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(append(parts, s.Freed()), ", ")
}
