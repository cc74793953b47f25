package transcript

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// Change says what a stage did to a record.
type Change uint8

const (
	Unchanged Change = iota
	Changed          // Raw replaces Was
	Inserted         // Raw was not in the input
	Removed          // Was is gone, Raw is empty
)

// Record is one line of a transcript: its bytes, where they were read, and
// views of them that are computed only when somebody asks.
//
// A Record that is pushed to a stage is valid until Push returns, its bytes
// until the next Flush; a stage that holds on to them copies them.
type Record struct {
	Raw    []byte // the line as it is now, with its LF if it has one
	Was    []byte // the line as it was read, when Change is Changed or Removed
	Line   int64  // number of the line in the input, from 1
	Offset int64  // byte offset of the line in the input
	Change Change

	// TooLong marks a piece of a line over the reader's limit. Such a line is
	// pushed in pieces as they are read; More says that another one follows.
	// It is never parsed.
	TooLong, More bool

	doc    *outline.Doc
	parsed bool
	err    error
}

// JSON returns the record's text without its line ending (LF or CRLF).
func (r *Record) JSON() []byte { return trimEOL(r.Raw) }

// Blank reports whether there is nothing on the line but white space. Such a line is no
// damage: it stays, and nothing is reported.
func (r *Record) Blank() bool { return len(bytes.TrimSpace(r.Raw)) == 0 }

// Doc returns the outline of the record's JSON, scanned on the first call.
// The error is an *outline.SyntaxError.
func (r *Record) Doc() (*outline.Doc, error) {
	if !r.parsed {
		if r.doc == nil {
			r.doc = new(outline.Doc)
		}
		r.parsed, r.err = true, r.doc.Parse(r.JSON())
	}
	return r.doc, r.err
}

// Replace makes raw the record's bytes and remembers the first ones.
func (r *Record) Replace(raw []byte) {
	if r.Change == Unchanged {
		r.Was, r.Change = r.Raw, Changed
	}
	r.Raw, r.parsed = raw, false
}

// reset makes r a record just read, keeping the outline's memory.
func (r *Record) reset(raw []byte, line, offset int64) {
	*r = Record{Raw: raw, Line: line, Offset: offset, doc: r.doc}
}

// trimEOL cuts one LF or CRLF off the end of b.
func trimEOL(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == '\n' {
		b = b[:n-1]
		if n := len(b); n > 0 && b[n-1] == '\r' {
			b = b[:n-1]
		}
	}
	return b
}
