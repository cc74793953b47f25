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
	f.spoke = true
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

// closeFrame looks at the ids of a frame that is complete, and keeps the frame
// if there is something to do.
func (t *frames) closeFrame(f *frame) {
	for _, c := range f.calls {
		if t.uses != nil && !c.drop && !c.noID && !c.empty && !f.dropped && (t.equal != nil || f.format.Rules().UniqueIDs) {
			t.use(c, f.format.Rules().UniqueIDs)
		}
	}
	if !f.dead && (f.pending() || f.busy()) {
		t.work = append(t.work, f)
	}
}

// use notes the use of an id, which may have to be unique.
func (t *frames) use(c *call, unique bool) {
	if t.again != nil && !t.again(c.id) {
		return
	}
	first, used := t.uses[c.id]
	switch {
	case !used && t.equal == nil:
		t.uses[c.id] = nil // presence is enough: do not keep the call
	case !used:
		t.uses[c.id] = c
	case first == c || c.rename: // a twin that is renamed anyway
	case t.equal != nil && t.equal(first, c):
		c.drop = true
		t.drops = append(t.drops, drop{part: c.part, code: transcript.DuplicateCall, why: "the same call and result are written again"},
			drop{part: c.result.part, code: transcript.DuplicateCall, why: "the same call and result are written again"})
	default:
		c.rename = unique
	}
}

// pending reports whether a result may still come for one of the calls.
func (f *frame) pending() bool {
	for _, c := range f.calls {
		if !f.dropped && !c.drop && (c.result == nil || c.result.synthetic) {
			return true
		}
	}
	return false
}

// busy reports whether the frame has results to move or ids to rename.
func (f *frame) busy() bool {
	for _, c := range f.calls {
		if c.moved && !c.drop || c.rename {
			return true
		}
	}
	return false
}

// compact takes note of a compaction at position at, which keeps the messages
// from kept on. What it replaced is forgotten; what it kept is not touched any
// more, but may still be answered.
func (t *frames) compact(kept, at int64) {
	if t.cur != nil && t.cur.at < kept {
		t.cur = nil
	}
	if t.cur != nil {
		t.cur.dead = true
	}
	for key, list := range t.open {
		t.open[key] = after(list, kept, func(f *frame) int64 { return f.at })
		for _, f := range t.open[key] {
			f.dead = true
		}
	}
	t.work = after(t.work, at, func(f *frame) int64 { return f.at })
	t.drops = after(t.drops, at, func(d drop) int64 { return d.at })
	t.orphans = after(t.orphans, at, func(d drop) int64 { return d.at })
}

// seal is compact for a live path: everything fed so far was kept.
func (t *frames) seal() { t.compact(-1, 1<<62) }

// after returns the elements that stand at or after a position.
func after[T any](list []T, at int64, where func(T) int64) []T {
	kept := list[:0]
	for _, e := range list {
		if where(e) >= at {
			kept = append(kept, e)
		}
	}
	return kept
}

// finish ends the thread.
func (t *frames) finish() {
	if f := t.cur; f != nil {
		t.cur = nil
		t.closeFrame(f)
	}
}

// tail reports whether the frame is the end of its thread, so that its calls
// may still be running or be a label: nothing follows but roles no API knows,
// and no result is moved behind it.
func (t *frames) tail(f *frame) bool {
	moved := slices.ContainsFunc(f.calls, func(c *call) bool { return c.moved && !c.drop })
	return !f.spoke && !moved && (t.conv || f.label || t.opt.Tail == KeepTail)
}
