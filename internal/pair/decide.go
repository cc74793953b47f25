package pair

import (
	"cmp"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// planFrames plans the repairs of the frames of one thread. C is the chain of a
// linked thread, nil where records have no links.
func (r *repair) planFrames(t *frames, c *plan.Chain) {
	r.planRemovals(t)
	if c == nil {
		r.planMissingResults(t, r.putBeside)
		return
	}
	r.dropFromChain(t, c)
	if !c.LosesLeaf() { // else another path is live in the next round
		r.planMissingResults(t, func(f *frame, ins []plan.Insert) { r.putChained(c, f, ins) })
	}
	c.Close()
}

// planRemovals plans which calls and results of a thread are removed, and reports
// those that an option keeps.
func (r *repair) planRemovals(t *frames) {
	for _, d := range t.drops {
		r.drop(d)
	}
	for _, d := range t.orphans {
		if !r.harmless(t, d) {
			r.planOrphan(d)
		}
	}
	for _, d := range t.kept {
		r.note(d, cmp.Or(d.level, transcript.Error), transcript.Keep)
	}
	for _, f := range t.work {
		r.stripCalls(t, f)
	}
	r.removeEmptied()
}

// stripCalls removes the calls of a frame that have no result: those whose
// arguments are cut off in any case, and with StripMissing all of them.
func (r *repair) stripCalls(t *frames, f *frame) {
	ends := t.endsThread(f)
	for _, c := range f.Calls {
		switch {
		case c.Gone || f.dropped || f.sealed || c.Answered || c.healed:
		case r.interrupted(c):
			c.Gone = true
			r.drop(drop{part: c.part, code: transcript.BadCall, why: "its arguments are cut off"})
		case r.opt.Missing == StripMissing && !r.doubtful && !ends && !r.view(c.node).Signed:
			c.Gone = true
			r.drop(drop{part: c.part, code: transcript.MissingResult, why: "tool call has no result"})
		}
	}
}

// planMissingResults has put place the results that the frames of a thread lack, or
// have in the wrong place. After records were removed in this round, only the next
// round can tell which results are displaced.
func (r *repair) planMissingResults(t *frames, put func(*frame, []plan.Insert)) {
	later := len(r.gone) > 0
	for _, f := range t.work {
		if f.sealed || r.gone[f.next] { // its results would go into a message that is removed: the next round finds another
			continue
		}
		r.rename(f.Calls)
		if ins := r.resultsFor(t, f, later); len(ins) > 0 {
			put(f, ins)
		}
	}
	r.removeEmptied()
}

// harmless reports whether an orphan is no damage: its call may be kept by the API, or it is a
// result that names neither a call nor a tool, in a log that has no calls without ids, or one of
// the server's.
func (r *repair) harmless(t *frames, d drop) bool {
	if d.code != transcript.OrphanResult {
		return false
	}
	if r.x.Format(d.node).Rules().ByID {
		return r.hasCallsElsewhere()
	}
	res := r.view(d.node).Results[d.n]
	if res.Misplaced {
		return r.isServers(d.node, res.ID.Text())
	}
	return !t.noIDs && res.NoID && res.Name.Blank() && !res.HasCall
}

// isServers reports whether a result in a message of the model is that of a call in the
// same message which the server carried out itself.
func (r *repair) isServers(node uint32, id string) bool {
	for _, i := range r.x.MessageOf(node) {
		if r.view(i).HasServerCall(id) {
			return true
		}
	}
	return false
}

// resultsFor returns the results that have to be put in or moved for the calls of a
// frame. With later, displaced results wait for the next round.
func (r *repair) resultsFor(t *frames, f *frame, later bool) (ins []plan.Insert) {
	ends := t.endsThread(f)
	for _, c := range f.Calls {
		switch {
		case c.Gone || f.dropped || c.Answered && c.moved && later:
		case c.Answered && c.moved:
			ins = append(ins, r.planMove(c))
		case c.Answered, c.healed:
		case ends:
			r.noteOpen(c)
		default:
			if in, ok := r.planMissing(c, f.last == t.leaf && r.linksElsewhere(f.last)); ok {
				ins = append(ins, in)
			}
		}
	}
	return ins
}

// noteOpen reports a call that may still be running.
func (r *repair) noteOpen(c *call) {
	r.note(drop{part: c.part, code: transcript.OpenCall, why: "the last call has no result"}, transcript.Info, transcript.Keep)
}

// noteMove reports a displaced result.
func (r *repair) noteMove(p part) {
	r.note(drop{part: p, code: transcript.DisplacedResult, why: "result does not stand where the API wants it"}, transcript.Error, transcript.Move)
}

// planMove reports a displaced result and returns where it comes from.
func (r *repair) planMove(c *call) plan.Insert {
	r.noteMove(c.result)
	at := r.at(c.result)
	return plan.Insert{Answer: plan.Answer{Call: r.at(c.part), ID: r.renamed[c.part]}, Moved: &at, Node: c.result.node}
}

// planMissing plans what happens to a call without a result. If a result is to be put
// in, it returns that and true. With apart, it would get into another thread.
func (r *repair) planMissing(c *call, apart bool) (plan.Insert, bool) {
	d := drop{part: c.part, code: transcript.MissingResult, why: "tool call has no result"}
	switch {
	case r.doubtful:
		d.why = "tool call has no result; it may be on an unreadable line"
		r.heldBack++
		r.note(d, transcript.Info, transcript.Keep)
	case r.opt.Missing == KeepMissing:
		r.note(d, transcript.Error, transcript.Keep)
	case c.Kind == dialect.Screen && !c.sealed:
		d.why = "tool call has no result, and a picture of the screen cannot be invented: the call is removed"
		r.note(d, transcript.Error, transcript.Remove)
		r.remove(c.part)
	case r.opt.Missing == StripMissing && (c.sealed || r.view(c.node).Signed):
		d.why = "tool call has no result; its turn has signed thinking and cannot be edited"
		r.note(d, transcript.Error, transcript.Keep)
	case r.opt.Missing == StripMissing:
		r.note(d, transcript.Error, transcript.Remove)
		r.noteCopies(c.part)
		r.remove(c.part)
	case apart:
		d.why = "tool call has no result, and nothing can be linked to the last record of its thread: one of another thread has the same id"
		r.note(d, transcript.Error, transcript.Keep)
	default:
		r.note(d, transcript.Error, transcript.Inject)
		return plan.Insert{Answer: plan.Answer{Call: r.at(c.part), Hash: c.ID, ID: r.renamed[c.part]}, Node: history.None}, true
	}
	return plan.Insert{}, false
}

// linksElsewhere reports whether what is linked to a record at the end of the file belongs to
// another thread, where a later record has its id.
func (r *repair) linksElsewhere(i uint32) bool {
	id := r.x.ID(i)
	return id != 0 && r.x.Thread(r.x.Find(id)) != r.x.Thread(i)
}

// interrupted reports whether the stream broke off inside a call, so that its
// arguments are incomplete. Ask it only of a call that has no result: the arguments
// of a call that was answered were complete enough for the tool.
func (r *repair) interrupted(c *call) bool {
	return !r.doubtful && !c.sealed && r.view(c.node).Calls[c.n].Cut()
}

// planOrphan plans what happens to a result without a call.
func (r *repair) planOrphan(d drop) {
	switch {
	case r.doubtful:
		d.why += "; it may be on an unreadable line"
		r.heldBack++
		r.note(d, transcript.Info, transcript.Keep)
	case r.opt.Orphans == KeepOrphans:
		r.note(d, transcript.Error, transcript.Keep)
	case r.opt.Orphans == TextOrphans && keepsText(r.x.Format(d.node)):
		r.note(d, transcript.Error, transcript.Replace)
		r.makeText(d.part)
	default:
		r.drop(d)
	}
}

// drop reports a call or result and plans its removal.
func (r *repair) drop(d drop) {
	if d.why == "" {
		d.why = r.view(d.node).Calls[d.n].Bad
	}
	r.note(d, "", transcript.Remove)
	r.noteCopies(d.part)
	r.remove(d.part)
	if d.copy {
		packed.Set(&r.copies, d.node, true)
	}
}

// noteCopies reports that a call changes as well where its message holds it once
// more.
func (r *repair) noteCopies(p part) {
	v := r.view(p.node)
	if p.res || int(p.n) >= len(v.Calls) {
		return
	}
	for _, again := range v.Calls[p.n].Copies {
		r.report(touched(r.ref(p.node), "the message holds the call a second time"), again.Item)
	}
}

// touched says that a part of a record changes because of something else.
func touched(ref int64, why string) plan.Finding {
	return plan.Finding{Code: transcript.Touched, Ref: ref, Why: why, Reject: true}
}

// report reports a finding about a part of its record, all of that if there is none.
func (r *repair) report(f plan.Finding, part outline.Value) {
	f.Start, f.End = r.span.of(f.Ref, part)
	r.p.Report.Add(f)
}

// remove plans the removal of a call or result, at most once.
func (r *repair) remove(p part) {
	if r.dropped[p] {
		return
	}
	packed.Set(&r.dropped, p, true)
	if r.isElement(p.node) {
		in := r.within(p.node)
		in.Drop = append(in.Drop, dialect.Part{N: int(p.n), Result: p.res})
		return
	}
	r.p.Drop(r.at(p))
}

// makeText plans that a result becomes a text of the user.
func (r *repair) makeText(p part) {
	if r.isElement(p.node) {
		in := r.within(p.node)
		text := plan.WordsOf(r.view(p.node).Results[p.n])
		in.Words = append(in.Words, dialect.PartText{Part: dialect.Part{N: int(p.n), Result: true}, Text: text})
		return
	}
	r.p.MakeText(r.at(p))
}

// rename gives every call that shares its id with another call a new id, and gives
// the call's result the same one.
func (r *repair) rename(calls []*call) {
	for _, c := range calls {
		if !c.rename || c.Gone {
			continue
		}
		v := r.view(c.node)
		limit, _ := r.targetOf(v.Format.Rules().Name).Limits(v.Format.Rules().Name)
		id := r.freshID(v.Calls[c.n].ID.Text(), limit)
		packed.Set(&r.renamed, c.part, id)
		d := drop{part: c.part, code: transcript.ReusedID, why: "call id is used again in the same request"}
		if c.twin {
			d = drop{part: c.part, code: transcript.DuplicateCall, why: twinWhy}
		}
		r.note(d, transcript.Error, transcript.Rename)
		r.noteCopies(c.part)
		r.p.Rename(r.at(c.part), id)
		if c.Answered {
			r.renameResult(c.result, id)
		}
	}
}

// renameResult gives a result the id that its call has now. It is on another line,
// and no line changes without a finding.
func (r *repair) renameResult(p part, id string) {
	r.note(drop{part: p, code: transcript.Touched, why: "its call has a new id"}, transcript.Info, transcript.Rename)
	r.p.Rename(r.at(p), id)
}

// freshID returns an id derived from old that neither a call of the request nor an
// earlier repair uses.
func (r *repair) freshID(old string, limit dialect.Limit) string {
	id, k := limit.FreshID(old, max(2, r.nextNumber[old]), r.idTaken)
	packed.Set(&r.nextNumber, old, k+1)
	packed.Set(&r.newIDs, id, true)
	return id
}

// note reports a finding about a call or result.
func (r *repair) note(d drop, severity transcript.Severity, action transcript.Action) {
	v := r.view(d.node)
	var item, in, id outline.Value
	if d.res && int(d.n) < len(v.Results) {
		x := &v.Results[d.n]
		item, in, id = x.Item, x.In, x.ID
	} else if !d.res && int(d.n) < len(v.Calls) {
		x := &v.Calls[d.n]
		item, in, id = x.Item, x.In, x.ID
	}
	f := plan.Finding{Code: d.code, Severity: severity, Action: action, Ref: r.ref(d.node), Why: d.why, ID: id.Text()}
	f.Start, f.End = r.span.of(f.Ref, item)
	if in.Kind() == outline.Object { // the call is a member of an object: its name goes with it
		f.Start, f.End = r.span.member(f.Ref, item)
	}
	f.Reject = action == transcript.Remove || action == transcript.Replace
	r.p.Report.Add(f)
}

// spans returns where the bytes from start to end of a record stand in the input, those of
// all of it if there are none.
type spans func(ref int64, start, end int) (int64, int64)

// of returns where a part of a record stands.
func (s spans) of(ref int64, v outline.Value) (int64, int64) {
	start, end := v.Span()
	return s(ref, start, end)
}

// member returns where the member that holds v stands, with its name. Of a record that was
// mended or edited only the place of all of it is known.
func (s spans) member(ref int64, v outline.Value) (start, end int64) {
	start, end = s.of(ref, v)
	if end-start == int64(len(v.Raw())) {
		name, _ := v.MemberSpan()
		at, _ := v.Span()
		start -= int64(at - name)
	}
	return start, end
}

// removeEmptied removes the records that hold nothing but calls and results that were
// removed, but none of a log. Where a record stays, the finding about its calls may be widened.
func (r *repair) removeEmptied() {
	nodes := make([]uint32, 0, len(r.dropped))
	for p := range r.dropped {
		nodes = append(nodes, p.node)
	}
	slices.Sort(nodes)
	for _, i := range slices.Compact(nodes) {
		ref := r.ref(i)
		parts := r.p.Dropped(ref)
		if v := r.view(i); (!v.Text || r.copies[i]) && len(parts) == len(v.Calls)+len(v.Results) && !v.Format.Rules().Log && !r.p.Leads(ref) {
			r.p.Remove(ref)
			packed.Set(&r.gone, i, true)
		} else {
			r.widenFindings(ref, v, parts)
		}
	}
}

// widenFindings makes the first finding about the calls of a list name the whole member that
// holds them ("tool_calls"), where all of them are removed and the message stays: the empty
// list is removed as well, and every byte that goes has to be named.
func (r *repair) widenFindings(ref int64, v *dialect.View, parts []dialect.Part) {
	gone := map[int]int{} // by where their list begins
	for _, x := range parts {
		if !x.Result {
			at, _ := v.Calls[x.N].In.Span()
			gone[at]++
		}
	}
	for i := range v.Calls {
		list := v.Calls[i].In
		at, _ := list.Span()
		n := gone[at]
		delete(gone, at)
		if n > 0 && list.Kind() == outline.Array && v.CallsApart(list) && list.Len() == n && !r.p.Edited(ref) {
			r.widenFinding(ref, list)
		}
	}
}

func (r *repair) widenFinding(ref int64, list outline.Value) {
	start, end := r.span.member(ref, list)
	for i, f := range r.p.Report.All() {
		if f.Reject && f.Ref == ref && f.Start >= start && f.End <= end {
			f.Start, f.End = start, end
			r.p.Report.Set(i, f)
			return
		}
	}
}
