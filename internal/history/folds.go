package history

import (
	"maps"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/packed"
	"trtools/internal/pairing"
	"trtools/pkg/transcript/outline"
)

// folded is a log as its client has it when it has read it (dialect.Rules.Folds).
type folded struct {
	list     []version       // its messages, in the place of their first version, as the last one says
	place    map[uint64]int  // of each in the list, by its key
	back     map[uint32]bool // messages that were taken back
	versions []version       // all of them, in the order of the input
	again    map[uint32]bool // those in whose place a later record stands
}

// version is a message of a log as one record tells it.
type version struct {
	key  uint64
	node uint32
}

// fold enters a record of a log, and reports whether it is one.
func (x *Index) fold(v *dialect.View, rec outline.Value, ref int64) bool {
	if !v.Format.Rules().Folds {
		return false
	}
	switch {
	case v.Rewind.Exists():
		x.rewind(pairing.HashOf(v.Rewind))
	case v.Class == dialect.Boundary:
		before := x.log
		x.log = folded{list: []version{{0, uint32(x.nodes.Len())}}, again: before.again}
		x.addBoundary(v, rec, ref)
		x.log.replace(before.versions)
	case v.Class == dialect.Message, v.Key.Exists(): // what is not sent has a place
		x.addChained(v, rec, ref, 0)
	}
	return true
}

// foldIn gives a new node its place in the log.
func (x *Index) foldIn(i uint32, key uint64) {
	if k, known := x.log.place[key]; known {
		old := x.log.list[k].node
		x.log.list[k].node = i
		if newest := x.log.versions[len(x.log.versions)-1]; newest.node == old && !x.Node(old).Is(Inner) {
			x.log.supersede(old) // nothing comes between, so that it does not change its place
		}
	} else {
		packed.Set(&x.log.place, key, len(x.log.list))
		x.log.list = append(x.log.list, version{key, i})
	}
	x.log.versions = append(x.log.versions, version{key, i})
}

func (f *folded) supersede(i uint32) { packed.Set(&f.again, i, true) }

// replace notes which messages before a boundary its list holds, in a later version. The
// others are still told of by what stands before.
func (f *folded) replace(before []version) {
	var others []version
	for _, v := range before {
		if _, listed := f.place[v.key]; listed {
			f.supersede(v.node)
		} else {
			others = append(others, v)
		}
	}
	f.versions = append(others, f.versions...)
}

// rewind takes back the message with a key and all behind it. If there is no such message
// that is all of the log.
func (x *Index) rewind(key uint64) {
	from := x.log.place[key]
	for _, v := range x.log.list[from:] {
		packed.Set(&x.log.back, v.node, true)
		delete(x.log.place, v.key)
	}
	x.log.list = x.log.list[:from]
}

// Superseded returns the records of a log without which its client reads the same: each of
// their messages stands in a later record, and in its place.
func (x *Index) Superseded() (refs []int64) {
	left := map[int64]int{} // by record: its messages that stand in no later one
	for i := range x.log.again {
		left[x.Node(i).Ref()]--
	}
	for i := range uint32(x.Len()) {
		n := x.Node(i)
		if _, some := left[n.Ref()]; some && n.Speaks() {
			left[n.Ref()]++
		}
	}
	maps.DeleteFunc(left, func(_ int64, n int) bool { return n > 0 })
	return slices.Sorted(maps.Keys(left))
}

// replayed returns the log of a planned result: at has the new nodes of the old ones, and put
// new nodes with the ones that they stand behind.
func (f *folded) replayed(at []uint32, put [][2]uint32) (n folded) {
	for _, v := range f.list {
		if at[v.node] != None {
			n.list = append(n.list, version{v.key, at[v.node]})
		}
	}
	for _, p := range put {
		k := len(n.list)
		if behind := slices.IndexFunc(n.list, func(v version) bool { return v.node == p[1] }); behind >= 0 {
			k = behind + 1
		}
		n.list = slices.Insert(n.list, k, version{node: p[0]})
	}
	return n
}
