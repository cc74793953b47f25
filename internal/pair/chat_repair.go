package pair

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// addChat notes the messages of a conversation on one line whose format folds.
func (a *analysis) addChat(v *dialect.View, at int64) {
	if first, ok := v.List.First(); v.Format.Rules().Folds || !ok || first.Get("role").Exists() || !first.Get("id").Exists() {
		return
	}
	c := chat{conv: !v.Request}
	c.elements(v.List, at, a.opt.SyntheticText)
	a.chats = append(a.chats, c)
}

// act is what happens to one call or result of a chat.
type act struct {
	place
	n      int
	result bool // it is a result
	code   transcript.Code
	why    string
	action transcript.Action
	level  transcript.Severity // "" for that of the code's rule
	part   []byte              // the result that a call gets, where that stood elsewhere,
	failed bool                // and whether it is that of an error
	// together is how many calls of the message are removed.
	together int
}

// repairChats plans the repairs of all chats, inside the records that hold their
// messages. It reports whether there are any.
func (a *analysis) repairChats() bool {
	var acts []act
	for _, c := range append(a.chats, a.log) {
		acts = append(acts, a.actsOf(&c)...)
	}
	a.chats, a.log = nil, chat{}
	slices.SortStableFunc(acts, func(x, y act) int { return int(x.ref - y.ref) })
	changed := false
	for len(acts) > 0 {
		n := 1
		for n < len(acts) && acts[n].ref == acts[0].ref {
			n++
		}
		changed = a.repairIn(acts[0].ref, acts[:n]) || changed
		acts = acts[n:]
	}
	return changed
}

// actsOf decides about what is not paired in a chat.
func (a *analysis) actsOf(c *chat) (acts []act) {
	if len(c.list) == 0 {
		return nil
	}
	missing, open, stray := c.pair()
	held := a.unsure(c.list[0].ref)
	without := map[*chatCall]act{}
	for _, x := range missing {
		if x.result == nil {
			without[x] = a.actOnMissing(x, held, slices.Contains(open, x) && (a.opt.Tail == KeepTail || a.opt.keepsLabel(c.conv)))
		}
	}
	c.gather(func(x *chatCall) bool { return x.result != nil || without[x].action == transcript.Inject })
	for _, x := range c.calls() {
		if y, ok := without[x]; ok {
			acts = append(acts, y)
		} else if x.result != nil {
			acts = append(acts, a.actsOfMove(x)...)
		}
	}
	for _, r := range stray {
		acts = append(acts, a.actOnStray(r, held))
	}
	return acts
}

// actsOfMove moves a result into its call, and removes what stands for it.
func (a *analysis) actsOfMove(x *chatCall) []act {
	r := x.result
	v, rec := a.plan.View(r.ref, nil)
	v, _ = r.view(v, rec, a.opt.SyntheticText)
	res := &v.Results[r.n]
	in := act{place: x.place, n: x.n, code: transcript.Touched, why: "takes the result of its call", failed: v.Failed(res)}
	in.part = append([]byte(nil), outline.Compact(res.Item.Raw())...)
	acts := []act{
		{place: r.place, n: r.n, result: true, code: transcript.DisplacedResult, action: transcript.Move, why: "result does not stand where the API wants it"},
		in,
	}
	if s := x.said; s != nil && s != r {
		acts = append(acts, act{place: s.place, n: s.n, result: true, code: transcript.DuplicateResult, action: transcript.Remove, why: "was inserted for a lost result, and the real one is in the file"})
	}
	return acts
}

// calls returns all calls of a chat.
func (c *chat) calls() (list []*chatCall) {
	for _, m := range c.list {
		list = append(list, m.calls...)
	}
	return list
}

func (a *analysis) actOnMissing(x *chatCall, doubtful, tail bool) act {
	y := act{place: x.place, n: x.n, code: transcript.MissingResult, action: transcript.Inject, why: "tool call has no result"}
	switch {
	case tail:
		y.code, y.action, y.why = transcript.OpenCall, transcript.Keep, "the last call has no result"
	case doubtful:
		a.heldChats++
		y.action, y.level, y.why = transcript.Keep, transcript.Info, "tool call has no result; it may be on an unreadable line"
	case a.opt.Missing == KeepMissing:
		y.action = transcript.Keep
	case a.opt.Missing == StripMissing:
		y.action = transcript.Remove
	}
	return y
}

func (a *analysis) actOnStray(r *chatResult, doubtful bool) act {
	y := act{place: r.place, n: r.n, result: true, code: transcript.OrphanResult, action: transcript.Remove, why: "no call in the message before has its id"}
	if r.second { // the client sends it, and nothing has refused it
		y.code, y.why, y.action, y.level = transcript.DuplicateResult, "second result of one call; the client sends it", transcript.Keep, transcript.Warning
		return y
	}
	switch {
	case doubtful:
		a.heldChats++
		y.action, y.level, y.why = transcript.Keep, transcript.Info, y.why+"; it may be on an unreadable line"
	case a.opt.Orphans == KeepOrphans:
		y.action = transcript.Keep
	case a.opt.Orphans == TextOrphans:
		y.action = transcript.Replace
	}
	return y
}

// view returns what stands at a place, of a record and what is seen in that.
func (p place) view(v *dialect.View, rec outline.Value, own string) (*dialect.View, outline.Value) {
	if p.element < 0 {
		return v, rec
	}
	for i, el := range elements(v.List, own) {
		if i == p.element {
			return el, el.Msg
		}
	}
	return v, rec
}

// repairIn reports and plans what happens to calls and results in one record, and reports
// whether it changes.
func (a *analysis) repairIn(ref int64, acts []act) bool {
	v, rec := a.plan.View(ref, nil)
	a.eachMessage(acts, v, rec, func(v *dialect.View, _ outline.Value, acts []act) {
		removed := 0
		for _, x := range acts {
			if !x.result && x.action == transcript.Remove {
				removed++
			}
		}
		for _, x := range acts {
			x.together = removed
			a.noteAct(v, x)
		}
	})
	if !slices.ContainsFunc(acts, func(x act) bool { return x.action != transcript.Keep }) {
		return false
	}
	a.plan.Edit(ref, func(v *dialect.View, rec outline.Value) (edits []outline.Edit) {
		a.eachMessage(acts, v, rec, func(v *dialect.View, msg outline.Value, acts []act) {
			edits = append(edits, a.editsOf(v, msg, acts)...)
		})
		return edits
	})
	return true
}

// eachMessage calls do with every message of a record and what happens in it.
func (a *analysis) eachMessage(acts []act, v *dialect.View, rec outline.Value, do func(*dialect.View, outline.Value, []act)) {
	in := map[int][]act{}
	for _, x := range acts {
		in[x.element] = append(in[x.element], x)
	}
	if own := in[-1]; own != nil {
		do(v, rec, own)
		return
	}
	for i, el := range elements(v.List, a.opt.SyntheticText) {
		if in[i] != nil {
			do(el, el.Msg, in[i])
		}
	}
}

// noteAct reports what happens to a call or result.
func (a *analysis) noteAct(v *dialect.View, x act) {
	item, id := outline.Value{}, outline.Value{}
	if x.result {
		item, id = v.Results[x.n].Item, v.Results[x.n].ID
	} else {
		item, id = v.Calls[x.n].Item, v.Calls[x.n].ID
	}
	f := plan.Finding{Code: x.code, Severity: x.level, Action: x.action, Ref: x.ref, Why: x.why, ID: id.Text()}
	f.Start, f.End = spans(a.span).of(x.ref, item)
	if x.emptiesList(v) {
		f.Start, f.End = spans(a.span).member(x.ref, v.Calls[x.n].In)
	}
	f.Reject = x.action == transcript.Remove || x.action == transcript.Replace || x.code == transcript.Touched
	a.plan.Report.Add(f)
	if x.action == transcript.Inject {
		a.report(touched(x.ref, "takes the result of its call"), item)
	}
	if !x.result && x.action == transcript.Remove {
		for _, again := range v.Calls[x.n].Copies {
			a.report(touched(x.ref, "the message holds the call a second time"), again.Item)
		}
	}
}

// emptiesList reports whether a call is removed from a list of its own that holds no other
// one: the list goes as well, with its name.
func (x *act) emptiesList(v *dialect.View) bool {
	if x.result || x.action != transcript.Remove {
		return false
	}
	in := v.Calls[x.n].In
	return in.Kind() == outline.Array && v.CallsApart(in) && in.Len() == x.together
}

// editsOf returns the edits of one message.
func (a *analysis) editsOf(v *dialect.View, msg outline.Value, acts []act) []outline.Edit {
	var fill []dialect.Completion
	var c dialect.Change
	for _, x := range acts {
		part := dialect.Part{N: x.n, Result: x.result}
		switch {
		case x.part != nil || x.action == transcript.Inject:
			in := dialect.NewResult{Call: msg, ID: v.Calls[x.n].ID.Text(), Name: v.Calls[x.n].Tool(), Text: a.plan.Wording.Text, ErrorFlag: a.plan.Wording.ErrorFlag}
			if x.part != nil {
				in.ErrorFlag = x.failed
			}
			fill = append(fill, dialect.Completion{N: x.n, NewResult: in, Part: x.part})
		case x.action == transcript.Replace:
			c.Words = append(c.Words, dialect.PartText{Part: part, Text: plan.WordsOf(v.Results[x.n])})
		case x.action != transcript.Keep:
			c.Drop = append(c.Drop, part)
		}
	}
	return append(v.Complete(fill...), v.Edits(&c)...)
}
