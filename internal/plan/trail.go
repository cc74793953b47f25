package plan

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript"
)

// trail keeps links that name the record before (dialect.Rules.Trails), although records go
// or come. It holds the ids of the record before, in the input and in the result.
type trail struct{ was, is string }

// pass takes a record, and returns the parent that it has to have in the result, and whether
// it names another one. A record that did not name the one before it keeps its link.
func (t *trail) pass(v *dialect.View, change transcript.Change) (parent string, wrong bool) {
	if v.Format == nil || !v.Format.Rules().Trails {
		return "", false
	}
	id, names := v.ID.Text(), v.Declared.Text()
	parent = t.is
	wrong = names != parent && change != transcript.Removed && (change == transcript.Inserted || names == t.was)
	if change != transcript.Inserted {
		t.was = id
	}
	if change != transcript.Removed {
		t.is = id
	}
	return parent, wrong
}
