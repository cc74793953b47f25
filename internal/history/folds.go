package history

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// folded is a log as its client has it when it has read it (dialect.Rules.Folds).
type folded struct {
	nodes []uint32          // its messages, in the place of their first version, as the last one says
	last  map[uint64]uint32 // the last version of each, by its key
	back  map[uint32]bool   // messages that were taken back
}

// fold enters a record of a log, and reports whether it is one.
func (x *Index) fold(v *dialect.View, rec outline.Value, ref int64) bool {
	if !v.Format.Rules().Folds {
		return false
	}
	switch {
	case v.Rewind.Exists():
		x.rewind(hashOf(v.Rewind))
	case v.Class == dialect.Boundary:
		x.log = folded{nodes: []uint32{uint32(x.nodes.Len())}}
		x.addBoundary(v, rec, ref)
	case v.Class == dialect.Message:
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
	} else {
		x.log.nodes = append(x.log.nodes, i)
	}
	if x.log.last == nil {
		x.log.last = map[uint64]uint32{}
	}
	x.log.last[key] = i
}

// rewind takes back the message with a key and all behind it. If there is no such message
// that is all of the log.
func (x *Index) rewind(key uint64) {
	from := 0
	if i, known := x.log.last[key]; known {
		from = slices.Index(x.log.nodes, i)
	}
	if x.log.back == nil {
		x.log.back = map[uint32]bool{}
	}
	for _, i := range x.log.nodes[from:] {
		x.log.back[i] = true
	}
	x.log.nodes = x.log.nodes[:from]
	for key, i := range x.log.last {
		if x.log.back[i] {
			delete(x.log.last, key)
		}
	}
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
