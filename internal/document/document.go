package document

import (
	"bytes"
	"cmp"
	"errors"
	"io"

	"trtools/internal/mend"
	"trtools/internal/packed"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
)

// Document is a JSON document with messages. To a stage it is its ReadAt and Size:
// the elements as lines. What is said of the document itself counts from its first
// byte.
type Document struct {
	src   io.ReaderAt
	size  int64 // of the input
	open  int64 // the bracket in front of the elements
	close int64 // the one behind them
	comma packed.Ascending
	line  int64            // the number of the line that the bracket in front stands on
	lines packed.Ascending // line breaks between the value's beginning and each comma
	first int64            // the number of the line that the value begins on
	pairs bool             // lines end with CR and LF
	mark  int64            // bytes of a byte order mark in front
	head  int64            // bytes in front that are not written again
	err   error            // the first one of looking around: places that were asked for since may be wrong

	buf [4 << 10]byte // for looking around
}

// newDocument returns the document that begins at an offset, on a line of that number.
func newDocument(src io.ReaderAt, size, start, line int64, list *mend.List) (*Document, error) {
	d := &Document{
		src: src, size: size, open: list.Open, close: list.Close, comma: list.Commas,
		line: line + int64(list.Line), lines: list.Lines, first: line,
	}
	b, err := plan.Bytes(src, start, start+min(64<<10, size-start))
	if err != nil {
		return nil, err
	}
	if i := bytes.IndexByte(b, '\n'); i > 0 {
		d.pairs = b[i-1] == '\r'
	}
	return d, nil
}

// Size returns how long the elements are as lines.
func (d *Document) Size() int64 { return d.close - d.open }

// Whole returns how long the document is.
func (d *Document) Whole() int64 { return d.size }

// File implements transcript.Frame.
func (d *Document) File() io.ReaderAt { return d.src }

// Place implements transcript.Frame.
func (d *Document) Place(offset int64) (at, line int64) {
	at = d.skipSpace(min(d.open+1+offset, d.close), d.close)
	return at, d.lineOf(at)
}

// LastLine implements transcript.Frame.
func (d *Document) LastLine(offset int64) int64 {
	return d.lineOf(d.end(d.element(offset)) - 1)
}

// Cut implements transcript.Frame. An error of reading is one of the Reader.
func (d *Document) Cut(from, to int64) io.Reader {
	if from >= to {
		return io.MultiReader(d.section(d.head, d.open+1), d.section(d.close, d.size))
	}
	first, last := d.element(from), d.element(to-1)
	cut := io.MultiReader(d.section(d.head, d.start(0)), d.section(d.start(first), d.end(last)), d.section(d.end(d.Len()-1), d.size))
	if d.err != nil {
		return failing{d.err}
	}
	return cut
}

func (d *Document) section(from, to int64) io.Reader {
	return io.NewSectionReader(d.src, from, to-from)
}

// failing is a Reader that has an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// lineOf returns the number of the line that a byte of the list stands on.
func (d *Document) lineOf(at int64) int64 {
	k := d.comma.Search(at)
	from, line := d.from(k), d.line
	if k > 0 {
		line = d.first + d.lines.At(k-1)
	}
	for from < at {
		n, err := d.src.ReadAt(d.buf[:min(int64(len(d.buf)), at-from)], from)
		line += int64(bytes.Count(d.buf[:n], []byte("\n")))
		if from += int64(n); err != nil {
			break
		}
	}
	return line
}

// Len returns how many elements there are.
func (d *Document) Len() int { return d.comma.Len() + 1 }

// ReadAt implements io.ReaderAt for the elements as lines.
func (d *Document) ReadAt(b []byte, off int64) (n int, err error) {
	if off < 0 || off >= d.Size() {
		return 0, io.EOF
	}
	short := int64(len(b)) > d.Size()-off
	b = b[:min(int64(len(b)), d.Size()-off)]
	at := d.open + 1 + off
	n, err = d.src.ReadAt(b, at)
	d.asLines(b[:n], at)
	switch {
	case n < len(b) && (err == nil || errors.Is(err, io.EOF)):
		err = io.ErrUnexpectedEOF // the file became shorter
	case n == len(b) && short:
		err = io.EOF
	case n == len(b):
		err = nil
	}
	return n, err
}

// asLines makes lines of bytes that stand at an offset of the document.
func (d *Document) asLines(b []byte, at int64) {
	for i := bytes.IndexByte(b, '\n'); i >= 0; {
		b[i] = '\r'
		j := bytes.IndexByte(b[i:], '\n')
		if j < 0 {
			break
		}
		i += j
	}
	end := at + int64(len(b))
	for _, comma := range d.comma.From(d.comma.Search(at)) {
		if comma >= end {
			break
		}
		b[comma-at] = '\n'
	}
	if d.close >= at && d.close < end {
		b[d.close-at] = '\n'
	}
}

// unline makes the document's text of a part of a line.
func (d *Document) unline(b []byte) []byte {
	if d.pairs {
		b = bytes.ReplaceAll(b, []byte("\r\r"), []byte("\r\n"))
		return replaceLone(b)
	}
	return bytes.ReplaceAll(b, []byte("\r"), []byte("\n"))
}

// replaceLone makes a line break of every CR without LF.
func replaceLone(b []byte) []byte {
	for i, c := range b {
		if c == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			b[i] = '\n'
		}
	}
	return b
}

// element returns the number of the element on the line that holds an offset of the
// elements as lines.
func (d *Document) element(off int64) int {
	at := d.open + 1 + off
	return d.comma.Search(at)
}

// from returns where the bytes of element k begin, the white space before it
// included.
func (d *Document) from(k int) int64 {
	if k == 0 {
		return d.open + 1
	}
	return d.comma.At(k-1) + 1
}

// to returns where they end.
func (d *Document) to(k int) int64 {
	if k == d.comma.Len() {
		return d.close
	}
	return d.comma.At(k)
}

const space = " \t\r\n"

// start returns where element k itself begins.
func (d *Document) start(k int) int64 { return d.skipSpace(d.from(k), d.to(k)) }

// skipSpace returns the first place from an offset on that holds no white space.
func (d *Document) skipSpace(from, to int64) int64 {
	for from < to {
		b := d.look(from, min(from+256, to))
		rest := bytes.TrimLeft(b, space)
		if from += int64(len(b) - len(rest)); len(rest) > 0 || len(b) == 0 {
			break
		}
	}
	return from
}

// look returns a few bytes of the document, none if they cannot be read. They are valid until the
// next call.
func (d *Document) look(from, to int64) []byte {
	b := d.buf[:to-from]
	if n, err := d.src.ReadAt(b, from); n < len(b) {
		d.err = cmp.Or(d.err, error(&transcript.ReadError{Err: err}))
		return nil
	}
	return b
}

// end returns where element k itself ends.
func (d *Document) end(k int) int64 { return d.trimSpace(d.from(k), d.to(k)) }

// trimSpace returns the last place up to an offset that is behind no white space.
func (d *Document) trimSpace(from, to int64) int64 {
	for from < to {
		b := d.look(max(from, to-256), to)
		rest := bytes.TrimRight(b, space)
		if to -= int64(len(b) - len(rest)); len(rest) > 0 || len(b) == 0 {
			break
		}
	}
	return to
}
