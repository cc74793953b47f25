package pair

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// spokenMessage is a message of the user or the model on the live path.
type spokenMessage struct {
	node   uint32
	role   dialect.Role
	format dialect.Format
	why    string // why the API refuses it for being empty, "" if it does not
	empty  bool   // nothing is left of it without its blank texts
	thinks bool   // it holds thinking
}

// emptyContent takes blank texts out of messages, and messages out of which
// nothing is left. One that cannot go gets a text.
func (r *repair) emptyContent(l *history.Live) {
	list := r.spokenMessages(l)
	var gone []uint32
	before := -1 // the last message that stays
	for k := range list {
		m := &list[k]
		switch {
		case m.why == "" || r.mayBeEmpty(list, k):
			before = k
		case !m.empty:
			r.dropBlanks(m)
			before = k
		case mayGo(list, before, k):
			gone = append(gone, m.node)
		default:
			r.fill(m)
			before = k
		}
	}
	r.dropEmpty(l, list, gone)
}

// spokenMessages returns the messages of a live path.
func (r *repair) spokenMessages(l *history.Live) (list []spokenMessage) {
	plain := r.certain(l)
	for pos := l.From; pos < len(l.Path); pos++ {
		i := l.Path[pos]
		n := r.x.Node(i)
		m := spokenMessage{node: i, role: n.Role(), format: r.x.Format(i), thinks: n.Is(history.Think) || n.Is(history.Signed)}
		if m.role == dialect.Tool {
			m.role = dialect.User
		}
		if m.role != dialect.User && m.role != dialect.Assistant {
			continue
		}
		if !dialect.Certain(m.format) {
			m.format = plain
		}
		if r.wire.suspects[r.ref(i)] && m.format != nil && pos >= l.Sealed && !n.Is(history.Dropped) {
			v, _ := r.p.View(r.ref(i), m.format)
			m.why, m.empty = v.EmptyContent(), v.OnlyBlank()
		}
		list = append(list, m)
	}
	return list
}

// certain returns the format for messages that several formats could have written:
// that of the first message that only one format can have written. It is nil if there
// is no such message, or if its format has no messages of the general form.
func (r *repair) certain(l *history.Live) dialect.Format {
	for _, i := range l.Path[l.From:] {
		f := r.x.Format(i)
		if rules := f.Rules(); r.x.Node(i).Speaks() && dialect.Certain(f) {
			if !rules.Plain {
				return nil
			}
			return f
		}
	}
	return nil
}

// mayBeEmpty reports whether the last message may be empty: Anthropic's API says
// so of the model's ("all messages must have non-empty content except for the
// optional final assistant message"), and in a conversation it is often a label.
func (r *repair) mayBeEmpty(list []spokenMessage, k int) bool {
	m := &list[k]
	if k < len(list)-1 || m.role != dialect.Assistant {
		return false
	}
	v, _ := r.p.View(r.ref(m.node), m.format)
	return r.isLabel() || !m.format.Rules().Alternates && v.Body.Len() == 0 && !v.TrailingSpace()
}

// isLabel reports whether the last message of the model is the label of a training
// example, which is never sent to an API.
func (r *repair) isLabel() bool { return !r.wire.request && r.opt.keepsLabel(r.conv) }

// mayGo reports whether the API accepts the history without message k: requests
// begin with the user ("A conversation must start with a user message", 'first
// message must use the "user" role'), Converse wants the roles to alternate, and
// where Anthropic's API joins two messages of the model only the first one of them
// may begin with thinking.
func mayGo(list []spokenMessage, before, k int) bool {
	next := slices.IndexFunc(list[k+1:], func(m spokenMessage) bool { return !m.empty || m.why == "" })
	if next < 0 {
		return true
	}
	next += k + 1
	switch {
	case before < 0:
		return list[next].role == dialect.User || list[k].role != dialect.User
	case list[before].role != list[next].role:
		return true
	case list[k].format.Rules().Alternates:
		return false
	}
	return !list[next].thinks
}

// dropBlanks takes the blank texts out of a message.
func (r *repair) dropBlanks(m *spokenMessage) {
	ref := r.ref(m.node)
	v, _ := r.p.View(ref, m.format)
	for _, b := range v.BlankTexts() {
		r.reportEmpty(m, b, transcript.Remove, "the API refuses a blank text")
	}
	r.p.SeeAs(ref, m.format)
	r.p.Edit(ref, func(v *dialect.View, _ outline.Value) []outline.Edit { return v.WithoutBlanks() })
}

// fill gives an empty message a placeholder text.
func (r *repair) fill(m *spokenMessage) {
	ref := r.ref(m.node)
	v, _ := r.p.View(ref, m.format)
	r.reportEmpty(m, v.Body, transcript.Replace, "the API refuses a message without content, and what is left without it: a text takes its place")
	r.p.SeeAs(ref, m.format)
	r.p.Edit(ref, func(v *dialect.View, _ outline.Value) []outline.Edit { return v.Fill(dialect.NoContent) })
}

// dropEmpty removes messages. What hung on them is linked to what stands before.
func (r *repair) dropEmpty(l *history.Live, list []spokenMessage, gone []uint32) {
	if len(gone) == 0 {
		return
	}
	for k := range list {
		if m := &list[k]; slices.Contains(gone, m.node) {
			r.reportEmpty(m, outline.Value{}, transcript.Remove, "the API refuses a message without content")
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

// reportEmpty reports an empty message, or a part of it.
func (r *repair) reportEmpty(m *spokenMessage, part outline.Value, action transcript.Action, why string) {
	v, _ := r.p.View(r.ref(m.node), m.format)
	f := plan.Finding{Code: transcript.EmptyContent, Action: action, Ref: r.ref(m.node), ID: v.ID.Text(), Why: why, Reject: true}
	f.Start, f.End = r.span(f.Ref, part)
	r.p.Report.Add(f)
}

// trailingSpace trims the last message, where it is the model's: the API takes it
// for the beginning of the answer, and refuses white space at its end ("final
// assistant content cannot end with trailing whitespace").
func (r *repair) trailingSpace(l *history.Live) {
	i := l.Path[len(l.Path)-1]
	if n := r.x.Node(i); n.Role() != dialect.Assistant || len(l.Path) <= l.Sealed || r.isLabel() || r.opt.Tail == KeepTail {
		return
	}
	f := r.x.Format(i)
	if !dialect.Certain(f) {
		f = r.certain(l)
	}
	if f == nil || !f.Rules().Prefill {
		return
	}
	ref := r.ref(i)
	v, _ := r.p.View(ref, f)
	if !v.TrailingSpace() {
		return
	}
	r.p.Report.Add(r.trailing(ref, v))
	r.p.SeeAs(ref, f)
	r.p.Edit(ref, func(v *dialect.View, _ outline.Value) []outline.Edit {
		start, end := v.Trailing()
		return []outline.Edit{{Start: start, End: end}}
	})
}

// trailing is the finding about the white space at the end of a message.
func (r *repair) trailing(ref int64, v *dialect.View) plan.Finding {
	f := plan.Finding{Code: transcript.TrailingSpace, Ref: ref, ID: v.ID.Text(), Reject: true,
		Why: "the last message of the model ends in white space: the API refuses it as the beginning of an answer"}
	var last outline.Value
	for t := range v.Words() {
		last = t
	}
	f.Start, f.End = r.span(ref, last)
	if at, _ := last.Span(); f.End-f.Start == int64(len(last.Raw())) {
		start, end := v.Trailing()
		f.Start, f.End = f.Start+int64(start-at), f.Start+int64(end-at)
	}
	return f
}
