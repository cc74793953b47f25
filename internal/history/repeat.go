package history

import (
	"sort"

	"github.com/cespare/xxhash/v2"

	"trtools/internal/dialect"
	"trtools/internal/packed"
	"trtools/pkg/transcript/outline"
)

// repeats files a record without a link, and reports whether it is a live one that
// is written again. Only a time stamp to the millisecond tells a copy from a user
// who says the same thing twice, so formats without one have no copies. Nor have
// instructions: Codex 0.88 to 0.104 write a developer message twice in a millisecond.
func (x *Index) repeats(v *dialect.View, rec outline.Value, ref int64) bool {
	if x.Same == nil || !v.Format.Rules().ByID || v.Time.Blank() || v.Role == dialect.System {
		return false
	}
	h := xxhash.Sum64(rec.Raw())
	if i, known := x.lines[h]; known {
		switch {
		case !x.Same(x.Node(i).Ref(), rec):
		case !x.takenBack(i):
			x.Repeats = append(x.Repeats, Repeat{Node: i, Ref: ref})
			return true
		case v.Class == dialect.Message:
			x.written = append(x.written, written{uint32(x.nodes.Len()), i})
		}
	}
	packed.Set(&x.lines, h, uint32(x.nodes.Len()))
	return false
}

// written is a record that is written like one which a rollback took back.
type written struct{ node, like uint32 }

// rolledBackTwice files a rollback, and reports whether it is a copy of another one: with
// the copies of what that one took back right in front of it, or none of them, it would
// take back what the first one left. Then all of these are copies.
func (x *Index) rolledBackTwice(v *dialect.View, rec outline.Value, ref int64) bool {
	if x.Same == nil || v.Time.Blank() {
		return false
	}
	if h := xxhash.Sum64(rec.Raw()); !x.rolled[h] {
		packed.Set(&x.rolled, h, true)
		x.written = nil
		return false
	}
	tip, turns, copies := x.tip, 0, len(x.written)
	for ; copies > 0 && x.written[copies-1].node == tip; copies-- {
		if x.Node(tip).Is(Turn) {
			turns++
		}
		tip = x.Node(tip).parent
	}
	left := tip
	if tip == None && copies < len(x.written) {
		left = x.written[copies].like
	}
	if left == None || turns >= v.Turns {
		x.written = nil
		return false
	}
	for _, c := range x.written[copies:] {
		x.Repeats = append(x.Repeats, Repeat{Node: c.like, Ref: x.Node(c.node).Ref()})
		x.Node(c.node).setBack(0) // no part of the message that it was written behind
	}
	if copies < len(x.written) {
		x.takeBack(x.written[copies].node)
	}
	x.tip, x.turns, x.written = tip, x.turns-turns, nil
	x.Repeats = append(x.Repeats, Repeat{left, ref, true})
	return true
}

// takeBack notes that the records from one on are out of the history so far.
func (x *Index) takeBack(from uint32) {
	n := len(x.dead)
	for n > 0 && x.dead[n-1][0] >= from {
		n--
	}
	x.dead = append(x.dead[:n], [2]uint32{from, uint32(x.nodes.Len())})
}

// takenBack reports whether a rollback or a compaction took a record without a
// link out of the history so far: what is written again behind it is no copy.
func (x *Index) takenBack(i uint32) bool {
	k := sort.Search(len(x.dead), func(k int) bool { return i < x.dead[k][1] })
	return k < len(x.dead) && i >= x.dead[k][0]
}
