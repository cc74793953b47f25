// Package mend finds the records on the lines of an input and mends lines that
// are damaged: records that were cut off, glued together or split by a raw line
// break, NUL bytes, byte order marks, and strings that JSON forbids. It knows
// neither formats nor pairing.
//
// A line that is one whole record goes straight through to the Sink and is
// scanned once. Anything else becomes a Region, whose pieces say which bytes are
// records and which ones leave, or stays as it is with a Finding.
//
// Three rules hold for every input. A record that can be read is never part of
// what leaves: where it cannot be told from the debris beside it, the line stays.
// Every byte of a region belongs to exactly one piece, or is white space, or is
// part of a run of NUL bytes or of a byte order mark that a finding names. And a
// file in which no record is recognized is not edited: it gets one finding.
//
// The steps are: Push and assemble.go make units of lines (a line, or several
// lines that hold one JSON value); segments.go takes a unit apart; unit.go decides
// what becomes of it; emit.go holds back what was decided until the first record
// shows that the file is a transcript at all.
package mend

import (
	"bytes"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Options choose what is mended. The zero value mends everything.
type Options struct {
	// Off leaves damaged lines as they are. They are reported as unreadable.
	Off bool
	// MaxLine is the most bytes that one split record may have; 0 for
	// transcript.DefaultMaxLine.
	MaxLine int
	// Known reports whether some format claims an object as its record. Without
	// it every object is a record.
	Known func(root outline.Value) bool
}

// Sink takes what is found. Records come in the order of the input; a region and
// its findings come before its records.
type Sink interface {
	// Record takes a readable record whose bytes in the input are [at, end). Where
	// they need mending doc is the outline of Text of these bytes. It is valid
	// until Record returns.
	Record(at, end int64, doc *outline.Doc)
	// Region takes a span of the input that is not simply one whole record on
	// one line.
	Region(Region)
	// Finding takes one fact about the input.
	Finding(Finding)
}

// Region is a span of the input. It ends before its line ending. What takes
// its place are its pieces that stay, one on a line.
type Region struct {
	Start, End int64
	Pieces     []Piece
}

// Piece is one record of a region, or bytes that go.
type Piece struct {
	At, End int64
	Fix     bool // the record is Text of these bytes
	Gone    bool // these bytes leave the transcript
}

// Finding is one fact about a span of the input.
type Finding struct {
	Code   transcript.Code
	At     int64 // of the record or the debris concerned
	Start  int64 // of the bytes concerned
	End    int64
	Why    string
	Reject bool // the bytes leave the transcript
}

// Span is a range of bytes of the input.
type Span struct{ Start, End int64 }

// Mender is pushed the lines of one input.
type Mender struct {
	opt  Options
	emit emitter

	doc  outline.Doc
	todo []line // to be looked at before the next line, the last one first
	hold *hold  // lines that may be one value with those that follow
	torn *unit  // a cut record that waits for the line behind it

	heads map[string]head // by the names of the first members of records
	last  []byte          // the last one of them
	work  int             // bytes that were scanned because of damage
}

// New returns a Mender for one input.
func New(o Options, sink Sink) *Mender {
	if o.MaxLine <= 0 {
		o.MaxLine = transcript.DefaultMaxLine
	}
	if o.Known == nil {
		o.Known = isObject
	}
	return &Mender{opt: o, emit: emitter{sink: sink}, heads: map[string]head{}}
}

func isObject(v outline.Value) bool { return v.Kind() == outline.Object }

// BareValues returns the lines that are one JSON value but no object, in order. There
// are none in a file without a record.
func (m *Mender) BareValues() []Span {
	if !m.emit.recognized {
		return nil
	}
	return m.emit.bareValues
}

// line is one line of the input.
type line struct {
	raw   []byte // with its ending
	start int64
}

// text returns the line without its ending, LF or CRLF.
func (l *line) text() []byte {
	r := transcript.Record{Raw: l.raw}
	return r.JSON()
}

func (l *line) end() int64 { return l.start + int64(len(l.text())) }

// Push takes the next line.
func (m *Mender) Push(r *transcript.Record) {
	m.emit.seeRecord(r)
	if r.TooLong {
		m.tooLong(r)
		return
	}
	if m.hold == nil {
		if doc, err := r.Doc(); err == nil && m.json(r.JSON(), r.Offset, doc) {
			return
		}
		if r.Blank() {
			return
		}
		m.damaged(line{r.Raw, r.Offset})
	} else {
		m.extend(line{r.Raw, r.Offset})
	}
	m.drain()
}

// drain looks at the lines that were held and turned out not to belong together.
func (m *Mender) drain() {
	for n := len(m.todo); n > 0; n = len(m.todo) {
		l := m.todo[n-1]
		m.todo = m.todo[:n-1]
		if m.hold != nil {
			m.extend(l)
			continue
		}
		m.work += len(l.raw)
		if m.doc.Parse(l.text()) == nil && m.json(l.text(), l.start, &m.doc) {
			continue
		}
		if len(bytes.TrimSpace(l.raw)) > 0 {
			m.damaged(l)
		}
	}
}

// tooLong takes a piece of a line over the reader's limit.
func (m *Mender) tooLong(r *transcript.Record) {
	m.resolveWaiting()
	m.emit.tooLong(r)
}

// resolveWaiting decides about the lines that wait for others.
func (m *Mender) resolveWaiting() {
	for m.hold != nil || len(m.todo) > 0 {
		if len(m.todo) > 0 {
			m.drain()
			continue
		}
		m.hold.resolveAtEnd(m)
	}
	m.resolve(false)
}

// Close ends the input.
func (m *Mender) Close() {
	m.resolveWaiting()
	m.emit.close()
}

// json takes a line that is JSON and reports whether that was all: damage inside
// its strings is for others.
func (m *Mender) json(text []byte, at int64, doc *outline.Doc) bool {
	end := at + int64(len(text))
	switch root := doc.Root(); root.Kind() {
	case outline.Object:
		if doc.Defects() != 0 {
			return false
		}
		if m.reconsider(doc) && doc == &m.doc {
			_ = doc.Parse(text) // it was JSON before
		}
		m.resolve(false)
		m.record(at, end, doc)
	case outline.Array:
		if el, ok := root.First(); ok && el.Kind() == outline.Object {
			m.document(Span{at, end}, lineIsArray, false)
			break
		}
		fallthrough
	default:
		if doc.Defects() != 0 {
			return false
		}
		m.resolve(false)
		m.emit.addBareValue(Span{at, end})
	}
	return true
}

// record passes a record on.
func (m *Mender) record(at, end int64, doc *outline.Doc) {
	if first, ok := doc.Root().First(); ok && !bytes.Equal(first.Key(), m.last) {
		m.rememberFirstMember(first.Key(), doc)
	}
	if !m.emit.recognized {
		m.emit.object(m.opt.Known(doc.Root()))
	}
	m.emit.sink.Record(at, end, doc)
}

// head says what records begin with a member of some name.
type head uint8

const (
	unseen  head = iota
	claimed      // the first one of them was of a known format
	unknown
)

// maxHeads is how many names of first members are remembered. Formats have a few.
const maxHeads = 64

// rememberFirstMember records the name of a record's first member, by which the
// beginning of a later record is recognised.
func (m *Mender) rememberFirstMember(name []byte, doc *outline.Doc) {
	m.last = append(m.last[:0], name...)
	if m.heads[string(name)] != unseen || len(m.heads) >= maxHeads {
		return
	}
	if m.heads[string(name)] = claimed; !m.opt.Known(doc.Root()) {
		m.heads[string(name)] = unknown
	}
}
