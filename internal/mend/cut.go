package mend

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// interrupted returns the record that begins at a position and is not whole: up
// to where another record begins in the middle of it, or else to the end. What
// does not fit into the first one shows where that is.
//
// If the cut was inside a string, the quote behind the new record's brace closes
// that string, and the member's name behind it does not fit. If the cut was where
// no value may stand, the brace itself does not fit. If it was where a value may
// stand, the new record seems to be a value inside the first one, and nothing is
// wrong until something follows it, or nothing does.
func (m *Mender) interrupted(c *cleaned, from int) segment {
	b := c.text[from:]
	var s Scanner
	end, how := s.Feed(b)
	m.work += end
	to, rest := end, span{from, len(c.text)}
	if s.state == after && s.object && skip(b, s.closed.to) == skip(b, end) {
		switch m.judge(b, &s, c.seamAt(from+s.closed.from)) {
		case separate:
			return segment{kind: tornRecord, span: span{from, from + s.closed.from}}
		case unclear:
			return segment{kind: garbage, span: rest}
		}
	}
	if s.isStuck() {
		return segment{kind: garbage, span: rest}
	}
	if how == More {
		return segment{kind: tornRecord, span: rest}
	}
	if next := skip(b, end); next == len(b) || b[next] != '{' {
		to = braceBefore(b, s.quote, end)
	}
	if to == 0 {
		return segment{kind: garbage, span: rest}
	}
	return segment{kind: tornRecord, span: span{from, from + to}}
}

// braceBefore returns the position of the brace that stands before the closing
// quote of the last string, or 0. Quote is the position after that string, and
// end that of the byte that does not fit: it must be the next one.
func braceBefore(b []byte, quote, end int) int {
	if quote == 0 || skip(b, quote) != skip(b, end) {
		return 0
	}
	i := len(bytes.TrimRight(b[:quote-1], " \t\n\r")) - 1
	if i < 1 || b[i] != '{' {
		return 0
	}
	return i
}

// verdict says what an object is that stands at the end of a record that is not
// whole.
type verdict uint8

const (
	inner    verdict = iota // a value inside that record
	separate                // a record of its own, written behind the beginning of another
	unclear
)

// judge looks at the object that was closed last in b, behind which b is cut off
// or goes wrong. Seam says that NUL bytes stood in front of the object.
//
// An object that no format claims is a value, unless the file has records that no
// format claims either and that begin as it does. One that is claimed and begins
// as the cut record does is a record, since the objects inside the records of a
// writer begin in another way. So is one that makes no record together with what
// stands in front of it. If both readings give a record, the object is a value
// unless records of this file begin as it does.
func (m *Mender) judge(b []byte, s *Scanner, seam bool) verdict {
	object := b[s.closed.from:s.closed.to]
	m.work += 2 * len(object)
	if m.doc.Parse(object) != nil {
		return inner
	}
	first, ok := m.doc.Root().First()
	seen := m.heads[string(first.Key())]
	switch {
	case !m.opt.Known(m.doc.Root()):
		if ok && seen == unknown {
			return unclear
		}
		return inner
	case seam, ok && beginsWith(b, first.Key()):
		return separate
	}
	m.work += s.closed.to
	switch all := append(bytes.Clone(b[:s.closed.to]), s.closers()...); {
	case m.doc.Parse(all) != nil || !m.opt.Known(m.doc.Root()):
		return separate
	case seen != unseen:
		return unclear
	}
	return inner
}

// beginsWith reports whether the first member of the object that b begins with
// has a name.
func beginsWith(b, name []byte) bool {
	b = b[skip(b, 1):]
	return len(b) > len(name)+1 && b[0] == '"' && bytes.HasPrefix(b[1:], name) && b[len(name)+1] == '"'
}

// surelyRecord reports whether an object that stands behind or before debris
// is surely a record: some format claims it, or records of this file begin as it
// does.
func (m *Mender) surelyRecord(doc *outline.Doc) bool {
	first, ok := doc.Root().First()
	return m.opt.Known(doc.Root()) || ok && m.heads[string(first.Key())] != unseen
}
