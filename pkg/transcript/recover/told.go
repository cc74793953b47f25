package recover

import (
	"trtools/internal/packed"
	"trtools/internal/plan"
)

// told is what the stages of a trial did to the records and said of them, in the order in
// which the records were pushed: message by message. A few bytes are held of each record.
type told struct {
	messages packed.Ascending // the message of each record of which there is something
	edits    plan.Cuts        // what changes in it, if anything does
	notes    plan.Findings    // what is said of it
	waiting  map[int64][]plan.Finding
}

// note takes what a stage reports of a record, before that comes out of the stages.
func (t *told) note(f plan.Finding) {
	if t.waiting == nil {
		t.waiting = map[int64][]plan.Finding{}
	}
	t.waiting[f.Ref] = append(t.waiting[f.Ref], f)
}

// add takes what changes in a record of message i that comes out of the stages.
func (t *told) add(i int, ref int64, change diff) {
	notes := t.waiting[ref]
	if len(notes)+len(change) == 0 {
		return
	}
	delete(t.waiting, ref)
	t.messages.Add(int64(i))
	t.edits.Add(ref, change)
	for _, f := range notes {
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

// toldOf is what was told of a record.
type toldOf struct {
	ref    int64
	change diff
	notes  []plan.Finding
}

// of returns what was told of the records of message i. Messages are asked for in ascending
// order.
func (t *teller) of(i int) (list []toldOf) {
	for ; t.next < t.told.messages.Len(); t.next++ {
		at := int(t.told.messages.At(t.next))
		if at > i {
			break
		}
		x := toldOf{}
		x.ref, _ = t.edits.Next()
		for ; t.more && t.note.Ref == x.ref; t.note, t.more = t.notes.Next() {
			x.notes = append(x.notes, t.note)
		}
		if at == i {
			x.change = t.edits.Edits(nil)
			list = append(list, x)
		}
	}
	return list
}
