package pair

import (
	"slices"

	"trtools/pkg/transcript"
)

// retire ends the current frame. It is kept as long as something of it is open.
func (t *frames) retire() {
	f := t.cur
	if f == nil {
		return
	}
	t.cur = nil
	f.continued = true
	t.closeFrame(f)
	if f.pending() {
		t.keepOpen(f)
	}
}

// keepOpen files a frame under everything that a result may call it by.
func (t *frames) keepOpen(f *frame) {
	if t.open == nil {
		t.open = map[uint64][]*frame{}
	}
	for _, c := range f.calls {
		for _, key := range []uint64{c.id, c.name} {
			if list := t.open[key]; key != 0 && (len(list) == 0 || list[len(list)-1] != f) {
				t.open[key] = append(list, f)
			}
		}
	}
}

// closeFrame looks at the ids of a frame that is complete, and keeps the frame if
// there is something to do.
func (t *frames) closeFrame(f *frame) {
	rules := f.format.Rules()
	for _, c := range f.calls {
		if !c.drop && !c.noID && !c.empty && !f.dropped && (t.equal != nil || rules.UniqueIDs) && t.repeated(c.id) {
			t.checkRepeated(c, rules.UniqueIDs)
		}
	}
	if !f.sealed && (f.pending() || f.needsEdit()) {
		t.work = append(t.work, f)
	}
}

// checkRepeated notes the use of an id that comes more than once and may have to be unique.
func (t *frames) checkRepeated(c *call, unique bool) {
	if t.first == nil {
		t.first = map[uint64]*call{}
	}
	first := t.first[c.id]
	switch {
	case first == nil:
		t.first[c.id] = c
	case first == c || c.rename: // a twin that is renamed anyway
	case t.equal != nil && t.equal(first, c):
		c.drop = true
		t.drops = append(t.drops, drop{part: c.part, code: transcript.DuplicateCall, why: replayWhy},
			drop{part: c.result.part, code: transcript.DuplicateCall, why: replayWhy})
	default:
		c.rename = unique
	}
}

const replayWhy = "the same call and result are written again"

// pending reports whether a result may still come for one of the calls.
func (f *frame) pending() bool {
	return !f.dropped && slices.ContainsFunc(f.calls, func(c *call) bool {
		return !c.drop && (c.result == nil || c.result.synthetic)
	})
}

// needsEdit reports whether the frame has results to move or ids to rename.
func (f *frame) needsEdit() bool {
	return slices.ContainsFunc(f.calls, func(c *call) bool { return c.moved && !c.drop || c.rename })
}

// seal takes note of a compaction that keeps what was fed so far: it is not
// touched any more, but may still be answered.
func (t *frames) seal() {
	if t.cur != nil {
		t.cur.sealed = true
	}
	for _, list := range t.open {
		for _, f := range list {
			f.sealed = true
		}
	}
	t.work, t.drops, t.orphans = nil, nil, nil
}

// passCompaction takes note of a compaction on the path: calls that are open there were cut off
// by it. They may still be answered, but nothing is put in for them.
func (t *frames) passCompaction() {
	if f := t.cur; f != nil && !f.continued && !f.hasResults() {
		f.sealed = true
	}
	t.retire()
}

// hasResults reports whether one of the calls has a result.
func (f *frame) hasResults() bool {
	return slices.ContainsFunc(f.calls, func(c *call) bool { return c.result != nil && !c.drop })
}

// finish ends the thread.
func (t *frames) finish() {
	if f := t.cur; f != nil {
		t.cur = nil
		t.closeFrame(f)
	}
}

// endsThread reports whether the frame is the end of its thread, so that its calls may
// still be running or be a label: nothing follows but roles no API knows, and no
// result is moved behind it. A label has no results at all.
func (t *frames) endsThread(f *frame) bool {
	if f.continued || slices.ContainsFunc(f.calls, func(c *call) bool { return c.moved && !c.drop }) {
		return false
	}
	return t.opt.Tail == KeepTail || !f.hasResults() && (f.label || t.opt.keepsLabel(t.conv))
}
