package microcompact

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"trtools/internal/preview"
	"trtools/internal/shrink"
	"trtools/internal/turns"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// later says why something later in the input makes a result needless.
type later struct {
	code  transcript.Code
	words string // what is written in the place of the result
	why   string // what the finding says
}

// survey notes, when the input is read for the first time, which results later ones
// make needless. It is a turns.Decider.
type survey struct {
	*turns.Walker
	stage   *stage // knows what age does to a result
	entries []entry
}

// entry is a result as the survey sees it.
type entry struct {
	turns.Place
	line           int64
	thread, number int        // of its message
	subject        bool       // it will be cut once it is old enough
	long           bool       // it is long enough to be replaced by a note
	text           [16]byte   // hash of its text
	file           turns.File // that its call names
	reads, writes  bool       // what its tool does to files
}

func newSurvey(s *stage, walk turns.Options, job transcript.Job) *survey {
	v := &survey{stage: s}
	walk.Store = nil
	walk.Arguments, walk.Reasoning, walk.Images = false, false, false
	v.Walker = turns.New(walk, job, v)
	v.Asked = map[int]turns.Place{}
	return v
}

// Read implements turns.Decider: errors neither repeat nor outdate anything.
func (v *survey) Read(r *turns.Result) bool { return !r.Failed }

// Retire implements turns.Decider.
func (v *survey) Retire(m *turns.Message) {
	for _, r := range m.Results {
		e := entry{Place: r.Place(), thread: m.Thread(), number: m.Number, file: r.File}
		e.line, _ = r.Line()
		e.reads, e.writes = reading.Match(r.Tool), writing.Match(r.Tool)
		if t := r.Texts; fits(r) && t[0].Bound() > short {
			text := v.withoutNoise(t[0])
			sum := sha256.Sum256(text)
			e.long, e.subject, e.text = outline.RuneCount(text) > short, v.stage.ages.Concerns(&r.Result), [16]byte(sum[:16])
		}
		if e.long || e.file.Name != "" && (e.reads || e.writes) {
			v.entries = append(v.entries, e)
		}
	}
}

// withoutNoise returns a text as it is compared with others. If this stage removes
// terminal noise, it is left out here too, as an earlier run may have removed it from
// one of two equal texts.
func (v *survey) withoutNoise(t *shrink.Text) []byte {
	text := t.Body().Bytes()
	if v.stage.opt.Noise && t.MayBeNoisy() {
		text = preview.StripTerminalNoise(text)
	}
	return text
}

// index holds, while the results are gone through from the last one back, the next
// result of every text and of every file: of all of it the next read or the next write, of a
// part the next read.
type index map[indexKey]*entry

type indexKey struct {
	thread int
	text   [16]byte
	file   turns.File
}

func sameText(e *entry) indexKey { return indexKey{thread: e.thread, text: e.text} }
func samePart(e *entry) indexKey { return indexKey{thread: e.thread, file: e.file} }
func allOfFile(e *entry) indexKey {
	return indexKey{thread: e.thread, file: turns.File{Name: e.file.Name}}
}

// plan returns the needless results, with the reason for each. If there are several
// reasons, the first one in the input counts: unlike the last one it stays the same
// when the input grows.
func (v *survey) plan() map[turns.Place]later {
	slices.SortStableFunc(v.entries, func(a, b entry) int { return inOrder(a.Place, b.Place) })
	x := index{}
	plan := map[turns.Place]later{}
	for i := len(v.entries) - 1; i >= 0; i-- {
		e := &v.entries[i]
		if e.long {
			if l, ok := v.after(e, x); ok {
				plan[e.Place] = l
			}
		}
		x.add(e)
	}
	return plan
}

func (x index) add(e *entry) {
	if e.long {
		x[sameText(e)] = e
	}
	if e.writes && e.file.Name != "" {
		x[allOfFile(e)] = e
	}
	if e.reads && e.file.Name != "" {
		x[samePart(e)] = e
	}
}

// after returns the first thing that makes e needless.
func (v *survey) after(e *entry, x index) (later, bool) {
	var same, stale *entry
	if v.stage.opt.Same {
		same = v.inTime(e, x[sameText(e)])
	}
	if v.stage.opt.Stale && e.reads && e.file.Name != "" {
		stale = first(v.inTime(e, x[allOfFile(e)]), v.inTime(e, x[samePart(e)]))
	}
	switch by := first(same, stale); {
	case by == nil:
		return later{}, false
	case by == same:
		return later{transcript.SameResult, "Same text as " + lineOf(e, by, "the tool result", "a later tool result"), "tool result that " + lineOf(e, by, "the one", "a later one") + " repeats"}, true
	case by.writes:
		return later{transcript.StaleRead, "Outdated: the file was changed by " + lineOf(e, by, "the call with the result", "a later call"), "read of a file that was changed since"}, true
	default:
		return later{transcript.StaleRead, "Outdated: the file was read again by " + lineOf(e, by, "the call with the result", "a later call"), "read of a file that was read again"}, true
	}
}

// inTime returns by, or nil if e is old enough to be cut before by comes: a run between
// the two has cut e already, and its result must stay what it is.
func (v *survey) inTime(e, by *entry) *entry {
	if by != nil && e.subject && by.number-e.number >= v.stage.ages.First() {
		return nil
	}
	return by
}

// first returns the entry that stands first in the input. Either may be nil.
func first(a, b *entry) *entry {
	if a == nil || b != nil && (b.Before(a.Place)) {
		return b
	}
	return a
}

// lineOf says on which line by is, in the words of other. If that is e's own line, as
// in a conversation on one line, it says own instead, without a number.
func lineOf(e, by *entry, other, own string) string {
	if e.line == by.line {
		return own
	}
	return fmt.Sprintf("%s on line %d", other, by.line)
}
