package pair

import (
	"slices"

	"trtools/internal/packed"
	"trtools/internal/pairing"
	"trtools/pkg/transcript"
)

// retire ends the current frame. Results may still come for its calls.
func (t *frames) retire() {
	f := t.cur
	if f == nil {
		return
	}
	t.cur = nil
	f.continued = true
	if t.closeFrame(f); !f.dropped {
		t.open.Add(&f.Set)
	}
}

// closeFrame looks for repeated ids in a complete frame, and puts the frame on the
// work list if something in it needs a repair.
func (t *frames) closeFrame(f *frame) {
	rules := f.format.Rules()
	for _, c := range f.Calls {
		if !c.Gone && !c.NoID && !c.Empty && !f.dropped && (t.equal != nil || rules.UniqueIDs) && t.repeated[c.ID] {
			t.checkRepeated(c, rules.UniqueIDs)
		}
	}
	if !f.sealed && (!f.dropped && f.Waits() || f.needsEdit()) {
		t.work = append(t.work, f)
	}
}

// checkRepeated decides about a call whose id other calls have too: a copy of the first
// one is removed, any other is renamed if ids have to be unique.
func (t *frames) checkRepeated(c *call, unique bool) {
	first := t.first[c.ID]
	switch {
	case first == nil:
		packed.Set(&t.first, c.ID, c)
	case first == c || c.twin: // it is renamed anyway, or kept
	case t.equal != nil && t.equal(first, c):
		c.Gone = true
		t.drops = append(t.drops, drop{part: c.part, code: transcript.DuplicateCall, why: replayWhy, copy: !unique},
			drop{part: c.result, code: transcript.DuplicateCall, why: replayWhy})
	default:
		c.rename = unique
	}
}

const replayWhy = "the same call and result are written again"

// needsEdit reports whether the frame has results to move or ids to rename.
func (f *frame) needsEdit() bool {
	return slices.ContainsFunc(f.Calls, func(c *call) bool { return c.moved && !c.Gone || c.rename })
}

// seal marks the calls so far as kept by a compaction: they are never edited, but
// later results may still answer them.
func (t *frames) seal() {
	if t.cur != nil {
		t.cur.sealed = true
	}
	t.work, t.drops, t.orphans = nil, nil, nil
}

// passCompaction ends the current frame at a compaction on the path. The compaction
// interrupted its open calls: results may still answer them, but none is made up.
func (t *frames) passCompaction() {
	if f := t.cur; f != nil && !f.continued && !f.hasResults() {
		f.sealed = true
	}
	t.retire()
}

// hasResults reports whether one of the calls has a result.
func (f *frame) hasResults() bool {
	return slices.ContainsFunc(f.Calls, func(c *call) bool { return c.Answered && !c.Gone })
}

// finish ends the thread: no result comes any more.
func (t *frames) finish() {
	t.open = pairing.Waiting[*call]{}
	if f := t.cur; f != nil {
		t.cur = nil
		t.closeFrame(f)
	}
}

// endsThread reports whether the frame is the end of its thread, so that its calls may
// still be running or be a label: nothing follows but roles no API knows, and no
// result is moved behind it. A label has no results at all.
func (t *frames) endsThread(f *frame) bool {
	if f.continued || slices.ContainsFunc(f.Calls, func(c *call) bool { return c.moved && !c.Gone }) {
		return false
	}
	if f.waits() {
		return true
	}
	open := t.opt.Tail == DefaultTail && f.format.Rules().OpenEnd
	return t.opt.Tail == KeepTail || !f.hasResults() && (f.label || open || t.opt.keepsLabel(t.conv))
}

// waits reports whether all calls that lack a result may do without one as long as
// nothing follows.
func (f *frame) waits() bool {
	return !slices.ContainsFunc(f.Calls, func(c *call) bool { return !c.Answered && !c.Gone && !c.inline })
}
