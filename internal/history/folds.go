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
	nodes    []uint32          // its messages, in the place of their first version, as the last one says
	last     map[uint64]uint32 // the last version of each, by its key
	back     map[uint32]bool   // messages that were taken back
	versions []version         // all of them, in the order of the input
	again    map[uint32]bool   // those in whose place a later record stands
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
		x.log = folded{nodes: []uint32{uint32(x.nodes.Len())}, again: before.again}
		x.addBoundary(v, rec, ref)
		x.log.replace(before.versions)
	case v.Class == dialect.Message, v.Key.Exists(): // what is not sent has a place
		x.addChained(v, rec, ref, 0)
	}
	return true
}

// foldIn gives a new node its place in the log.
func (x *Index) foldIn(i uint32, key uint64) {
	if old, known := x.log.last[key]; known {
		for k := len(x.log.nodes) - 1; k >= 0; k-- { // most often the last one
			if x.log.nodes[k] == old {
				x.log.nodes[k] = i
				break
			}
		}
		if newest := x.log.versions[len(x.log.versions)-1]; newest.node == old && !x.Node(old).Is(Inner) {
			x.log.supersede(old) // nothing comes between, so that it does not change its place
		}
	} else {
		x.log.nodes = append(x.log.nodes, i)
	}
	x.log.versions = append(x.log.versions, version{key, i})
	packed.Set(&x.log.last, key, i)
}

func (f *folded) supersede(i uint32) { packed.Set(&f.again, i, true) }

// replace notes which messages before a boundary its list holds, in a later version. The
// others are still told of by what stands before.
func (f *folded) replace(before []version) {
	var others []version
	for _, v := range before {
		if _, listed := f.last[v.key]; listed {
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
	from := 0
	if i, known := x.log.last[key]; known {
		from = slices.Index(x.log.nodes, i)
	}
	for _, i := range x.log.nodes[from:] {
		packed.Set(&x.log.back, i, true)
	}
	x.log.nodes = x.log.nodes[:from]
	for key, i := range x.log.last {
		if x.log.back[i] {
			delete(x.log.last, key)
		}
	}
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
	for _, i := range f.nodes {
		if at[i] != None {
			n.nodes = append(n.nodes, at[i])
		}
	}
	for _, p := range put {
		k := len(n.nodes)
		if behind := slices.Index(n.nodes, p[1]); behind >= 0 {
			k = behind + 1
		}
		n.nodes = slices.Insert(n.nodes, k, p[0])
	}
	return n
}
