package pair

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// frames plans what the frames of one thread need. C is the chain of a linked
// thread, nil where records have no links.
func (r *repair) frames(t *frames, c *plan.Chain) {
	r.removals(t)
	r.complete(t)
	if c == nil {
		r.work(t, r.putBeside)
		return
	}
	r.leave(t, c)
	if c.LosesLeaf() {
		r.unfinished = true // another record becomes the leaf, and another path is live
	} else {
		r.work(t, func(f *frame, ins []plan.Insert) { r.putChained(c, f, ins) })
	}
	c.Close()
}

// removals plans the calls and results that are removed.
func (r *repair) removals(t *frames) {
	for _, d := range t.drops {
		r.drop(d)
	}
	for _, d := range t.orphans {
		if !r.harmless(t, d) {
			r.orphan(d)
		}
	}
	for _, d := range t.kept {
		r.note(d, transcript.Error, transcript.Keep)
	}
	for _, f := range t.work {
		r.strip(t, f)
	}
	r.settle()
}

// strip removes calls without a result that were cut off, or, where that is
// asked for, all of them.
func (r *repair) strip(t *frames, f *frame) {
	for _, c := range f.calls {
		switch {
		case c.drop || f.dropped || f.sealed || c.result != nil || c.healed:
		case r.interrupted(c):
			c.drop = true
			r.drop(drop{part: c.part, code: transcript.BadCall, why: "its arguments are cut off"})
		case r.opt.Missing == StripMissing && !r.held && !t.endsThread(f) && !r.view(c.node).Signed:
			c.drop = true
			r.drop(drop{part: c.part, code: transcript.MissingResult, why: "tool call has no result"})
		}
	}
}

// work plans the frames that lack results, or have them in the wrong place. Where
// records went, what is displaced is known only once they are gone.
func (r *repair) work(t *frames, put func(*frame, []plan.Insert)) {
	later := len(r.gone) > 0
	for _, f := range t.work {
		if f.sealed {
			continue
		}
		if r.gone[f.next] { // where its results go is known once that is
			r.unfinished = true
			continue
		}
		r.rename(f.calls)
		if ins := r.frame(t, f, later); len(ins) > 0 {
			put(f, ins)
		}
	}
	r.settle()
}

// harmless reports whether an orphan is no damage: a result that names neither a
// call nor a tool, in a log that has no calls without ids.
func (r *repair) harmless(t *frames, d drop) bool {
	if d.code != transcript.OrphanResult || t.noIDs {
		return false
	}
	v := r.view(d.node)
	return v.Results[d.n].NoID && v.Results[d.n].Name.Blank()
}

// frame plans the results that one message lacks or has in the wrong place.
func (r *repair) frame(t *frames, f *frame, later bool) (ins []plan.Insert) {
	for _, c := range f.calls {
		switch {
		case c.drop || f.dropped:
		case c.result != nil && c.moved && later:
			r.unfinished = true
		case c.result != nil && c.moved:
			ins = append(ins, r.move(c))
		case c.result != nil, c.healed:
		case t.endsThread(f):
			r.note(drop{part: c.part, code: transcript.OpenCall, why: "the last call has no result"}, transcript.Info, transcript.Keep)
		default:
			if in, ok := r.missing(c); ok {
				ins = append(ins, in)
			}
		}
	}
	return ins
}

// move plans the move of a displaced result.
func (r *repair) move(c *call) plan.Insert {
	p := c.result.part
	r.note(drop{part: p, code: transcript.DisplacedResult, why: "result does not stand where the API wants it"}, transcript.Error, transcript.Move)
	at := r.at(p)
	return plan.Insert{Moved: &at, Node: p.node, ID: r.renamed[c.part], Call: r.at(c.part)}
}

// missing plans what happens to a call without a result. It reports whether one
// is to be put in.
func (r *repair) missing(c *call) (plan.Insert, bool) {
	d := drop{part: c.part, code: transcript.MissingResult, why: "tool call has no result"}
	switch {
	case r.held:
		d.why = "tool call has no result; it may be on an unreadable line"
		r.heldBack++
		r.note(d, transcript.Info, transcript.Keep)
	case r.opt.Missing == KeepMissing:
		r.note(d, transcript.Error, transcript.Keep)
	case r.opt.Missing == StripMissing && (c.sealed || r.view(c.node).Signed):
		d.why = "tool call has no result; its turn has signed thinking and cannot be edited"
		r.note(d, transcript.Error, transcript.Keep)
	case r.opt.Missing == StripMissing:
		r.note(d, transcript.Error, transcript.Remove)
		r.noteCopies(c.part)
		r.remove(c.part)
	default:
		r.note(d, transcript.Error, transcript.Inject)
		return r.answer(c), true
	}
	return plan.Insert{}, false
}

// answer is the result that is put in for a call.
func (r *repair) answer(c *call) plan.Insert {
	text := r.opt.SyntheticText
	if text == "" {
		text = dialect.Lost
	}
	a := &plan.Answer{Call: r.at(c.part), Hash: c.id, ID: r.renamed[c.part], Text: text, ErrorFlag: !r.opt.NoErrorFlag}
	return plan.Insert{Made: a, Node: noNode, Call: a.Call}
}

// interrupted reports whether a call was interrupted while it was streamed. Only a call
// without a result is suspected.
func (r *repair) interrupted(c *call) bool {
	return !r.held && !c.sealed && r.view(c.node).Calls[c.n].Cut()
}

// orphan plans what happens to a result without a call.
func (r *repair) orphan(d drop) {
	switch {
	case r.held:
		d.why += "; it may be on an unreadable line"
		r.heldBack++
		r.note(d, transcript.Info, transcript.Keep)
	case r.opt.Orphans == KeepOrphans:
		r.note(d, transcript.Error, transcript.Keep)
	case r.opt.Orphans == TextOrphans && keepsText(r.x.Format(d.node)):
		r.note(d, transcript.Error, transcript.Replace)
		r.p.MakeText(r.at(d.part))
	default:
		r.drop(d)
	}
}

// drop plans the removal of a call or result.
func (r *repair) drop(d drop) {
	if d.why == "" {
		d.why = r.view(d.node).Calls[d.n].Bad
	}
	r.note(d, "", transcript.Remove)
	r.noteCopies(d.part)
	r.remove(d.part)
}

// noteCopies reports that a call changes as well where its message holds it once
// more.
func (r *repair) noteCopies(p part) {
	v := r.view(p.node)
	if p.res || p.n >= len(v.Calls) {
		return
	}
	for _, again := range v.Calls[p.n].Copies {
		r.touched(p.node, again.Item, "the message holds the call once more")
	}
}

// touched reports that a part of a record changes because of something else.
func (r *repair) touched(node uint32, item outline.Value, why string) {
	f := plan.Finding{Code: transcript.Touched, Ref: r.ref(node), Why: why, Reject: true}
	f.Start, f.End = r.span(f.Ref, item)
	r.p.Report.Add(f)
}

func (r *repair) remove(p part) {
	if !r.dropped[p] {
		r.dropped[p] = true
		r.p.Drop(r.at(p))
	}
}

// rename gives the calls that share an id with another one an id of their own,
// and their results the same.
func (r *repair) rename(calls []*call) {
	for _, c := range calls {
		if !c.rename || c.drop {
			continue
		}
		v := r.view(c.node)
		id := r.fresh(v.Calls[c.n].ID.Text(), v.Format.Rules())
		r.renamed[c.part] = id
		d := drop{part: c.part, code: transcript.ReusedID, why: "call id is used again in the same request"}
		if c.twin {
			d = drop{part: c.part, code: transcript.DuplicateCall, why: twinWhy}
		}
		r.note(d, transcript.Error, transcript.Rename)
		r.noteCopies(c.part)
		r.p.Rename(r.at(c.part), id)
		if c.result != nil {
			r.p.Rename(r.at(c.result.part), id)
		}
	}
}

// fresh returns an id made from old that no call of the request has, and none
// that was made before.
func (r *repair) fresh(old string, rules dialect.Rules) string {
	id, k := rules.FreshID(old, max(2, r.nextNumber[old]), r.idTaken)
	r.nextNumber[old] = k + 1
	r.madeIDs[id] = true
	return id
}

// note reports a finding about a call or result.
func (r *repair) note(d drop, severity transcript.Severity, action transcript.Action) {
	v := r.view(d.node)
	var item, in, id outline.Value
	if d.res && d.n < len(v.Results) {
		x := &v.Results[d.n]
		item, in, id = x.Item, x.In, x.ID
	} else if !d.res && d.n < len(v.Calls) {
		x := &v.Calls[d.n]
		item, in, id = x.Item, x.In, x.ID
	}
	f := plan.Finding{Code: d.code, Severity: severity, Action: action, Ref: r.ref(d.node), Why: d.why, ID: id.Text()}
	f.Start, f.End = r.span(f.Ref, item)
	if in.Kind() == outline.Object { // it goes with its name
		f.Start = r.memberStart(f.Start, item)
	}
	f.Reject = action == transcript.Remove || action == transcript.Replace
	r.p.Report.Add(f)
}

// memberStart returns where the member of a value begins that stands at start.
func (r *repair) memberStart(start int64, v outline.Value) int64 {
	name, _ := v.MemberSpan()
	at, _ := v.Span()
	return start - int64(at-name)
}

// settle removes the records that have nothing left.
func (r *repair) settle() {
	nodes := make([]uint32, 0, len(r.dropped))
	for p := range r.dropped {
		nodes = append(nodes, p.node)
	}
	slices.Sort(nodes)
	for _, i := range slices.Compact(nodes) {
		ref := r.ref(i)
		n := len(r.p.Dropped(ref))
		if v := r.view(i); !v.Text && n == len(v.Calls)+len(v.Results) && !r.p.Leads(ref) {
			r.p.Remove(ref)
			r.gone[i] = true
		} else {
			r.widen(ref, v)
		}
	}
}

// widen makes the first finding about the calls of a message name the whole
// member that holds them, if all of them go and the message stays.
func (r *repair) widen(ref int64, v *dialect.View) {
	calls := 0
	for _, x := range r.p.Dropped(ref) {
		if !x.Result {
			calls++
		}
	}
	if calls == 0 || calls < len(v.Calls) {
		return
	}
	list := v.Calls[0].In
	if list.Kind() != outline.Array || !v.CallsApart(list) || list.Len() != calls || r.p.Edited(ref) {
		return
	}
	start, end := r.span(ref, list)
	start = r.memberStart(start, list)
	for i := range r.p.Report.List {
		if f := &r.p.Report.List[i]; f.Reject && f.Ref == ref && f.Start >= start && f.End <= end {
			f.Start, f.End = start, end
			return
		}
	}
}
