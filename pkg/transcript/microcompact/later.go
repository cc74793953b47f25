package microcompact

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"unicode/utf8"

	"trtools/internal/preview"
	"trtools/internal/turns"
	"trtools/pkg/transcript"
)

// later is what makes a result needless.
type later struct {
	code       transcript.Code
	words, why string
}

// survey collects, the first time that the input is read, what later results
// make of earlier ones. It is a turns.Decider.
type survey struct {
	*turns.Walker
	stage   *Stage // asks what age does
	entries []entry
}

// entry is a result as the survey sees it.
type entry struct {
	place
	line           int64
	thread, number int // of its message
	subject        bool
	long           bool     // worth a word in its place
	text           [16]byte // hash
	file           turns.File
	reads, writes  bool
}

func newSurvey(s *Stage, walk turns.Options, job transcript.Job) *survey {
	v := &survey{stage: s}
	walk.Store = nil
	walk.Arguments, walk.Reasoning, walk.Images = false, false, false
	v.Walker = turns.New(walk, job, v)
	return v
}

// Read implements turns.Decider: errors neither repeat nor outdate anything.
func (v *survey) Read(r *turns.Result) bool { return !r.Failed }

// Retire implements turns.Decider.
func (v *survey) Retire(m *turns.Message) {
	for _, r := range m.Results {
		e := entry{place: placeOf(r), thread: m.Thread(), number: m.Number, file: r.File}
		e.line, _ = r.Line()
		e.reads, e.writes = reading.Match(r.Tool), writing.Match(r.Tool)
		if t := r.Texts; fits(r) && t[0].Bound() > short {
			text := v.withoutNoise(t[0])
			sum := sha256.Sum256(text)
			e.long, e.subject, e.text = utf8.RuneCount(text) > short, v.stage.decidedByAge(r), [16]byte(sum[:16])
		}
		if e.long || e.file.Name != "" && (e.reads || e.writes) {
			v.entries = append(v.entries, e)
		}
	}
}

// withoutNoise returns a text as it is compared: without noise if that is taken out, as
// an earlier run may have done that.
func (v *survey) withoutNoise(t *turns.EditableText) []byte {
	text := t.Body().Bytes()
	if v.stage.opt.Noise && t.MayBeNoisy() {
		text = preview.StripTerminalNoise(text)
	}
	return text
}

// index is the next result, seen from the one that is looked at, of each text
// and each file.
type index struct {
	same         map[sameKey]*entry
	whole, parts map[fileKey]*entry
}

type sameKey struct {
	thread int
	text   [16]byte
}

type fileKey struct {
	thread int
	file   turns.File
}

// plan returns what makes results needless. The next thing that does decides,
// not the last one: that stays as it is however much longer the input gets.
func (v *survey) plan() map[place]later {
	slices.SortStableFunc(v.entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), cmp.Compare(a.n, b.n))
	})
	x := index{map[sameKey]*entry{}, map[fileKey]*entry{}, map[fileKey]*entry{}}
	plan := map[place]later{}
	for i := len(v.entries) - 1; i >= 0; i-- {
		e := &v.entries[i]
		if e.long {
			if l, ok := v.after(e, &x); ok {
				plan[e.place] = l
			}
		}
		x.add(e)
	}
	return plan
}

func (x *index) add(e *entry) {
	if e.long {
		x.same[sameKey{e.thread, e.text}] = e
	}
	if e.file.Name == "" {
		return
	}
	if e.writes || e.reads && e.file.Part == "" {
		x.whole[fileKey{e.thread, turns.File{Name: e.file.Name}}] = e
	}
	if e.reads {
		x.parts[fileKey{e.thread, e.file}] = e
	}
}

// after returns the first thing that makes e needless.
func (v *survey) after(e *entry, x *index) (later, bool) {
	var same, stale *entry
	if v.stage.opt.Same {
		same = v.inTime(e, x.same[sameKey{e.thread, e.text}])
	}
	if v.stage.opt.Stale && e.reads && e.file.Name != "" {
		stale = first(v.inTime(e, x.whole[fileKey{e.thread, turns.File{Name: e.file.Name}}]), v.inTime(e, x.parts[fileKey{e.thread, e.file}]))
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

// inTime returns by unless e would be cut by age before by is there: what an
// earlier run made of e must hold.
func (v *survey) inTime(e, by *entry) *entry {
	if by != nil && e.subject && by.number-e.number >= v.stage.opt.firstCut() {
		return nil
	}
	return by
}

func first(a, b *entry) *entry {
	if a == nil || b != nil && (b.offset < a.offset || b.offset == a.offset && b.n < a.n) {
		return b
	}
	return a
}

// lineOf names the line of a result; on e's own line, where all messages stand,
// there is nothing to name.
func lineOf(e, by *entry, other, own string) string {
	if e.line == by.line {
		return own
	}
	return fmt.Sprintf("%s on line %d", other, by.line)
}
