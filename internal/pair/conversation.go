package pair

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/internal/plan"
	"trtools/pkg/transcript/outline"
)

// conversation plans the repairs of the messages on one line. The last call of such a
// conversation is often the label of a training example: no result is put in for it,
// unless the conversation is a request of a batch.
func (a *analysis) conversation(v *dialect.View, at int64) {
	r := a.repairInside(v, at)
	if a.planner != nil && a.planner.Listed != nil {
		a.planner.Listed(at, r.x)
	}
	if a.planner != nil && a.planner.Later {
		a.later.Add(at)
		a.spare = r.x
		return
	}
	a.planInside(r, v, at)
}

// planInside plans the repairs of a conversation in the record that holds it.
func (a *analysis) planInside(r *repair, v *dialect.View, at int64) {
	a.converse(r)
	for _, f := range r.p.Report.All() {
		f.Ref = at
		a.plan.Report.Add(f)
	}
	if !r.p.Empty() {
		a.plan.Inside(at, v.Format, r.p)
	} else {
		a.spare = r.x
	}
}

// repairInside returns the repair of a conversation, with nothing planned yet. Its
// index is used again for the next conversation if nothing is kept of it.
func (a *analysis) repairInside(v *dialect.View, at int64) *repair {
	of := new(told)
	of.hear(v, v.Msg)
	suspect := suspects{to: of.target(a.opt.For)}
	x, list := a.inside(v, &suspect)
	p := plan.New(list)
	p.Own, p.Wording, p.Seen = a.opt.SyntheticText, a.opt.wording(), x
	r := &repair{opt: a.opt, made: &a.made, x: x, p: p, conv: !v.Request, unsure: func(int64) bool { return false }}
	r.wire = wire{suspects: suspect, told: of, request: isRequest(v)}
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

// inside returns the index of a conversation's messages, and the messages.
func (a *analysis) inside(v *dialect.View, suspect *suspects) (*history.Index, plan.Elements) {
	x := a.spare
	if a.spare = nil; x == nil {
		x = history.New()
	}
	x.Reset()
	x.Weigh, x.Model = a.planner != nil, a.x.Model
	list := plan.NewElements(v.List)
	if a.filler == nil {
		a.filler = input.NewFiller(a.opt.SyntheticText)
	}
	a.seen.calls += a.filler.Fill(x, list, suspect.check)
	return x, list
}

// converse plans repairs of a conversation, looks at the result as if it had been the
// input, and goes on until nothing is left to repair.
func (a *analysis) converse(r *repair) {
	for range maxRounds {
		before := r.p.Report.Len()
		r.planRound()
		if !repairs(r.p.Report.From(before)) && !r.planRefused() {
			break
		}
		r.p.Report.Repairs(before)
		r.x = r.p.Replay(r.x)
	}
	r.p.Report.Whole(r.p.Away, func(ref int64) (int64, int64) { return r.span(ref, outline.Value{}) })
}
