package outline

import (
	"iter"
	"unicode/utf8"
)

// Defects is a set of kinds of damage inside strings. A text that has them is
// sound in its structure and has an outline.
type Defects uint8

const (
	// InvalidEscape is a backslash that begins no escape, as in `\[` or `\u12G4`.
	InvalidEscape Defects = 1 << iota
	// RawControl is a control character below U+0020 that is not escaped.
	RawControl
	// InvalidUTF8 is a sequence of bytes that is no character, in the sense of
	// the Unicode standard's table 3-7. It is the longest beginning of a
	// character, or one byte, so that there is one place for each U+FFFD that
	// clients read in its stead (section 3.9, "maximal subpart").
	InvalidUTF8
	// HalfPair is an escape that is half a surrogate pair, as `\ud83d` without
	// `\ude00` behind it. It is JSON; APIs refuse it ("no low surrogate in
	// string").
	HalfPair
)

// NotJSON has the kinds that RFC 8259 forbids in sections 7 and 8.1: a parser
// that keeps to it refuses the whole text.
const NotJSON = InvalidEscape | RawControl | InvalidUTF8

// Defects returns the kinds of damage that Parse or ParsePrefix found inside
// the text's strings, member names included; none if the text is no JSON.
func (d *Doc) Defects() Defects { return d.defects }

// Defects returns those of the text that the value stands in.
func (v Value) Defects() Defects { return v.doc.defects }

// Strict reports whether raw is JSON to the last byte: one value without
// defects that RFC 8259 forbids.
func Strict(raw []byte) bool {
	var d Doc
	return d.Parse(raw) == nil && d.Defects()&NotJSON == 0
}

// Defect is one damaged place inside a string.
type Defect struct {
	Kind       Defects // one of them
	Start, End int     // the span in the text
}

// BreaksLine reports whether the defect is a raw line break or the beginning of one.
func (d Defect) BreaksLine(raw []byte) bool {
	c := raw[d.Start]
	return d.Kind == RawControl && (c == '\n' || c == '\r' && d.End < len(raw) && raw[d.End] == '\n')
}

// AppendMended appends what stands in the place of the defect in a mended text:
// `\\` for a backslash, `\n` or `\r` for a line break, `\u00XX` for another control
// character, U+FFFD as it is for bad UTF-8, `\ufffd` for half a pair. Raw is the text
// that the defect was found in.
func (d Defect) AppendMended(to, raw []byte) []byte {
	switch d.Kind {
	case InvalidEscape:
		return append(to, `\\`...)
	case RawControl:
		const digits = "0123456789abcdef"
		switch c := raw[d.Start]; {
		case !d.BreaksLine(raw):
			return append(to, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		case c == '\n':
			return append(to, `\n`...)
		}
		return append(to, `\r`...)
	case InvalidUTF8:
		return utf8.AppendRune(to, utf8.RuneError)
	}
	return append(to, `\ufffd`...)
}

// StringDefects yields the damaged places inside the strings of raw, in order.
// Raw must be what Parse accepts.
//
// It looks at every byte again: ask Doc.Defects first.
func StringDefects(raw []byte) iter.Seq[Defect] {
	return func(yield func(Defect) bool) {
		inside := false
		for i := 0; i < len(raw); {
			kind, n := Defects(0), 1
			if raw[i] == '"' {
				inside = !inside
			} else if inside {
				kind, n = lookAt(raw, i)
			}
			if kind != 0 && !yield(Defect{kind, i, i + n}) {
				return
			}
			i += n
		}
	}
}

// lookAt returns the defect at i, if there is one, and the length of it or of what
// is right there.
func lookAt(raw []byte, i int) (kind Defects, n int) {
	switch c := raw[i]; {
	case c == '\\':
		return lookEscape(raw, i)
	case c < ' ':
		return RawControl, 1
	case c < utf8.RuneSelf:
		return 0, 1
	}
	if r, n := utf8.DecodeRune(raw[i:]); r != utf8.RuneError || n > 1 {
		return 0, n
	}
	return InvalidUTF8, subpart(raw[i:])
}

func lookEscape(raw []byte, i int) (kind Defects, n int) {
	switch c := escapedUnit(raw, i); {
	case c >= 0xd800 && c < 0xdc00 && isLowHalf(escapedUnit(raw, i+6)):
		return 0, 12
	case c >= 0xd800 && c <= 0xdfff:
		return HalfPair, 6
	case c >= 0:
		return 0, 6
	case i+1 < len(raw) && unusualEscape[raw[i+1]] == 0:
		return 0, 2
	}
	return InvalidEscape, 1
}

// subpart returns the length of the longest beginning of a character that b
// begins with, at least 1. No character begins with b.
func subpart(b []byte) int {
	for n := min(3, len(b)); n > 1; n-- {
		if !utf8.FullRune(b[:n]) {
			return n
		}
	}
	return 1
}

// MendStrings returns a copy of raw with the damage inside its strings mended.
// Raw must be what Parse accepts; the result has no defects, and differs from
// raw in the spans of StringDefects only.
func MendStrings(raw []byte) []byte {
	out := make([]byte, 0, len(raw)+64)
	at := 0
	for d := range StringDefects(raw) {
		out = append(out, raw[at:d.Start]...)
		out = d.AppendMended(out, raw)
		at = d.End
	}
	return append(out, raw[at:]...)
}

// HasHalfPair reports whether half a surrogate pair stands alone in a string of raw, which must be
// what Parse accepts.
func HasHalfPair(raw []byte) bool {
	var d Doc
	return d.Parse(raw) == nil && d.Defects()&HalfPair != 0
}
