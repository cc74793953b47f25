package plan

import (
	"encoding/binary"

	"trtools/internal/packed"
)

// relinks are records of which only the parent changes, and what is put behind them. Of a
// session with calls that lack a result there is one for nearly every call: they are held in
// a few bytes, as long as they come in order.
type relinks struct {
	refs packed.Ascending
	news [][]byte // of each: the layer, and the id of the parent
	last struct { // what was asked for last
		ref int64
		c   *change
	}
}

// add notes the parent that a record has from a layer on. It returns false, and does
// nothing, if the record comes in another order than that of the input.
func (l *relinks) add(ref int64, layer int, parent string) bool {
	if l.refs.Len() > 0 && ref <= l.refs.Last() || ref >= firstAdded {
		return false
	}
	l.refs.Add(ref)
	l.news = append(l.news, appendID(binary.AppendUvarint(nil, uint64(layer)), parent))
	return true
}

// has reports whether a record is one of them.
func (l *relinks) has(ref int64) bool { return l.refs.Has(ref) }

// change returns the change to a record that is one of them. It is never changed.
func (l *relinks) change(ref int64) *change {
	if l.last.c == nil || l.last.ref != ref {
		b := l.news[l.refs.Search(ref)]
		layer, n := binary.Uvarint(b)
		parent, _ := readID(b[n:])
		l.last.ref, l.last.c = ref, &change{edits: []*edit{{parts: &noParts, layer: int(layer), parent: &parent}}}
	}
	return l.last.c
}
