package plan

import (
	"bytes"
	"io"

	"trtools/pkg/transcript"
)

// Ahead reads the records of a plan, most of which are lines that nothing changes and stand
// one behind the other: many are read at once, and none is copied. The zero Ahead of a plan
// has read nothing.
type Ahead struct {
	Plan *Plan

	at   int64  // of what was read,
	read []byte // and not all of which may be whole lines
	room []byte
}

// aheadSize is how many bytes are read at once: about what a reader has in its buffer, and
// a few longer lines.
const aheadSize = 512 << 10

// Text is Plan.Text. It reports false if more has to be read for it, by Read. The text is
// valid until then.
func (a *Ahead) Text(ref int64) (text []byte, ok bool) {
	if !a.isLine(ref) {
		return a.Plan.Text(ref), true
	}
	if a.read == nil || ref < a.at || ref > a.at+int64(len(a.read)) {
		return nil, false
	}
	rest := a.read[ref-a.at:]
	n := bytes.IndexByte(rest, '\n')
	if n < 0 {
		return nil, false
	}
	return bytes.TrimSuffix(rest[:n:n], []byte("\r")), true
}

// isLine reports whether a record is a line of the input that nothing changes.
func (a *Ahead) isLine(ref int64) bool {
	f, ok := a.Plan.Records.(*File)
	return ok && ref < firstAdded && a.Plan.at(ref) == nil && !f.isPiece(ref)
}

// Read reads on from a record, and returns its text. What Text returned before is not valid
// any more.
func (a *Ahead) Read(ref int64) []byte {
	f := a.Plan.Records.(*File)
	if h, ok := f.Source.(Held); ok {
		a.at, a.read = ref, h.from(ref)
	} else if err := a.fill(f.Source, ref); err != nil {
		a.Plan.Fail(&transcript.ReadError{Err: err})
		return nil
	}
	if text, ok := a.Text(ref); ok {
		return text
	}
	a.at, a.read = 0, nil // the last line, or a long one
	f.window.src = f.Source
	raw, err := f.window.line(ref)
	a.Plan.Fail(err)
	return raw
}

// fill reads what stands from an offset on.
func (a *Ahead) fill(src io.ReaderAt, at int64) error {
	if a.room == nil {
		a.room = make([]byte, aheadSize)
	}
	n, err := src.ReadAt(a.room, at)
	if a.at, a.read = at, a.room[:n]; n == 0 && err != nil && err != io.EOF {
		return err
	}
	return nil
}
