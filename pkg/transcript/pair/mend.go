package pair

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// mend returns raw with the damage repaired that a stretch of bytes can have in
// itself: NUL bytes and a byte order mark go, a raw line break becomes `\n`, and
// half a surrogate pair becomes `\ufffd`. The result is JSON if ok. The same
// bytes always give the same result: records are mended again when they are
// written.
func mend(raw []byte) (text []byte, ok bool) {
	text = bytes.ReplaceAll(raw, []byte{0}, nil)
	text = bytes.TrimPrefix(text, bom)
	if bytes.IndexByte(text, '\n') >= 0 {
		text = joinLines(text)
	}
	text = fixSurrogates(text)
	var d outline.Doc
	return text, d.Parse(text) == nil
}

var bom = []byte("\xef\xbb\xbf")

// joinLines writes line breaks as escapes. They stand inside a string: between
// tokens nothing would have to be joined.
func joinLines(text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte(`\r\n`))
	return bytes.ReplaceAll(text, []byte("\n"), []byte(`\n`))
}

// fixSurrogates writes U+FFFD for every half pair. Both are six bytes long.
func fixSurrogates(text []byte) []byte {
	fixed := false
	for i := outline.LoneSurrogate(text, 0); i >= 0; i = outline.LoneSurrogate(text, i+6) {
		if !fixed {
			text, fixed = bytes.Clone(text), true
		}
		copy(text[i:], `\ufffd`)
	}
	return text
}

// kind says what a stretch of a damaged line is.
type kind uint8

const (
	wholeRecord kind = iota
	bareValue        // a value that is no record, a record follows
	tornRecord       // the beginning of a record, another one follows
	cutRecord        // the beginning of a record, nothing follows
	garbage
)

// stretch is a part of a line, by position.
type stretch struct {
	from, to int
	kind     kind
}

// dissect cuts a damaged line into what stands on it: whole records without a
// line break between them, records that were cut off, anything else. Runs of
// NUL bytes stand between them, or else inside them.
func dissect(line []byte) []stretch {
	parts := between(line)
	if bytes.IndexByte(line, 0) < 0 || wholes(parts) == len(parts) {
		return parts
	}
	kept := make([]int, 0, len(line)+1) // where the bytes of clean stand in line
	clean := make([]byte, 0, len(line))
	for i, c := range line {
		if c != 0 {
			kept, clean = append(kept, i), append(clean, c)
		}
	}
	inside := between(clean)
	if wholes(inside) < len(inside) && mendable(parts, true, line) {
		return parts
	}
	for i, p := range inside {
		inside[i].from, inside[i].to = kept[p.from], kept[p.to-1]+1
	}
	return inside
}

// between is dissect with NUL bytes between the parts.
func between(line []byte) []stretch {
	var parts []stretch
	for at := 0; at < len(line); {
		if c := line[at]; c == 0 || c == ' ' || c == '\t' || c == '\r' {
			at++
			continue
		}
		end := len(line)
		if i := bytes.IndexByte(line[at:], 0); i >= 0 {
			end = at + i
		}
		p := nextStretch(line[at:end])
		p.from, p.to = p.from+at, p.to+at
		if p.kind == cutRecord && end < len(line) {
			p.kind = tornRecord
		}
		parts = append(parts, p)
		at = p.to
	}
	return parts
}

// nextStretch returns what stands at the beginning of b.
func nextStretch(b []byte) stretch {
	var d outline.Doc
	if b[0] != '{' {
		if n, err := d.ParsePrefix(b); err == nil && n < len(b) && b[n] == '{' {
			return stretch{0, n, bareValue}
		}
		return stretch{0, len(b), garbage}
	}
	n, err := d.ParsePrefix(b)
	if err == nil {
		return stretch{0, n, wholeRecord}
	}
	bad := err.(*outline.SyntaxError)
	if i := interrupted(b, bad); i > 0 {
		return stretch{0, i, tornRecord}
	}
	if bad.Cut {
		return stretch{0, len(b), cutRecord}
	}
	return stretch{0, len(b), garbage}
}

// interrupted returns where another record begins in the middle of the one that
// b begins with, or 0. If the cut was inside a string, the quote behind the new
// record's brace closes that string, and the member's name behind it is the
// first thing that does not fit: two bytes after the brace. If the cut was
// where a value may follow, nothing looks wrong until the end: then a record
// that begins as this one does is taken for a new one.
func interrupted(b []byte, bad *outline.SyntaxError) int {
	if !bad.Cut {
		for i := max(1, bad.Offset-2); i <= bad.Offset && i+1 < len(b); i++ {
			if b[i] == '{' && b[i+1] == '"' && isCut(b[:i]) {
				return i
			}
		}
		return 0
	}
	start := firstMembers(b)
	if start == nil {
		return 0
	}
	if i := bytes.Index(b[1:], start); i >= 0 && isCut(b[:i+1]) && objects(b[i+1:]) {
		return i + 1
	}
	return 0
}

// isCut reports whether b is the beginning of a record and not the whole of it.
func isCut(b []byte) bool {
	var d outline.Doc
	_, err := d.ParsePrefix(b)
	bad, ok := err.(*outline.SyntaxError)
	return ok && bad.Cut
}

// objects reports whether b consists of whole records.
func objects(b []byte) bool {
	var d outline.Doc
	n := 0
	for len(b) > 0 {
		end, err := d.ParsePrefix(b)
		if err != nil || b[0] != '{' {
			return false
		}
		b = bytes.TrimLeft(b[end:], " \t\r")
		n++
	}
	return n > 0
}

// firstMembers returns the text that b begins with up to its second member: the
// records of one writer begin alike, and the objects inside them do not.
func firstMembers(b []byte) []byte {
	comma := bytes.IndexByte(b, ',')
	if comma < 0 || comma+2 > len(b) || b[comma+1] != '"' {
		return nil
	}
	end := bytes.IndexByte(b[comma+2:], '"')
	if end < 0 {
		return nil
	}
	return b[:comma+2+end+1]
}
