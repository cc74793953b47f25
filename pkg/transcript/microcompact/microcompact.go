// Package microcompact shrinks old tool results with age: the stage of
// tr-microcompact.
//
// CompactBytes shrinks in messages in memory, Compact in a stream, and New returns the stage
// to be chained with others.
//
// How: the age of a result is the number of assistant messages of its thread after
// the one that called it. From one age on a large result becomes head, marker
// and tail, from a later one a line that says what it was. What a result becomes
// depends on the original alone, which a marker describes well enough: to run
// after every turn gives the same bytes as to run once.
package microcompact

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"trtools/internal/document"
	"trtools/internal/shrink"
	"trtools/internal/turns"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/spill"
	"trtools/pkg/transcript/tokens"
)

// Options say what is old, what is large, and what stays. The zero value is what
// tr-microcompact does without flags. A negative age or size stands for 0.
type Options struct {
	Truncate  int              // age from which on head and tail are left; 0: 2
	Summarize int              // age from which on a summary is left; 0: 4
	Min       int              // chars up to which an original is never touched; 0: 3,000
	Keep      transcript.Globs // tools whose results stay; nil: DefaultKeep
	Store     *spill.Store     // keeps the full texts; nil to keep none

	// MinGain and Target, in chars, make what happens to a result depend on the
	// others: nothing is done if less than MinGain would be freed, and nothing
	// more, from the oldest line on, once Target is. 0 is no condition.
	MinGain, Target int

	// KeepNewest is how many of the newest results stay, whatever their age.
	KeepNewest int

	// FromTokens is how many estimated tokens a result has at least that is changed, 0 for any.
	// What has been cut before was large enough then.
	FromTokens int

	More
}

// filled returns the options with their defaults, and 0 for what is negative.
func (o Options) filled() Options {
	o.Truncate = max(0, cmp.Or(o.Truncate, shrink.Truncate))
	o.Summarize = max(0, cmp.Or(o.Summarize, shrink.Summarize))
	o.Min = max(0, cmp.Or(o.Min, shrink.MinChars))
	if o.Keep == nil {
		o.Keep = DefaultKeep()
	}
	return o
}

// stage is the stage.
type stage struct {
	*turns.Walker
	opt                   Options
	allow                 func(*turns.Result) bool // nil: everything
	decided               func(*turns.Result)      // called for every change; may be nil
	met                   func(*turns.Result)      // called for every tool result; may be nil
	ages                  *shrink.Ages
	later                 map[turns.Place]later   // the needless results
	asked                 map[int]turns.Place     // by thread: the last message of its user
	done                  map[transcript.Code]int // how many of each were changed
	truncated, summarized int
}

// New returns a stage for one input. With a condition on the whole it reads the
// input twice. A nil job.Report is fine.
func New(o Options, job transcript.Job) transcript.Stage {
	o = o.filled()
	if o.measures() || o.twice() {
		return newTwice(o, job)
	}
	return newStage(o, job)
}

// Compact reads a transcript from r, lines of JSON or one JSON document, and writes it to w
// with its old results shrunk. It returns what it found. Errors are those of reading and
// writing.
func Compact(r io.Reader, w io.Writer, o Options) (found []transcript.Finding, err error) {
	return document.Of(New, o).Run(r, w)
}

// CompactBytes is Compact for messages in memory: JSON Lines, or a JSON document such as an array
// of messages or the body of a request. What it returns is of the same kind; data stays as
// it is.
func CompactBytes(data []byte, o Options) (out []byte, found []transcript.Finding, err error) {
	return document.Of(New, o).Bytes(data)
}

// measures reports whether it has to be known what could be freed before anything is.
func (o *Options) measures() bool { return o.MinGain > 0 || o.Target > 0 || o.KeepNewest > 0 }

func newStage(o Options, job transcript.Job) *stage {
	s := &stage{opt: o, done: map[transcript.Code]int{}}
	s.ages = &shrink.Ages{Truncate: o.Truncate, Summarize: o.Summarize, Min: o.Min, Keep: o.Keep, Shorten: o.Shorten}
	s.Walker = turns.New(o.walk(), job, s)
	return s
}

func (o *Options) walk() turns.Options {
	return turns.Options{
		Young: max(o.Summarize, o.Images), Decided: min(o.Truncate, o.Summarize), ByCall: true, Store: o.Store, Tool: "tr-microcompact",
		Arguments: o.Arguments > 0, Reasoning: o.Reasoning, Images: o.Images > 0, Files: o.Stale,
	}
}

// Read implements turns.Decider: errors and what is small stay as they are.
func (s *stage) Read(r *turns.Result) bool {
	if s.met != nil && r.Kind == turns.ToolResult && !r.Copy {
		s.met(r)
	}
	switch {
	case r.Kind == turns.Image, r.Kind == turns.Reasoning:
		return true
	case r.Kind == turns.Arguments:
		return r.MayBeOver(s.opt.Arguments)
	case r.Failed, s.fewTokens(r):
		return false
	case s.opt.Noise && r.MayBeNoisy():
		return true
	}
	return r.MayBeOver(s.least())
}

// fewTokens reports whether a result has too few tokens to be changed.
func (s *stage) fewTokens(r *turns.Result) bool {
	return s.opt.FromTokens > 0 && r.Original() == r.Was() && r.Tokens(tokens.Calibrated) < s.opt.FromTokens
}

// least is how many chars a result may have that nothing is done to.
func (s *stage) least() int {
	if s.later != nil {
		return min(s.opt.Min, short)
	}
	return s.opt.Min
}

// Retire implements turns.Decider: the results of a message are as old as they
// will ever be.
func (s *stage) Retire(m *turns.Message) {
	old := m.Age >= s.ages.First() && !m.Open()
	for _, r := range m.Results {
		switch {
		case r.Kind == turns.Reasoning:
			s.clearReasoning(m, r)
		case !old:
		case r.Kind != turns.ToolResult:
			s.clearBeside(r, m.Age)
		case s.replaceNeedless(r):
		case s.ages.Concerns(&r.Result):
			s.shrink(r, m.Age)
		case s.opt.Noise:
			s.removeNoise(r, m.Age)
		}
	}
}

// shrink cuts or summarizes a result, depending on its age.
func (s *stage) shrink(r *turns.Result, age int) {
	action := s.ages.Shrink(&r.Result, age)
	if action == "" || !s.allows(r) || !r.Save() {
		return
	}
	if action == transcript.Summarize {
		s.summarized++
	} else {
		s.truncated++
	}
	r.Old(action, age)
	if s.decided != nil {
		s.decided(r)
	}
}

// allows reports whether a result was chosen to be changed. One that was not stays as it is.
func (s *stage) allows(r *turns.Result) bool {
	if s.allow == nil || s.allow(r) {
		return true
	}
	r.Keep()
	return false
}

// Summary implements transcript.Summarizer.
func (s *stage) Summary() transcript.Summary { return transcript.Summary{Changed: s.did()} }

// did says in one line what changed, "" if nothing did.
func (s *stage) did() string {
	var parts []string
	if s.truncated > 0 {
		parts = append(parts, transcript.FormatCount(s.truncated, "result")+" truncated")
	}
	if s.summarized > 0 {
		parts = append(parts, transcript.FormatCount(s.summarized, "result")+" summarized")
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
