package recover

import (
	"trtools/internal/packed"
	"trtools/internal/plan"
)

// told is what changes in a trial, and what there is to say of it, message by message. There
// may be something of every result of a long session: a few bytes are held of each record.
type told struct {
	messages packed.Ascending // the message of each record of which there is something
	edits    plan.Cuts        // what changes in it, if anything does
	notes    plan.Findings    // what is said of it
}

// add takes what changes in a record of message i. Messages come in ascending order.
func (t *told) add(i int, x changed) {
	t.messages.Add(int64(i))
	t.edits.Add(x.ref, x.edits)
	for _, f := range x.notes {
		t.notes.Add(f)
	}
}

// teller tells again what was told, message by message.
type teller struct {
	told  *told
	next  int // record
	edits plan.CutReader
	notes plan.FindingReader
	note  plan.Finding // the next one,
	more  bool         // if there is one
}

// teller returns what tells from the beginning.
func (t *told) teller() *teller {
	x := &teller{told: t, edits: t.edits.Read(), notes: t.notes.Read()}
	x.note, x.more = x.notes.Next()
	return x
}

// of returns what was told of the records of message i. Messages are asked for in ascending
// order.
func (t *teller) of(i int) (list []changed) {
	for ; t.next < t.told.messages.Len(); t.next++ {
		at := int(t.told.messages.At(t.next))
		if at > i {
			break
		}
		x := changed{}
		x.ref, _ = t.edits.Next()
		for ; t.more && t.note.Ref == x.ref; t.note, t.more = t.notes.Next() {
			x.notes = append(x.notes, t.note)
		}
		if at == i {
			x.edits = t.edits.Edits(nil)
			list = append(list, x)
		}
	}
	return list
}
