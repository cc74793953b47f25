package history

import (
	"sort"

	"github.com/cespare/xxhash/v2"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// line is a record without a link of its own, by what is written on it.
type line struct {
	hash uint64
	node uint32
}

// repeats files a record without a link, and reports whether it is a live one that
// is written again. Only a time stamp to the millisecond tells a copy from a user
// who says the same thing twice, so formats without one have no copies.
func (x *Index) repeats(v *dialect.View, rec outline.Value, ref int64) bool {
	if x.Same == nil || !v.Format.Rules().ByID || v.Time.Blank() {
		return false
	}
	h := nonzero(xxhash.Sum64(rec.Raw()), 1)
	if k := x.byLine.find(h); k != None {
		if i := x.lines.at(int(k)).node; !x.takenBack(i) && x.Same(x.Node(i).Ref(), rec) {
			x.Repeats = append(x.Repeats, Repeat{Node: i, Ref: ref})
			return true
		}
	}
	x.byLine.add(uint32(x.lines.add(line{h, uint32(x.nodes.n)})))
	return false
}

// rolled is a rollback: what is written on it, and how many nodes stand before it.
type rolled struct {
	hash uint64
	node int
}

// rolledBackTwice reports whether a rollback is a copy of the one right before it:
// it would take back another turn.
func (x *Index) rolledBackTwice(v *dialect.View, rec outline.Value, ref int64) bool {
	if x.Same == nil || v.Time.Blank() {
		return false
	}
	r := rolled{nonzero(xxhash.Sum64(rec.Raw()), 1), x.nodes.n}
	if r == x.rolled && x.tip != None {
		x.Repeats = append(x.Repeats, Repeat{x.tip, ref, true})
		return true
	}
	x.rolled = r
	return false
}

// takeBack notes that the records from one on are out of the history so far.
func (x *Index) takeBack(from uint32) {
	n := len(x.dead)
	for n > 0 && x.dead[n-1][0] >= from {
		n--
	}
	x.dead = append(x.dead[:n], [2]uint32{from, uint32(x.nodes.n)})
}

// takenBack reports whether a rollback or a compaction took a record without a
// link out of the history so far: what is written again behind it is no copy.
func (x *Index) takenBack(i uint32) bool {
	k := sort.Search(len(x.dead), func(k int) bool { return i < x.dead[k][1] })
	return k < len(x.dead) && i >= x.dead[k][0]
}
