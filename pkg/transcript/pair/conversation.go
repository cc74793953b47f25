package pair

import (
	"slices"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/outline"
)

// conversation is a list of messages inside one line. Positions are indexes.
type conversation struct {
	opt     *Options
	list    outline.Value
	items   []outline.Value
	formats []dialect.Format

	slots [2]seenMessage // the messages that were seen last; 0 is the current one
}

// seenMessage is a message with its view.
type seenMessage struct {
	at   int64
	of   dialect.Format
	view dialect.View
}

// newConversation finds the format of every message of a list.
func newConversation(list outline.Value, o *Options) *conversation {
	c := &conversation{opt: o, list: list}
	c.slots[0].at, c.slots[1].at = -1, -1
	d := dialect.NewDetector(nil, o.SyntheticText)
	var v dialect.View
	for el := range list.All() {
		var f dialect.Format
		if d.View(el, &v) {
			f = v.Format
		}
		c.items, c.formats = append(c.items, el), append(c.formats, f)
	}
	return c
}

func (c *conversation) view(at int64, f dialect.Format) *dialect.View {
	if c.slots[0].at != at || c.slots[0].of != f {
		c.slots[0], c.slots[1] = c.slots[1], c.slots[0]
	}
	m := &c.slots[0]
	if m.at != at || m.of != f {
		m.at, m.of = at, f
		if f == nil || !dialect.NewDetector(f, c.opt.SyntheticText).View(c.items[at], &m.view) {
			m.view = dialect.View{}
		}
	}
	return &m.view
}

func (c *conversation) root() outline.Value              { return c.items[c.slots[0].at] }
func (c *conversation) detected(at int64) dialect.Format { return c.formats[at] }

func (c *conversation) text(at int64) ([]byte, int) {
	start, _ := c.items[at].Span()
	return slices.Clone(c.items[at].Raw()), start
}

// conversation plans what the messages inside one line need. The last call of a
// conversation is often its label: it is not answered.
func (a *analysis) conversation(v *dialect.View, at int64) {
	c := newConversation(v.List, a.opt)
	e := &edit{at: at, format: v.Format, inner: map[int64]*edit{}}
	s := &scope{
		opt: a.opt, edits: e.inner, view: c.view, format: c.detected,
		gone: map[int64]bool{}, renamed: map[part]string{}, made: map[string]int{}, dropped: map[part]bool{},
		lost: func(int64) bool { return false },
	}
	s.span = func(i int64, item outline.Value) (int64, int64) {
		if !item.Exists() {
			item = c.items[i]
		}
		return a.span(at, item)
	}
	s.expand = func(_, start, end int64) { a.expand(at, start, end) }
	s.report = func(f finding) {
		f.at = at
		a.note(f)
	}
	n := len(a.plan.findings)
	a.pairInside(c, s)
	s.wholeRejects(c, a.plan.findings[n:])
	if len(e.inner) > 0 {
		a.plan.edits[at] = e
	}
}

// pairInside pairs the messages by the rules of their format.
func (a *analysis) pairInside(c *conversation, s *scope) {
	items := newItems(a.opt, true)
	chat := &frames{opt: a.opt, conv: true, uses: map[uint64]*call{}}
	for i := range c.items {
		v := c.view(int64(i), c.formats[i])
		m := newMessage(a.hash, v, int64(i), 0)
		switch {
		case v.Format == nil || v.Class != dialect.Message && !v.Format.Rules().ByID:
		case v.Format.Rules().ByID:
			items.add(m, v)
		default:
			chat.add(m)
			if len(items.calls) > 0 {
				items.add(m, v) // a plain message in a list of items
			}
		}
	}
	chat.finish()
	items.equal = s.equal
	items.finish()
	s.taken = func(id string) bool {
		h := a.hash.Text(id)
		_, used := chat.uses[h]
		return used || items.byID[h] != nil
	}
	s.put = s.putBeside
	s.frames(chat)
	s.items(items)
	s.settle()
}

// wholeRejects makes the findings of a message that goes name all of it; the
// first one that rejects stands for all of them.
func (s *scope) wholeRejects(c *conversation, list []finding) {
	seen := map[int64]bool{}
	for i := range list {
		f := &list[i]
		k := c.at(int(f.start - f.at))
		if e := s.edits[k]; e == nil || !e.remove || !f.leaves() {
			continue
		}
		start, end := c.items[k].Span()
		f.start, f.end = f.at+int64(start), f.at+int64(end)
		if f.reject {
			f.reject = !seen[k]
			seen[k] = true
		}
	}
}

// at returns the index of the message that a position of the line is in.
func (c *conversation) at(position int) int64 {
	k, _ := slices.BinarySearchFunc(c.items, position, func(v outline.Value, p int) int {
		if _, end := v.Span(); end <= p {
			return -1
		}
		return 1
	})
	return int64(min(k, len(c.items)-1))
}
