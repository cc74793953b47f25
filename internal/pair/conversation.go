package pair

import (
	"cmp"
	"slices"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/internal/packed"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// conversation plans the repairs of the messages on one line. The last call of such a
// conversation is often the label of a training example: no result is put in for it,
// unless the conversation is a request of a batch.
func (a *Planner) conversation(v *dialect.View, at int64) {
	r := a.repairInside(v, at)
	if a.Listed != nil {
		a.Listed(at, &Conversation{a, r})
	}
	if a.Later {
		a.later.Add(at)
		a.keep(r)
		return
	}
	a.planInside(r, at)
}

// planInside plans the repairs of a conversation in the record that holds it.
func (a *Planner) planInside(r *repair, at int64) {
	a.converse(r)
	if a.opt.DropBroken && r.broken() != "" {
		a.remove(plan.Finding{Code: transcript.BrokenConversation, Ref: at, Why: "conversation has errors: " + r.broken()})
		a.keep(r)
		return
	}
	for _, f := range r.p.Report.All() {
		f.Number, f.Ref = r.p.Number(f.Ref), at
		a.Plan.Report.Add(f)
	}
	a.Plan.Inside(at, r.whole, r.p)
	a.keep(r)
}

// broken lists the errors of a conversation, "" if it has none.
func (r *repair) broken() string {
	var codes []string
	for _, f := range r.p.Report.All() {
		if cmp.Or(f.Severity, transcript.RuleOf(f.Code).Severity) == transcript.Error && !slices.Contains(codes, string(f.Code)) {
			codes = append(codes, string(f.Code))
		}
	}
	slices.Sort(codes)
	return strings.Join(codes, ", ")
}

// keep has the next conversation use the memory of one that is done with, unless it is much.
func (a *Planner) keep(r *repair) {
	if cap(r.list) <= packed.ListBlock {
		a.spare = r
	}
}

// repairInside returns the repair of a conversation, with nothing planned yet, in the memory
// of one that is done with if there is one.
func (a *Planner) repairInside(v *dialect.View, at int64) *repair {
	r := a.spare
	if a.spare = nil; r == nil {
		r = &repair{x: history.New(), p: new(plan.Plan), destination: new(destination)}
	}
	r.renew(&a.opt, !v.Request)
	r.unsure = func(int64) bool { return false }
	r.destination.hear(v, v.Msg)
	r.suspects.To = r.destination.target(a.opt.For)
	r.request, r.destination.body = isRequest(v), v.Msg
	a.read(r, v.List)
	r.span = func(ref int64, start, end int) (int64, int64) {
		i := r.p.Origin(ref)
		from, to := r.list[i].Span()
		if start < end && i == ref && !r.p.Edited(ref) {
			from, to = from+start, from+end
		}
		return a.File.Span(at, from, to)
	}
	return r
}

// renew makes r a repair of another conversation.
func (r *repair) renew(o *Options, conv bool) {
	*r = repair{opt: o, conv: conv, x: r.x, p: r.p, list: r.list, destination: r.destination, ids: r.ids[:0], message: r.message}
	*r.destination = destination{}
	r.x.Reset()
}

// read files the messages of a conversation.
func (a *Planner) read(r *repair, list outline.Value) {
	r.x.Weigh, r.x.Model = a.Before.Weigh, a.Before.Model
	r.whole, r.list = list, r.list.Of(list)
	r.p.Reset(r.list)
	r.p.Own, r.p.Wording, r.p.Seen = a.opt.SyntheticText, a.opt.wording(), r.x
	if a.filler == nil {
		a.filler = input.NewFiller(a.opt.SyntheticText)
	}
	a.seen.calls += a.filler.Fill(r.x, r.list, r.suspects.Look)
}

// converse plans the repairs of a conversation. What is left after many rounds stays, and
// the last of them is carried out as it was planned.
func (a *Planner) converse(r *repair) {
	_ = r.planAll()
	r.p.Report.Whole(r.p.Away, func(ref int64) (int64, int64) { return r.span(ref, 0, 0) })
}
