package pair

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/internal/refusal"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// spoken is a message on the live path, as far as an API may refuse it.
type spoken struct {
	refusal.Turn // a tool's results are the user's
	node         uint32
	format       dialect.Format
	target       refusal.Target
	fixed        bool // it is not edited: a compaction kept it, or the client leaves it out
	last         bool
	open         bool // its turn is not finished

	fault *refusal.Found // the first one, without its place; nil: there is none
	void  bool           // nothing is left of it without its faults
}

// refused finds what the API refuses in the messages of a thread, and repairs it: first
// in each message, and when nothing is left of that, what is about several of them.
func (r *repair) refused(l *history.Live) {
	if name := r.formatOf(l); len(r.suspects.Notes) == 0 && !r.targetOf(name).Unnoted(name) && !r.mixes(l) {
		return
	}
	list, told := r.spokenMessages(l)
	before := r.p.Report.Len()
	r.checkMessages(told)
	for k := range told {
		r.takeOut(&told[k], r.finder(&told[k]))
	}
	r.checkMessages(list)
	var gone []uint32
	stays := -1 // the last message that stays
	for k := range list {
		m := &list[k]
		switch {
		case !m.void:
			r.takeOut(m, r.finder(m))
			stays = k
		case mayGo(list, stays, k):
			gone = append(gone, m.node)
		default:
			r.fill(m)
			stays = k
		}
	}
	r.dropEmpty(l, list, gone)
	if !repairs(r.p.Report.From(before)) {
		r.checkHistory(l, list)
	}
}

// mixes reports whether a live path holds messages in the shapes of several APIs.
func (r *repair) mixes(l *history.Live) bool {
	var first, last dialect.Format
	for _, i := range l.Path[l.From:] {
		f := r.x.Format(i)
		if f == last {
			continue
		}
		if last = f; f == nil || !refusal.Shapes(f.Rules().Name) {
			continue
		}
		if first != nil && f != first {
			return true
		}
		first = f
	}
	return false
}

// spokenMessages returns what the user and the model say on a live path, and what both are
// told: the messages of the system. They are in the format in which each goes to the API.
func (r *repair) spokenMessages(l *history.Live) (list, told []spoken) {
	name := r.formatOf(l)
	list = make([]spoken, 0, len(l.Path)-l.From)
	for pos := l.From; pos < len(l.Path); pos++ {
		n := r.x.Node(l.Path[pos])
		if !n.Speaks() || !r.x.Format(l.Path[pos]).Rules().Sent() {
			continue
		}
		m := r.spoken(l.Path[pos], name)
		m.fixed = pos < l.Sealed || n.Is(history.Dropped) || n.Is(history.Inner)
		if m.Role == dialect.System {
			told = append(told, m)
		} else {
			list = append(list, m)
		}
	}
	r.findOpen(list)
	return list, told
}

// spoken returns a message beside others of a format.
func (r *repair) spoken(i uint32, beside string) spoken {
	n, ref := r.x.Node(i), r.ref(i)
	m := spoken{node: i, format: r.x.Format(i), Turn: refusal.Turn{
		Role: n.Role(), Own: n.Is(history.Own), Signed: n.Is(history.Signed), Thinks: n.Is(history.Think), Model: n.Is(history.Model),
		Note: r.suspects.Notes[ref],
	}}
	if m.Role == dialect.Tool {
		m.Role = dialect.User
	}
	if !dialect.Certain(m.format) {
		m.format = r.plainFormat(beside, m.format)
	}
	m.Format = m.format.Rules().Name
	m.target = r.targetOf(m.Format)
	m.Faulty = m.Faulty || r.p.Edited(ref) || r.p.Origin(ref) != ref // a result may have come from elsewhere
	for k := range r.x.PartsOf(i) {
		isResult := r.x.Part(k).Is(history.Result)
		m.Calls, m.Results = m.Calls || !isResult, m.Results || isResult
	}
	return m
}

// plainFormat returns the format for messages that several formats could have written:
// that of those beside them, or else that of the API that they go to.
func (r *repair) plainFormat(beside string, plain dialect.Format) dialect.Format {
	if f := dialect.Named(beside); f != nil && f.Rules().Plain {
		return f
	}
	if t := r.targetOf(beside); beside == "plain" {
		if f := dialect.Named(t.Shape()); f != nil {
			return f
		}
	}
	return plain
}

// findOpen notes which messages belong to a turn that is not finished, and which is the last.
func (r *repair) findOpen(list []spoken) {
	for k := len(list) - 1; k >= 0; k-- {
		if r.x.Node(list[k].node).Is(history.Own) {
			break
		}
		list[k].open = true
	}
	if n := len(list); n > 0 {
		list[n-1].last = true
	}
}

// checkMessages asks the table about each of the suspects, and about the last message.
func (r *repair) checkMessages(list []spoken) {
	for k := range list {
		m := &list[k]
		if m.fixed || !m.Faulty || m.last && m.Role == dialect.Assistant && r.isLabel() {
			continue
		}
		v, _ := r.p.View(r.ref(m.node), m.format)
		if list := m.check(v, r.opt.Tail); len(list) > 0 {
			m.fault, m.void = &list[0], refusal.Empties(m.message(v), list)
			if m.void && m.fault.Code == transcript.EmptyContent {
				m.fault.Why = "a message without content"
			}
		}
	}
}

// check asks the table about a message as it is seen. What is said of the ids and names of
// calls is not in it: they are renamed wherever they stand.
func (m *spoken) check(v *dialect.View, tail Tail) []refusal.Found {
	return slices.DeleteFunc(m.target.Check(m.message(v), m.Format), func(f refusal.Found) bool {
		return f.Renames() || f.Code == transcript.TrailingSpace && tail == KeepTail
	})
}

// isLabel reports whether the last message of the model is the label of a training
// example, which is never sent to an API.
func (r *repair) isLabel() bool { return !r.request && r.opt.keepsLabel(r.conv) }

// message is what a row is asked about.
func (m *spoken) message(v *dialect.View) *refusal.Message {
	return &refusal.Message{View: v, Last: m.last, Open: m.open}
}

// edit has the faults taken out of a message. They are looked for anew in it: where they
// stand is known only when it is written.
func (r *repair) edit(m *spoken, find func(v *dialect.View) []refusal.Found, more func(v *dialect.View, list []refusal.Found) []outline.Edit) {
	r.p.SeeAs(r.ref(m.node), m.format)
	r.p.Edit(r.ref(m.node), func(v *dialect.View, _ outline.Value) []outline.Edit {
		return more(v, slices.DeleteFunc(find(v), func(f refusal.Found) bool { return f.Kept() }))
	})
}

// finder returns what looks for the faults of a message in it.
func (r *repair) finder(m *spoken) func(v *dialect.View) []refusal.Found {
	is, tail := *m, r.opt.Tail
	return func(v *dialect.View) []refusal.Found { return is.check(v, tail) }
}

// takeOut repairs a message of which something is left.
func (r *repair) takeOut(m *spoken, find func(v *dialect.View) []refusal.Found) {
	if m.fault == nil {
		return
	}
	v, _ := r.p.View(r.ref(m.node), m.format)
	some := false
	for _, f := range find(v) {
		r.reportFault(m, f)
		some = some || !f.Kept()
	}
	if some {
		r.edit(m, find, func(_ *dialect.View, list []refusal.Found) []outline.Edit { return refusal.Edits(list) })
	}
}

// fill gives an empty message a placeholder text.
func (r *repair) fill(m *spoken) {
	ref := r.ref(m.node)
	v, _ := r.p.View(ref, m.format)
	r.report(plan.Finding{Code: m.fault.Code, Action: transcript.Replace, Ref: ref, ID: v.ID.Text(), Reject: true,
		Why: "the API refuses " + m.fault.Why + ", and what is left without it: a text takes its place"}, v.Body)
	r.edit(m, r.finder(m), func(v *dialect.View, list []refusal.Found) []outline.Edit {
		return refusal.Fill(v, list, dialect.NoContent)
	})
}

// mayGo reports whether the API accepts the history without message k: requests
// begin with the user ("A conversation must start with a user message", 'first
// message must use the "user" role'), Converse wants the roles to alternate, and
// where Anthropic's API joins two messages of the model only the first one of them
// may begin with thinking.
func mayGo(list []spoken, before, k int) bool {
	next := slices.IndexFunc(list[k+1:], func(m spoken) bool { return !m.void })
	if next < 0 {
		return true
	}
	next += k + 1
	switch {
	case before < 0:
		return list[next].Role == dialect.User || list[k].Role != dialect.User
	case list[before].Role != list[next].Role:
		return true
	case list[k].format.Rules().Alternates:
		return false
	}
	return !list[next].Thinks && !list[next].Signed
}

// dropEmpty removes messages. What hung on them is linked to what stands before.
func (r *repair) dropEmpty(l *history.Live, list []spoken, gone []uint32) {
	if len(gone) == 0 {
		return
	}
	for k := range list {
		if m := &list[k]; slices.Contains(gone, m.node) {
			r.reportGone(m)
			r.p.Remove(r.ref(m.node))
		}
	}
	if !r.linked(l) {
		return
	}
	c := r.newChain(l)
	c.Quiet = true // broken links have been reported already
	for _, i := range gone {
		c.Drop(i)
	}
	c.Close()
}

// reportGone reports that a message goes.
func (r *repair) reportGone(m *spoken) {
	v, _ := r.p.View(r.ref(m.node), m.format)
	r.report(plan.Finding{Code: m.fault.Code, Action: transcript.Remove, Ref: r.ref(m.node), ID: v.ID.Text(), Reject: true, Why: "the API refuses " + m.fault.Why}, outline.Value{})
}

// reportFault reports a fault in a message.
func (r *repair) reportFault(m *spoken, f refusal.Found) {
	v, _ := r.p.View(r.ref(m.node), m.format)
	x := plan.Finding{Code: f.Code, Action: f.Does(), Ref: r.ref(m.node), ID: v.ID.Text(), Why: "the API refuses " + f.Why}
	if x.Reject = x.Action != transcript.Keep && x.Action != transcript.Inject; !x.Reject && f.Help != "" {
		x.Why += ": " + f.Help
	}
	x.Start, x.End = r.span.of(x.Ref, f.At)
	switch whole := x.End-x.Start == int64(len(f.At.Raw())); {
	case whole && f.Cut[1] > 0:
		x.Start, x.End = x.Start+int64(f.Cut[0]), x.Start+int64(f.Cut[1])
	case f.In.Kind() == outline.Object && x.Action == transcript.Remove:
		x.Start, x.End = r.span.member(x.Ref, f.At)
	}
	r.p.Report.Add(x)
}

// checkHistory asks the rows that are about several messages.
func (r *repair) checkHistory(l *history.Live, list []spoken) {
	if len(list) == 0 {
		return
	}
	h := &refusal.History{Request: r.request || r.destination.request, Body: r.destination.body, View: func(i int) *dialect.View {
		v, _ := r.p.View(r.ref(list[i].node), list[i].format)
		return v
	}}
	h.Whole = h.Request || r.opt.For.Explicit
	h.Messages = make([]refusal.Turn, 0, len(list))
	for k := range list {
		h.Messages = append(h.Messages, list[k].Turn)
	}
	found := r.targetOf(r.formatOf(l)).CheckAll(h)
	if len(found) == 0 {
		return
	}
	byMessage := map[int][]refusal.Found{}
	for _, f := range found {
		byMessage[f.Ref] = append(byMessage[f.Ref], f)
	}
	var gone []uint32
	for k := range list {
		if m := &list[k]; len(byMessage[k]) > 0 && r.amend(m, byMessage[k]) {
			gone = append(gone, m.node)
		}
	}
	r.dropEmpty(l, list, gone)
}

// amend repairs what a row found among several messages in one of them, and reports
// whether that is to go as a whole.
func (r *repair) amend(m *spoken, list []refusal.Found) (goes bool) {
	if m.fixed {
		return false
	}
	v, _ := r.p.View(r.ref(m.node), m.format)
	find := func(v *dialect.View) []refusal.Found { return refusal.Resolve(v, slices.Clone(list)) }
	if m.fault = &list[0]; refusal.Empties(m.message(v), find(v)) {
		return true
	}
	r.takeOut(m, find)
	return false
}
