package refusal

import (
	"bytes"
	"cmp"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// Check returns the faults of a message for a target, in the order of the table. Format
// is that of the message.
func (t Target) Check(m *Message, format string) []Found {
	c := checker{m: m, rows: rowsOf(format), target: t}
	c.check()
	return c.list
}

// checker asks the rows about every part of a message.
type checker struct {
	m      *Message
	rows   []*Rule
	target Target
	any    bool // of whatever API, and the first fault is enough
	rule   *Rule
	list   []Found
	done   bool
}

func (c *checker) check() {
	for _, r := range c.rows {
		if r.message != nil && c.applies(r) {
			c.rule = r
			r.message(c.m, c)
		}
	}
	c.blocks(c.m.Body, false)
	for i := range c.m.Results {
		c.blocks(c.m.Results[i].Content, true)
	}
	for i := range c.m.Calls {
		c.call(&c.m.Calls[i])
	}
	c.images()
}

func (c *checker) applies(r *Rule) bool {
	return c.any && (r.id.Min == 0 || c.target.APIs == r.APIs) || r.applies(c.target)
}

// add takes a fault that the row found which is asked.
func (c *checker) add(f Fault) { c.found(c.rule, f, true) }

func (c *checker) found(r *Rule, f Fault, ok bool) {
	switch {
	case !ok:
	case c.any:
		c.done = true
	default:
		if f.Says != "" {
			f.Text = c.m.Format.Part(f.Says)
		}
		c.list = append(c.list, Found{r, f})
	}
}

// blocks asks about the blocks of a content, of a message or inside a result.
func (c *checker) blocks(list outline.Value, inside bool) {
	if list.Kind() != outline.Array {
		return
	}
	for b, ok := list.First(); ok && !c.done; b, ok = b.Next() {
		for _, r := range c.rows {
			asks := r.block
			if inside {
				asks = r.inside
			}
			if asks == nil || !c.applies(r) {
				continue
			}
			if f, ok := asks(c.m, list, b); ok {
				f.In, f.At = cmp.Or(f.In, list), cmp.Or(f.At, b)
				c.found(r, f, true)
			}
		}
	}
}

func (c *checker) call(call *dialect.Call) {
	for _, r := range c.rows {
		switch {
		case c.done:
			return
		case r.call == nil && !r.Renames(), !c.applies(r):
		case r.call != nil:
			f, ok := r.call(c.m, call)
			c.found(r, f, ok)
		default:
			why := r.limits(call)
			c.found(r, Fault{At: call.ID, Why: why}, why != "")
		}
	}
}

// limits says what is wrong with the id or the name of a call, "" if nothing is. It passes
// over a call that lacks one, or is damaged in some other way: pairing removes it.
func (r *Rule) limits(c *dialect.Call) string {
	what, text, limit := "id", c.ID, r.id
	if r.tool != (dialect.Limit{}) {
		what, text, limit = "tool name", c.Name, r.tool
	}
	if text.Blank() || c.Bad != "" || c.Typed || c.NoID && what != "id" {
		return ""
	}
	return limit.Wrong(what, text.Bytes())
}

// images asks about the images of a message, which are read at most once.
func (c *checker) images() {
	if !mayHoldImages(c.m) {
		return
	}
	for _, i := range c.m.View.Images() {
		var read *Image
		for _, r := range c.rows {
			if c.done || r.image == nil || !c.applies(r) {
				continue
			}
			if read == nil {
				read = ImageOf(i)
			}
			f, ok := r.image(c.m, read)
			f.In, f.At = cmp.Or(f.In, i.List), cmp.Or(f.At, i.Item)
			c.found(r, f, ok)
		}
	}
}

// mayHoldImages passes over most messages: those that hold no list.
func mayHoldImages(m *Message) bool {
	if m.Body.Kind() == outline.Array {
		return true
	}
	for i := range m.Results {
		if m.Results[i].Content.Kind() == outline.Array {
			return true
		}
	}
	return false
}

// Limits returns what the target's API allows in the ids and tool names of calls.
func (t Target) Limits(format string) (id, tool dialect.Limit) {
	for _, r := range rowsOf(format) {
		switch {
		case !r.applies(t):
		case r.id != dialect.Limit{} && id == dialect.Limit{}:
			id = r.id
		case r.tool != dialect.Limit{} && tool == dialect.Limit{}:
			tool = r.tool
		}
	}
	return id, tool
}

// strings calls f for all strings in a value that hold a text as it is spelled.
func eachString(v outline.Value, spelled []byte, f func(outline.Value)) {
	if !bytes.Contains(v.Raw(), spelled) {
		return
	}
	if v.Kind() == outline.String {
		f(v)
	}
	for c := range v.All() {
		eachString(c, spelled, f)
	}
}
