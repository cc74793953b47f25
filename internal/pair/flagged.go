package pair

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// unflag plans that results which are flagged as part of a sidechain become part of the
// main thread, if their links show that they answer a call there which has no other
// result. It reports whether there are any: the threads are others then.
func (r *repair) unflag() (changes bool) {
	if r.x.Threads() < 2 {
		return false
	}
	for k := range r.x.Parts() {
		p := r.x.Part(k)
		if !p.Is(history.Result) || p.Is(history.Empty) || !r.answersMain(p) {
			continue
		}
		if v := r.view(p.Node); !v.Sidechain || !v.Thread.Blank() {
			continue
		}
		ref := r.ref(p.Node)
		r.report(plan.Finding{Code: transcript.DisplacedResult, Action: transcript.Replace, Ref: ref,
			ID: r.view(p.Node).Results[p.N()].ID.Text(), Why: "result is flagged as part of a sidechain, and answers a call of the main thread"}, outline.Value{})
		r.p.Edit(ref, (*dialect.View).JoinMain)
		changes = true
	}
	return changes
}

// answersMain reports whether a result that is all of a record of a sidechain hangs below
// a call of the main thread with its id, and whether it is the only one that could answer
// it. Nothing of the sidechain may hang on it.
func (r *repair) answersMain(p *history.Part) bool {
	n := r.x.Node(p.Node)
	if r.x.ID(p.Node) == 0 || r.x.Thread(p.Node) == 0 || n.Is(history.Text) || n.Parent() == history.None || r.x.Thread(n.Parent()) != 0 {
		return false
	}
	if !r.hangsBelowCall(p) {
		return false
	}
	for k := range r.x.Parts() {
		if q := r.x.Part(k); q != p && q.Is(history.Result) && (q.Node == p.Node || q.ID == p.ID && r.x.Thread(q.Node) == 0) {
			return false
		}
	}
	for i := range uint32(r.x.Len()) {
		if c := r.x.Node(i); c.Parent() == p.Node && c.Speaks() && r.x.Thread(i) != 0 {
			return false
		}
	}
	return true
}

// hangsBelowCall reports whether a record of the main thread above a result holds its
// call, with nothing of the user in between.
func (r *repair) hangsBelowCall(p *history.Part) bool {
	i := r.x.Node(p.Node).Parent()
	for range r.x.Len() { // links may form a cycle
		if i == history.None || r.x.Thread(i) != 0 || r.x.Node(i).Is(history.Own) {
			return false
		}
		for k := range r.x.PartsOf(i) {
			if q := r.x.Part(k); !q.Is(history.Result) && q.ID == p.ID {
				return true
			}
		}
		i = r.x.Node(i).Parent()
	}
	return false
}
