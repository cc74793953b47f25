package mend

import (
	"bytes"
	"cmp"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// unit is a damaged line, or several lines that are damaged together, in its
// segments.
type unit struct {
	cleaned
	start    int64
	segments []segment
}

func (m *Mender) newUnit(raw []byte, start int64) *unit {
	u := &unit{cleaned: clean(raw), start: start}
	u.segments = m.dissect(&u.cleaned)
	return u
}

func (u *unit) span() Span { return Span{u.start, u.start + int64(len(u.raw))} }

// bytes returns the raw bytes of a segment.
func (u *unit) bytes(p segment) []byte {
	s := u.rawSpan(p.span)
	return u.raw[s.from:s.to]
}

// at returns where a segment stands in the input.
func (u *unit) at(p segment) Span {
	s := u.rawSpan(p.span)
	return Span{u.start + int64(s.from), u.start + int64(s.to)}
}

func (u *unit) count(kind segmentKind) (n int) {
	for _, p := range u.segments {
		if p.kind == kind {
			n++
		}
	}
	return n
}

// damaged takes a line that is not JSON, or has damage in its strings.
func (m *Mender) damaged(l line) {
	if m.emit.foreign {
		m.resolve(false)
		m.emit.unreadable(Span{l.start, l.end()}, cmp.Or(m.emit.what, notJSON))
		return
	}
	u := m.newUnit(l.text(), l.start)
	n := len(u.segments)
	switch {
	case n == 0:
		m.empty(u)
	case m.mayContinue(u.segments[n-1], n == 1):
		m.keep(l, &u.cleaned, u.segments[n-1].from)
	default:
		m.decideUnit(u)
	}
}

// mayContinue reports whether the lines behind a segment may continue it: documents begin
// on a line of their own, and a string may go on anywhere.
func (m *Mender) mayContinue(p segment, alone bool) bool {
	return alone && p.kind == openArray || p.kind == tornRecord
}

// empty takes a line that holds nothing but NUL bytes and a byte order mark.
func (m *Mender) empty(u *unit) {
	if m.opt.Off {
		m.unreadable(u.span(), needsMending, true)
		return
	}
	m.noteGap(u, 0, len(u.raw))
	m.emit.region(Region{Start: u.start, End: u.span().End})
}

// decideUnit chooses between mending a unit and leaving it unreadable.
func (m *Mender) decideUnit(u *unit) {
	switch torn := u.count(tornRecord) == len(u.segments); {
	case !m.mendable(u):
		m.unreadable(u.span(), u.why(), u.text[u.segments[0].from] == '{')
	case m.opt.Off:
		m.unreadable(u.span(), needsMending, true)
	case torn:
		m.resolve(false)
		u.cleaned = clean(bytes.Clone(u.raw)) // the line is gone when it is looked at again
		m.torn = u
	default:
		m.resolve(false)
		m.mended(u)
	}
}

// resolve decides about a record that was cut off and stands alone on its line.
// It goes, unless a line follows that stays and cannot be read either: then it may
// be the beginning of something that is not understood.
func (m *Mender) resolve(unread bool) {
	u := m.torn
	if u == nil {
		return
	}
	if m.torn = nil; unread {
		m.emit.unreadable(u.span(), "record is cut off, and the line behind it cannot be read either")
		return
	}
	m.mended(u)
}

// reconsider looks at the cut record that waits once more if the next record is the first
// one that begins as it does: an object that seemed to be the last value of the cut record
// may begin like that too. It reports whether it used the outline of the Mender.
func (m *Mender) reconsider(next *outline.Doc) bool {
	u := m.torn
	if u == nil {
		return false
	}
	first, ok := next.Root().First()
	if !ok || m.heads[string(first.Key())] != unseen {
		return false
	}
	m.rememberFirstMember(first.Key(), next)
	if u.segments = m.dissect(&u.cleaned); !m.mendable(u) {
		m.torn = nil
		m.unreadable(u.span(), u.why(), true)
	}
	return true
}

// unreadable notes lines that stay as they are. Brace says that they begin as an
// object does: then they cannot continue a record that was cut off before them.
func (m *Mender) unreadable(s Span, why string, brace bool) {
	m.resolve(!brace)
	m.emit.unreadable(s, why)
}

// document is unreadable for a value that only has to be written in another way.
func (m *Mender) document(s Span, why string, brace bool) {
	m.emit.advice = cmp.Or(m.emit.advice, why)
	m.unreadable(s, why, brace)
}

// mendable reports whether a unit can be taken apart without guessing: whole
// records, records that were cut off, bare values, and behind the last record a
// fragment. Only a record that is surely one may stand beside debris.
func (m *Mender) mendable(u *unit) bool {
	debris := u.count(tornRecord) + u.count(garbage)
	if n := len(u.segments); n > 1 && debris < n && u.count(wholeRecord) == 0 {
		return false
	}
	for i, p := range u.segments {
		switch p.kind {
		case openArray:
			return false
		case garbage:
			if i == 0 || u.segments[i-1].kind != wholeRecord || !fragment(u.text[p.from:p.to]) {
				return false
			}
		case wholeRecord, bareValue:
			if !m.readable(u, p, debris > 0) {
				return false
			}
		}
	}
	return true
}

// readable reports whether a whole segment is a record as it is, or once its strings
// are mended.
func (m *Mender) readable(u *unit, p segment, debris bool) bool {
	text, ok := u.bytes(p), true
	if u.needsFix(p) {
		m.work += len(text)
		text, ok = MendRecord(text)
	}
	if !ok || p.kind == bareValue || !debris {
		return ok
	}
	m.work += len(text)
	return m.doc.Parse(text) == nil && m.surelyRecord(&m.doc)
}

// needsFix reports whether a whole segment is not a record or value as it is.
func (u *unit) needsFix(p segment) bool {
	return p.defects != 0 || bytes.IndexByte(u.bytes(p), 0) >= 0
}

// fragment reports whether b looks like the end of a record, as it is left of a
// longer file that was overwritten (block/goose#2529).
func fragment(b []byte) bool {
	return b[0] != '{' && b[0] != '/' && b[0] != '#' && len(b) < 64<<10 &&
		(bytes.Contains(b, []byte(`":`)) || bytes.HasSuffix(b, []byte(`"}`)) || bytes.HasSuffix(b, []byte(`}}`)))
}

// mended passes on what a unit becomes.
func (m *Mender) mended(u *unit) {
	m.recognizeIn(u)
	s := u.span()
	if n := u.count(wholeRecord); n > 1 {
		m.emit.finding(Finding{Code: transcript.GluedRecords, At: s.Start, Start: s.Start, End: s.End, Why: transcript.FormatCount(n, "record") + " on one line"})
	}
	r := Region{Start: s.Start, End: s.End}
	at := 0
	for i := range u.segments {
		raw := u.rawSpan(u.segments[i].span)
		m.noteGap(u, at, raw.from)
		r.Pieces = append(r.Pieces, m.makePiece(u, i))
		at = raw.to
	}
	m.noteGap(u, at, len(u.raw))
	m.emit.region(r)
	for i, p := range r.Pieces {
		if !p.Gone {
			m.pieceRecord(u, i, p)
		}
	}
}

// recognizeIn looks for the first record of a known format before the findings of
// its unit are passed on: there may be more of them than are held back.
func (m *Mender) recognizeIn(u *unit) {
	for i := 0; i < len(u.segments) && !m.emit.recognized; i++ {
		if u.segments[i].kind != wholeRecord {
			continue
		}
		text, _ := MendRecord(u.bytes(u.segments[i]))
		m.work += len(text)
		m.emit.object(m.doc.Parse(text) == nil && m.opt.Known(m.doc.Root()))
	}
}

// makePiece makes a piece of a segment, and notes what is wrong with it.
func (m *Mender) makePiece(u *unit, i int) Piece {
	p := u.segments[i]
	s := u.at(p)
	f := Finding{At: s.Start, Start: s.Start, End: s.End, Reject: true}
	switch {
	case p.kind == wholeRecord, p.kind == bareValue && len(u.segments) == 1:
		fix := u.needsFix(p)
		if fix {
			m.noteDamageInside(u, p)
		}
		return Piece{At: s.Start, End: s.End, Fix: fix}
	case p.kind == bareValue:
		f.Code, f.Why = transcript.StrayValue, "bare value beside a record"
	case p.kind == garbage:
		f.Code, f.Why = transcript.TornRecord, "end of a record whose beginning is lost"
	case i+1 < len(u.segments):
		f.Code, f.Why = transcript.TornRecord, "record was cut off and another one written behind it"
	default:
		f.Code, f.Why = transcript.TornRecord, "record was cut off"
	}
	m.emit.finding(f)
	return Piece{At: s.Start, End: s.End, Gone: true}
}

// pieceRecord passes on the record of a piece.
func (m *Mender) pieceRecord(u *unit, i int, p Piece) {
	if u.segments[i].kind == bareValue {
		m.emit.addBareValue(Span{p.At, p.End})
		return
	}
	text := u.bytes(u.segments[i])
	if p.Fix {
		text, _ = MendRecord(text)
	}
	m.work += len(text)
	if m.doc.Parse(text) == nil {
		m.record(p.At, p.End, &m.doc)
	}
}
