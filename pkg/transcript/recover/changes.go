package recover

import (
	"trtools/internal/packed"
	"trtools/internal/plan"
)

// changes is what changes in a trial, and what there is to say of it, message by message. There
// may be something of every result of a long session: a few bytes are kept for each record.
type changes struct {
	messages packed.Ascending // the message of each record of which there is something
	edits    plan.Cuts        // what changes in it, if anything does
	notes    plan.Findings    // what is said of it
}

// add takes what changes in a record of message i. Messages come in ascending order.
func (t *changes) add(i int, x changed) {
	t.messages.Add(int64(i))
	t.edits.Add(x.ref, x.edits)
	for _, f := range x.notes {
		t.notes.Add(f)
	}
}

// teller returns the changes again, message by message.
type teller struct {
	changes *changes
	next    int // record
	edits   plan.CutReader
	notes   plan.FindingReader
	note    plan.Finding // the next one,
	more    bool         // if there is one
}

// teller returns a reader of all of them.
func (t *changes) teller() *teller {
	x := &teller{changes: t, edits: t.edits.Read(), notes: t.notes.Read()}
	x.note, x.more = x.notes.Next()
	return x
}

// of returns the changes of the records of message i. Messages are asked for in ascending
// order.
func (t *teller) of(i int) (list []changed) {
	for ; t.next < t.changes.messages.Len(); t.next++ {
		at := int(t.changes.messages.At(t.next))
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
