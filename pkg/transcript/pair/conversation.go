package pair

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/internal/plan"
	"trtools/pkg/transcript/outline"
)

// conversation plans what the messages inside one line need. The last call of a
// conversation is often its label: it is not answered, unless the conversation is a request of a batch.
func (a *analysis) conversation(v *dialect.View, at int64) {
	r := a.repairInside(v, at)
	if a.planner != nil && a.planner.Listed != nil {
		a.planner.Listed(at, r.x)
	}
	a.converse(r)
	for _, f := range r.p.Report.List {
		f.Ref = at
		a.plan.Report.Add(f)
	}
	if !r.p.Empty() {
		a.plan.Inside(at, r.p)
	}
}

// repairInside returns what repairs a conversation.
func (a *analysis) repairInside(v *dialect.View, at int64) *repair {
	var suspect suspects
	x, list := a.inside(v, &suspect)
	p := plan.New(list)
	p.Own = a.opt.SyntheticText
	r := &repair{opt: a.opt, x: x, p: p, conv: !v.Request, list: true, unsure: func(int64) bool { return false }}
	r.wire = wire{suspects: suspect, request: isRequest(v)}
	r.span = func(ref int64, item outline.Value) (int64, int64) {
		i := p.Origin(ref)
		start, end := list[i].Span()
		if item.Exists() && i == ref && !p.Edited(ref) {
			s, e := item.Span()
			start, end = start+s, start+e
		}
		return a.file.Span(at, start, end)
	}
	return r
}

// inside returns the history of a conversation, and its messages.
func (a *analysis) inside(v *dialect.View, suspect *suspects) (*history.Index, plan.Elements) {
	x := history.New()
	x.Weigh, x.Model = a.planner != nil, a.x.Model
	list := plan.NewElements(v.List)
	a.seen.calls += input.Fill(x, list, dialect.NewDetector(nil, a.opt.SyntheticText), suspect.check)
	return x, list
}

// converse repairs a conversation, and then what is planned, until nothing is
// left.
func (a *analysis) converse(r *repair) {
	for range maxRounds {
		before := len(r.p.Report.List)
		again := r.round()
		if !again && !repairs(r.p.Report.List[before:]) && !r.refused() {
			break
		}
		r.p.Report.Repairs(before)
		r.x, r.unfinished = r.p.Replay(r.x), false
	}
	r.p.Report.Whole(r.p.Away, func(ref int64) (int64, int64) { return r.span(ref, outline.Value{}) })
}
