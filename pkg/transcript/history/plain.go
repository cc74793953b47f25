package history

import (
	"fmt"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/outline"
)

// plain collects the messages of formats without links, in the order of their
// lines.
type plain struct {
	History
	marks  *marks
	turns  []int   // the message with which each turn begins
	starts []int64 // offsets of pi's entries, which a compaction names by number
}

// add adds a record. Consecutive items of the model are one message in formats
// that pair by id.
func (p *plain) add(v *dialect.View, rec outline.Value, at int64) {
	n := len(p.Messages)
	if n == 0 || !p.Messages[n-1].goesOn(v) {
		p.Messages = append(p.Messages, Message{Role: v.Role, Format: v.Format})
		n++
	}
	m := &p.Messages[n-1]
	m.Records = append(m.Records, at)
	m.fill(p.marks, v, rec)
}

// goesOn reports whether an item belongs to the same message.
func (m *Message) goesOn(v *dialect.View) bool {
	return v.Model && v.Format.Rules().ByID && m.Role == dialect.Assistant && m.Format == v.Format && !m.Fixed
}

// compacted takes a boundary: what stands before it is dead but for what the
// boundary keeps, and its own text or list comes first.
func (p *plain) compacted(v *dialect.View, rec outline.Value, at int64) {
	kept := p.kept(v, at)
	n := len(p.Messages)
	for n > 0 && p.Messages[n-1].Records != nil && p.Messages[n-1].Records[0] >= kept {
		n--
	}
	rest := append([]Message(nil), p.Messages[n:]...)
	p.bury(n)
	p.Messages = p.Messages[:0]
	if chars, payload := v.Replaced(); chars > 0 {
		m := Message{Role: dialect.User, Format: v.Format, Summary: true, Chars: int64(chars), Payload: int64(payload)}
		p.Messages = append(p.Messages, m)
	}
	p.replacement(v)
	p.Messages = append(p.Messages, rest...)
	for i := range p.Messages {
		p.Messages[i].Fixed = true
	}
	p.turns = nil
}

// kept returns the offset of the first record that a boundary keeps. The first
// version of pi's format names it by number.
func (p *plain) kept(v *dialect.View, at int64) int64 {
	var n int
	if _, err := fmt.Sscan(string(v.Leaf.Raw()), &n); err == nil && n >= 0 && n < len(p.starts) {
		return p.starts[n]
	}
	return at
}

// replacement takes the items that a compaction put in place of the history:
// results of their calls may follow.
func (p *plain) replacement(boundary *dialect.View) {
	inner := dialect.NewDetector(nil, "")
	var v dialect.View
	list := boundary.List
	for el := range list.All() {
		if !inner.View(el, &v) || v.Class != dialect.Message {
			continue
		}
		p.add(&v, el, 0)
		p.Messages[len(p.Messages)-1].Records = nil
	}
}

// begin notes that a turn begins here, rollback takes the last n turns back.
func (p *plain) begin() { p.turns = append(p.turns, len(p.Messages)) }

func (p *plain) rollback(n int) {
	if n <= 0 || len(p.turns) == 0 {
		return
	}
	back := p.turns[max(0, len(p.turns)-n)]
	p.turns = p.turns[:max(0, len(p.turns)-n)]
	alive := append([]Message(nil), p.Messages[:back]...)
	p.Messages = append(p.Messages[:0], p.Messages[back:]...)
	p.bury(len(p.Messages))
	p.Messages = alive
}

// bury notes where the units of the first n messages stand, which are dead.
func (p *plain) bury(n int) {
	old := History{Messages: p.Messages[:n]}
	old.split()
	for k := range old.Units {
		if s, ok := old.Span(k); ok {
			p.dead = append(p.dead, s)
		}
	}
}
