package refusal

import (
	"trtools/internal/dialect"
	"trtools/internal/packed"
	"trtools/internal/pairing"
	"trtools/pkg/transcript/outline"
)

// Looker notes which records may hold what an API refuses. It looks at every record, before
// anybody knows whether it is live, in which format a message is that several formats could
// have written, and where the history goes: only those of which there is a note are read
// again.
type Looker struct {
	// To is where the history goes, as far as that is known before it is read: what only
	// one API wants of every id is not looked for without it.
	To     Target
	Notes  map[int64]Note // by the references of their records
	Refers bool           // an item stands for a call that the API has kept

	items map[uint64]bool // hashes of the ids of items
	of    dialect.Format  // of the record before
	rows  []*Rule         // of that format
	m     Message
	c     checker
}

// Note is what is noted of a record.
type Note struct {
	Faulty   bool // a row of whatever API may have something against it
	Notable  bool // a row that is about several messages wants to see it
	Repeated bool // an item before it had its id
	Images   int
	Pixels   int // of the longest side of an image
}

// Look notes the record with a reference if an API may refuse it.
func (l *Looker) Look(v *dialect.View, ref int64) {
	if v.Class != dialect.Message {
		l.Refers = l.Refers || v.RefersToCall()
		return
	}
	if v.Format != l.of { // records in a row are most often of one
		l.of, l.rows = v.Format, rowsOf(v.Format.Rules().Name)
	}
	l.m = Message{View: v}
	l.c = checker{m: &l.m, rows: l.rows, any: true, target: l.To}
	if !v.Damaged {
		l.c.check()
	}
	n := Note{Faulty: l.c.done, Notable: l.isNotable(v), Repeated: l.sawItem(v)}
	if mayHoldImages(&l.m) {
		for _, i := range v.Images() {
			m := ImageOf(i)
			n.Images, n.Pixels = n.Images+1, max(n.Pixels, m.Width, m.Height)
		}
	}
	if n != (Note{}) {
		packed.Set(&l.Notes, ref, n)
	}
}

// isNotable reports whether a row that is about several messages wants to see a record.
func (l *Looker) isNotable(v *dialect.View) bool {
	if v.Body.Kind() != outline.Array {
		return false
	}
	for _, r := range l.rows {
		if r.marks == nil {
			continue
		}
		for b, ok := v.Body.First(); ok; b, ok = b.Next() {
			if r.marks(b) {
				return true
			}
		}
	}
	return false
}

// sawItem reports whether an item before this one had its id, in a list of items.
func (l *Looker) sawItem(v *dialect.View) bool {
	if v.Format.Rules().Name != "openai-responses" {
		return false
	}
	id := v.Msg.Get("id")
	if id.Blank() {
		return false
	}
	h := pairing.Hash(id.Text())
	again := l.items[h]
	packed.Set(&l.items, h, true)
	return again
}
