package mend

import (
	"bytes"
	"math/bits"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Reasons for lines that stay.
const (
	notJSON      = "line is not JSON"
	needsMending = "line needs mending, and mending is off"
	lineIsArray  = "line is an array of records; one record a line: jq -c '.[]' FILE"
)

// why says what is wrong with a unit that stays.
func (u *unit) why() string {
	last := u.segments[len(u.segments)-1].kind
	switch {
	case last == openArray:
		return "array is cut off; one record a line: jq -c '.[]' FILE"
	case last == tornRecord:
		return "record is cut off"
	}
	return notJSON
}

// noteGap notes what stands between two segments: NUL bytes and byte order marks.
func (m *Mender) noteGap(u *unit, from, to int) {
	m.noteNULs(u, from, to, -1)
	c := clean(u.raw[from:to])
	for i := 0; ; i += len(byteOrderMark) {
		n := bytes.Index(c.text[i:], byteOrderMark)
		if n < 0 {
			return
		}
		i += n
		s := c.rawSpan(span{i, i + len(byteOrderMark)})
		at, end := u.start+int64(from+s.from), u.start+int64(from+s.to)
		m.emit.finding(Finding{Code: transcript.BOM, At: at, Start: at, End: end, Why: "byte order mark"})
	}
}

// noteNULs notes the runs of NUL bytes in a span of the raw bytes. They concern
// the record at an offset, or nothing but themselves if that is negative.
func (m *Mender) noteNULs(u *unit, from, to int, record int64) {
	for i := from; i < to; {
		j := bytes.IndexByte(u.raw[i:to], 0)
		if j < 0 {
			return
		}
		i += j
		n := to - i - len(bytes.TrimLeft(u.raw[i:to], "\x00"))
		f := Finding{Code: transcript.NULBytes, Start: u.start + int64(i), End: u.start + int64(i+n), Why: transcript.FormatCount(n, "NUL byte")}
		if f.At = record; record < 0 {
			f.At = f.Start
		}
		m.emit.finding(f)
		i += n
	}
}

// noteDamageInside notes the damage inside a record or value that stays.
func (m *Mender) noteDamageInside(u *unit, p segment) {
	s, raw := u.at(p), u.rawSpan(p.span)
	m.noteNULs(u, raw.from, raw.to, s.Start)
	text := u.text[p.from:p.to]
	if bytes.IndexByte(text, '\n') >= 0 {
		m.emit.finding(Finding{Code: transcript.SplitRecord, At: s.Start, Start: s.Start, End: s.End,
			Why: "record is split over several lines by a raw line break in a string"})
	}
	for _, c := range count(text) {
		if c.n > 0 {
			m.noteDefect(u, s.Start, c, u.rawSpan(span{p.from + c.from, p.from + c.to}))
		}
	}
}

// tally counts the defects of one kind.
type tally struct {
	kind outline.Defects
	n    int // of bytes for bad UTF-8, of places for the others
	span     // from the first to the last one
}

// count counts the defects of a text's strings, raw line breaks left out: they
// make the record a split one.
func count(text []byte) []tally {
	list := []tally{{kind: outline.InvalidEscape}, {kind: outline.RawControl}, {kind: outline.InvalidUTF8}, {kind: outline.HalfPair}}
	for d := range outline.StringDefects(text) {
		if d.BreaksLine(text) {
			continue
		}
		c := &list[bits.TrailingZeros8(uint8(d.Kind))]
		if c.n == 0 {
			c.from = d.Start
		}
		c.to = d.End
		if c.n++; d.Kind == outline.InvalidUTF8 {
			c.n += d.End - d.Start - 1
		}
	}
	return list
}

// noteDefect notes the defects of one kind, which stand in a span of the raw bytes.
// What cannot be told from its replacement goes to the rejects.
func (m *Mender) noteDefect(u *unit, at int64, c tally, where span) {
	f := Finding{Code: transcript.InvalidString, At: at, Start: u.start + int64(where.from), End: u.start + int64(where.to)}
	switch c.kind {
	case outline.InvalidEscape:
		f.Why = transcript.FormatCount(c.n, "invalid escape") + ` in a string; the backslash is written as \\`
	case outline.RawControl:
		f.Why = transcript.FormatCount(c.n, "raw control character") + ` in a string, written as \u00XX`
	case outline.InvalidUTF8:
		f.Why, f.Reject = transcript.FormatCount(c.n, "byte")+" of invalid UTF-8 in a string replaced by U+FFFD", true
	case outline.HalfPair:
		f.Code, f.Why = transcript.LoneSurrogate, transcript.FormatCount(c.n, "half surrogate pair")+` replaced by \ufffd`
	}
	m.emit.finding(f)
}
