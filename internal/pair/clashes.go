package pair

import (
	"bytes"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/pairing"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// clash is two records with one id that say different things.
type clash struct{ first, again int64 }

// twiceByID looks at a record with the id of another one but other bytes, and reports whether
// it goes: where it says the same and hangs on the same record, as when a client of another
// version wrote it again. Claude Code from 2.1.197 on takes such a copy for the leaf, and sends
// nothing behind the record that it is a copy of. What becomes of others is known when the
// repairs are planned.
func (a *Planner) twiceByID(v *dialect.View, rec outline.Value, at int64) bool {
	if a.opt.NoMend || !v.Format.Rules().Once || v.ID.Blank() || v.Class != dialect.Message {
		return false
	}
	first := a.Before.Find(pairing.Hash(v.ID.Text()))
	if first == history.None {
		return false
	}
	ref := a.Before.Node(first).Ref()
	if a.same(ref, rec) {
		return false
	}
	if !a.saysTheSame(ref, v) {
		a.clashes = append(a.clashes, clash{ref, at})
		return false
	}
	a.remove(clashing(at, v, transcript.Remove, "has the id and the content of an earlier record, in other bytes: newer clients continue from this copy"))
	return true
}

// saysTheSame reports whether the record at ref has the content and the parent of another. Newer
// versions write more members around the content.
func (a *Planner) saysTheSame(ref int64, v *dialect.View) bool {
	var doc outline.Doc
	var w dialect.View
	raw, err := a.File.Text(ref) // a run of which a read failed fails
	return err == nil && doc.Parse(raw) == nil && dialect.NewDetector(a.Plan.Fixed, "").View(doc.Root(), &w) &&
		w.Role == v.Role && bytes.Equal(w.Body.Raw(), v.Body.Raw()) && w.Parent.Text() == v.Parent.Text()
}

// finishClashes tells the records with the id of another one that stay, and differ from it.
func (a *Planner) finishClashes() {
	for _, c := range a.clashes {
		if a.Plan.Lost(c.first) || a.Plan.Lost(c.again) || bytes.Equal(a.Plan.Becomes(c.first), a.Plan.Becomes(c.again)) {
			continue
		}
		v, _ := a.Plan.View(c.again, nil)
		a.report(clashing(c.again, v, transcript.Keep, "has the id of another record that says something else: clients read one of them"), outline.Value{})
	}
}

func clashing(at int64, v *dialect.View, does transcript.Action, why string) plan.Finding {
	return plan.Finding{Code: transcript.DuplicateRecord, Severity: transcript.Error, Action: does, Ref: at, ID: v.ID.Text(), Why: why}
}
