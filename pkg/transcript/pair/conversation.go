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

	at   int64
	of   dialect.Format
	seen dialect.View
}

// newConversation finds the format of every message of a list.
func newConversation(list outline.Value, o *Options) *conversation {
	c := &conversation{opt: o, list: list, at: -1}
	d := dialect.NewDetector(nil, o.SyntheticText)
	for el := range list.All() {
		var f dialect.Format
		if d.View(el, &c.seen) {
			f = c.seen.Format
		}
		c.items, c.formats = append(c.items, el), append(c.formats, f)
	}
	return c
}

func (c *conversation) view(at int64, f dialect.Format) *dialect.View {
	if c.at != at || c.of != f {
		c.at, c.of = at, f
		if f == nil || !dialect.NewDetector(f, c.opt.SyntheticText).View(c.items[at], &c.seen) {
			c.seen = dialect.View{}
		}
	}
	return &c.seen
}

func (c *conversation) root() outline.Value              { return c.items[c.at] }
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
	s.member = func(i int64, name string) outline.Value { return c.items[i].Get(name) }
	s.expand = a.expand
	s.report = func(f finding) {
		f.at = at
		a.note(f)
	}
	if a.pairInside(c, s, at); len(e.inner) > 0 {
		a.plan.edits[at] = e
	}
}

// pairInside pairs the messages by the rules of their format.
func (a *analysis) pairInside(c *conversation, s *scope, at int64) {
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
	s.wholeRejects(a, c, at)
}

// wholeRejects makes one finding of a message that goes stand for all of it.
func (s *scope) wholeRejects(a *analysis, c *conversation, line int64) {
	for _, e := range s.edits {
		if !e.remove {
			continue
		}
		start, end := c.items[e.at].Span()
		first := true
		for i := range a.plan.findings {
			f := &a.plan.findings[i]
			base := f.start - f.at
			if f.at != line || !f.leaves() || base < int64(start) || f.end-f.at > int64(end) {
				continue
			}
			f.start, f.end = f.at+int64(start), f.at+int64(end)
			if f.reject {
				f.reject, first = first, false
			}
		}
	}
}
