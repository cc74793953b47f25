package preview

import (
	"bytes"
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
)

// Body is a text of a tool result: whole, or what an earlier cut left of it.
type Body struct {
	Size int // chars that it has now

	text    *Text
	old     earlier // of a text that was cut before
	was     bool    // it was cut before, by us
	standIn bool    // it stands in for a result that is not there
	facts   Facts
	settled bool // facts are known
}

// Read looks at a text.
func Read(t *Text) *Body {
	b := &Body{text: t, Size: utf8.RuneCount(t.dec)}
	b.old, b.was = findMarker(t.dec)
	b.standIn = isSummary(t.dec) || standIn(t.dec)
	return b
}

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
func (b *Body) Bytes() []byte { return b.text.dec }

// Facts returns what is known of the original. path is where a file holds the
// text, if it is whole; of one that was cut the marker knows that better.
func (b *Body) Facts(path string) Facts {
	switch {
	case b.was:
		return b.old.facts
	case !b.settled:
		b.facts = Facts{Chars: b.Size, Lines: Lines(b.text.dec), Type: TypeOf(b.text.dec)}
		b.facts.Again = cutElsewhere(b.text.dec)
		b.settled = true
	}
	f := b.facts
	f.Path = path
	return f
}

// pools returns where head and tail may be taken from.
func (b *Body) pools() (head, tail int) {
	if b.was {
		return b.old.from, b.old.to
	}
	return len(b.text.dec), 0
}

// shown returns the chars of the original that a cut shows: of an earlier
// marker none is.
func (b *Body) shown(from, to int) int {
	return utf8.RuneCount(b.text.dec[:from]) + utf8.RuneCount(b.text.dec[to:])
}

// Mentions reports whether the text holds a path: that of its own file.
func (b *Body) Mentions(path string) bool { return bytes.Contains(b.text.dec, []byte(path)) }

// BodyOf looks at a text that stands in a JSON string with its quotes. With member the
// string is itself JSON text, of which only the string member of that name is meant.
func BodyOf(quoted []byte, member string) *Body {
	t := NewText(quoted)
	if member != "" {
		var d outline.Doc
		if d.Parse(t.Bytes()) == nil {
			t = t.Inside(d.Root().Get(member).Span())
		}
	}
	return Read(t)
}
