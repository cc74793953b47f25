package preview

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// Body is a text of a tool result: whole, or what an earlier cut left of it. As
// little of it is decoded as the answers need.
type Body struct {
	Size int // chars that it has now

	text    *JSONString
	lines   int     // that it has now
	old     earlier // of a text that was cut before
	was     bool    // it was cut before, by us
	standIn bool    // it stands in for a result that is not there
	facts   Facts
	settled bool // facts are known
}

// Read returns the Body of a text. It decodes the text only if it may hold what an
// earlier cut left.
func Read(t *JSONString) *Body {
	b := &Body{text: t}
	b.look(t)
	return b
}

// look finds out what costs little to know of the text.
func (b *Body) look(t *JSONString) {
	c := measure(t.raw)
	b.Size, b.lines = c.chars, c.lines
	if c.chars > 0 && !endsLine(t.raw) {
		b.lines++
	}
	if t.outer != nil || c.odd || MayBeCut(t.raw) || mayStandIn(t.raw) {
		b.read(t.Bytes())
	}
}

// read looks for traces of an earlier cut in the text, by this program or another.
func (b *Body) read(dec []byte) {
	b.Size, b.lines = outline.RuneCount(dec), lineCount(dec)
	b.old, b.was = findMarker(dec)
	b.standIn = isSummary(dec) || isStandIn(dec)
}

// mayStandIn reports whether a spelling begins as what stands in for a result
// does.
func mayStandIn(raw []byte) bool { return len(raw) > 0 && (raw[0] == '[' || raw[0] == '<') }

// Original returns the chars of the text before anybody here cut it.
func (b *Body) Original() int {
	if b.was {
		return b.old.facts.Chars
	}
	return b.Size
}

// Whole reports whether the text is an original, which a file may keep: not
// what an earlier cut left of one, and not what stands in for one.
func (b *Body) Whole() bool { return !b.was && !b.standIn }

// StandsIn reports whether the text only stands in for a result: a summary, or
// what another program put there. There is nothing in it to shorten.
func (b *Body) StandsIn() bool { return b.standIn }

// Bytes returns the text.
func (b *Body) Bytes() []byte { return b.text.Bytes() }

// Facts returns what is known of the original. path is where a file holds the
// text, if it is whole; of one that was cut the marker knows that better.
func (b *Body) Facts(path string) Facts {
	switch {
	case b.was:
		return b.old.facts
	case !b.settled:
		b.facts = Facts{Chars: b.Size, Lines: b.lines, Type: b.typeOf()}
		b.settled = true
	}
	f := b.facts
	if path != "" {
		f.Path, f.CutBefore = path, cutElsewhere(b.text.Bytes())
	}
	return f
}

// typeOf is TypeOf, by the first few kilobytes where they are enough.
func (b *Body) typeOf() Type {
	t := b.text
	if t.decoded {
		return TypeOf(t.dec)
	}
	s := samples.Get().(*sample)
	defer samples.Put(s)
	end := unitBorder(t.raw, enough*5/4)
	if end < 0 {
		return s.typeOf(s.decode(t.raw))
	}
	head := s.decode(t.raw[:end])
	first := bytes.TrimLeft(head, " \t\r\n")
	if len(head) <= enough || len(first) == 0 || (first[0] == '{' || first[0] == '[') && values(first[:min(len(first), enough)]) != Plain {
		return s.typeOf(t.Bytes())
	}
	return s.typeOf(head)
}

// BodyOf returns the Body of a text that is a JSON string with its quotes. With member the
// string is itself JSON text, of which only the string member of that name is meant.
func BodyOf(quoted []byte, member string) *Body {
	t := NewJSONString(quoted)
	if member != "" {
		var d outline.Doc
		if d.Parse(t.Bytes()) == nil {
			t = t.Inside(d.Root().Get(member).Span())
		}
	}
	return Read(t)
}
