package preview

import (
	"bytes"
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
)

// window is a part of a text that a cut may show: its value, and where that
// begins in the spelling.
type window struct {
	dec []byte
	at  int
}

// spelled returns where byte i of the window is in the spelling of t.
func (w window) spelled(t *JSONString, i int) int { return w.at + spelled(t.raw[w.at:], i) }

const (
	// margin is what is decoded of a text beyond what a cut shows, in bytes, so
	// that the borders of lines and grapheme clusters near the cut can be seen.
	margin = 1 << 10
	// longEscape is how many bytes of spelling a char has at most.
	longEscape = 12
)

// windows returns where head and tail may be taken from when a cut shows at most
// so many chars of each: both ends of a long text, or all of it twice.
func (b *Body) windows(head, tail int) (from, to window) {
	t := b.text
	if b.was {
		dec := t.Bytes()
		return window{dec: dec[:b.old.from]}, window{dec[b.old.to:], spelled(t.raw, b.old.to)}
	}
	if !t.decoded && (head+tail)*3/2+4*margin < len(t.raw) {
		from, okFrom := t.front(head)
		to, okTo := t.back(tail)
		if okFrom && okTo {
			return from, to
		}
	}
	return window{dec: t.Bytes()}, window{dec: t.Bytes()}
}

// front returns the first chars of a text and a margin, false if that would take
// decoding all of the text.
func (t *JSONString) front(chars int) (w window, ok bool) {
	end := unitBorder(t.raw, chars*3/2+margin)
	if end < 0 {
		return window{}, false
	}
	w.dec = outline.Decode(t.raw[:end])
	return w, advance(w.dec, chars) < len(w.dec)
}

// back returns the last chars of a text and a margin, in the same way.
func (t *JSONString) back(chars int) (w window, ok bool) {
	start := unitBorder(t.raw, len(t.raw)-chars*3/2-2*margin)
	if start < 0 {
		return window{}, false
	}
	w.at = start
	w.dec = outline.Decode(t.raw[start:])
	at, _ := retreat(w.dec, chars)
	return w, at > 0 && sureBorderBefore(w.dec, at) > 0
}

// unitBorder returns a place at or after i that is certainly not inside a char
// or an escape, -1 if there is none near.
func unitBorder(raw []byte, i int) int {
	for end := min(i+margin/2, len(raw)); i < end; i++ {
		if i >= longEscape && utf8.RuneStart(raw[i]) && bytes.IndexByte(raw[i-longEscape:i], '\\') < 0 {
			return i
		}
	}
	return -1
}
