package recover

import (
	"sort"

	"trtools/internal/plan"
	"trtools/pkg/transcript/outline"
)

// changed is what changes in a record, and what there is to say of it.
type changed struct {
	ref   int64
	edits []outline.Edit // of its text as it is planned
	notes []plan.Finding
}

// changes is what changes in a trial.
type changes struct {
	messages []int     // of each record, in ascending order
	records  []changed // that change
}

// add takes what changes in a record of message i. Messages come in ascending order.
func (t *changes) add(i int, x changed) {
	t.messages, t.records = append(t.messages, i), append(t.records, x)
}

// of returns the changes of the records of message i.
func (t *changes) of(i int) []changed {
	from, to := sort.SearchInts(t.messages, i), sort.SearchInts(t.messages, i+1)
	return t.records[from:to]
}
