package document

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/mend"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Input is a text whose first bytes tell whether it is a document.
type Input struct {
	R io.Reader
	// Source reads the same bytes by offset, up to where R has been read.
	Source io.ReaderAt
	// Format is what the messages are assumed to be; nil to detect it.
	Format dialect.Format
}

// Damaged is a document that cannot be read to its end.
type Damaged struct {
	At   int64 // the byte that does not fit, or the end of the input
	Size int64 // of the input
	Why  string
	// Foreign says that it is whole, and that no messages are found in it.
	Foreign bool
}

// Finding returns what is to be said about the document.
func (d *Damaged) Finding(source io.ReaderAt) transcript.Finding {
	places := plan.Places{Source: source}
	b := make([]byte, min(1, d.Size-d.At))
	n, _ := source.ReadAt(b, d.At) // without the byte there is no hash of it
	sum := sha256.Sum256(b[:n])
	return transcript.Finding{
		Line: places.Line(d.At), Offset: d.At, Length: int64(n), SHA256: hex.EncodeToString(sum[:]),
		Code: transcript.UnreadableLine, Severity: transcript.Error, Action: transcript.Keep, Message: d.Why,
	}
}

// maxFirstLine is how much of an object is looked at for the end of its line, in
// bytes. A longer first line is a record: documents begin with a short one.
const maxFirstLine = 1 << 20

// bom is a byte order mark.
var bom = []byte("\xef\xbb\xbf")

// Find reads an input as far as is needed to tell what it is: a document with
// messages, read to its end; a document that is damaged, or that holds no messages, or
// several; or lines, as far as anybody knows, with neither. It is a document if its
// first line is no JSON value by itself and the whole is one; or if all of it is one line
// with an array, or with an object that is no record. Errors of R are
// *transcript.ReadError.
func Find(in Input) (*Document, *Damaged, error) {
	f := finder{
		in: in, r: bufio.NewReaderSize(in.R, pieceSize), start: -1,
		scan: mend.Scanner{Wanted: holdsMessages}, next: mend.Scanner{Wanted: func([]string, int) bool { return false }},
	}
	out, err := f.look()
	size := f.read
	if err == nil && out == isDamaged {
		var rest int64
		rest, err = io.Copy(io.Discard, f.r)
		size += rest
	}
	switch {
	case err != nil:
		return nil, nil, &transcript.ReadError{Err: err}
	case out == isDamaged:
		d, err := f.damaged(size)
		return nil, d, err
	case out == isDocument:
		return f.document(size)
	}
	return nil, nil, nil
}

// finder is one search.
type finder struct {
	in    Input
	r     *bufio.Reader
	read  int64 // bytes that were taken of the input
	scan  mend.Scanner
	at    int64 // bytes that were looked at
	start int64 // where the value begins, -1 before that
	above int64 // line breaks before the value
	lines int64 // line breaks in the value
	mark  int64 // bytes of a byte order mark
	note  bool  // the rest of the line is a comment
	line  int64 // where the last line begins

	next    mend.Scanner // reads the line on which another value begins
	another bool         // there is such a line
	several bool         // and that value goes on behind it

	complete bool // the value is
}

// outcome is what a look at more of the input tells.
type outcome uint8

const (
	undecided outcome = iota
	isLines
	isDocument
	isDamaged
)

// pieceSize is how much of a long line is looked at at once: the first line of most inputs is
// shorter.
const pieceSize = 8 << 10

// look looks at one line after the other, at a long one in pieces, until it is known what the
// input is.
func (f *finder) look() (outcome, error) {
	for {
		b, err := f.r.ReadSlice('\n')
		f.read += int64(len(b))
		if out := f.take(b); out != undecided {
			return out, nil // whoever reads on meets the error
		}
		switch {
		case errors.Is(err, io.EOF):
			return f.atEnd(), nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return undecided, err
		}
	}
}

// take looks at the next bytes of the input, which are of one line.
func (f *finder) take(b []byte) outcome {
	if f.start < 0 {
		b = f.begin(b)
	}
	if len(b) > 0 && !f.complete {
		n, out := f.takeLine(b)
		if out != undecided {
			return out
		}
		b = b[n:]
	}
	if f.another || len(bytes.TrimLeft(b, space)) > 0 {
		return f.takeAnother(b)
	}
	f.at += int64(len(b))
	return undecided
}

// takeLine looks at the rest of a line of the value, and returns how much of it belongs there.
func (f *finder) takeLine(b []byte) (int, outcome) {
	n, how := f.scan.Feed(b)
	if how == mend.Wrong {
		return n, f.wrong(b[n:])
	}
	f.at += int64(n)
	if f.complete = how == mend.Done; f.complete && f.isOneRecord() {
		return n, isLines
	}
	if b[n-1] == '\n' {
		f.lines++
		f.line = f.at
	}
	if f.lines == 0 && !f.scan.IsArray() && f.scan.At() > maxFirstLine {
		return n, isLines
	}
	return n, undecided
}

// takeAnother looks at the line on which another value begins. If neither value stands
// on one line, they are documents, as jq prints them; otherwise the first is a record
// with a line break in it.
func (f *finder) takeAnother(b []byte) outcome {
	f.another = true
	if _, how := f.next.Feed(b); f.lines == 0 || how != mend.More {
		return isLines
	}
	if f.several = bytes.HasSuffix(b, []byte("\n")); f.several {
		return isDamaged
	}
	return undecided
}

// begin passes what stands before the value on a line, and returns the rest: blanks, and lines that
// are comments, as Roo Code writes two of them above a history that it shows to its user.
func (f *finder) begin(b []byte) []byte {
	if f.at == 0 && bytes.HasPrefix(b, bom) {
		f.mark = int64(len(bom))
		f.at, b = f.mark, b[f.mark:]
	}
	rest := bytes.TrimLeft(b, space)
	if f.note = f.note || len(rest) > 0 && rest[0] == '/'; f.note {
		rest = nil
	}
	f.at += int64(len(b) - len(rest))
	if len(rest) > 0 {
		f.start = f.at
	} else if bytes.HasSuffix(b, []byte("\n")) {
		f.above++
		f.note = false
	}
	return rest
}

// wrong says what the input is of which a byte does not fit. Only a document that
// was read up to its messages is one: what goes wrong before is looked at line by
// line, as is a line that ends inside a string, or a whole record at the beginning
// of a line, behind which the one before was cut off.
func (f *finder) wrong(rest []byte) outcome {
	if f.lines == 0 || len(f.scan.Lists) == 0 {
		return isLines
	}
	if rest[0] == '{' && f.start+f.scan.At() == f.line {
		return isLines
	}
	return isDamaged
}

// atEnd says what the input is when there is no more of it.
func (f *finder) atEnd() outcome {
	switch {
	case f.start < 0 || f.another:
		return isLines
	case f.complete:
		return isDocument
	case len(f.scan.Lists) == 0 || f.lines < 2:
		return isLines
	}
	return isDamaged
}

// isOneRecord reports whether the value, which is complete, is a record on a line of
// its own: an object on the first line that is none with messages somewhere, or one
// that some format knows.
func (f *finder) isOneRecord() bool {
	if f.lines > 0 || f.scan.IsArray() {
		return false
	}
	if len(f.scan.Lists) == 0 {
		return true
	}
	text := make([]byte, f.scan.At())
	if n, err := f.in.Source.ReadAt(text, f.start); n < len(text) && err != nil {
		return true // the reader of lines meets the error
	}
	return f.knows(text)
}

// knows reports whether some format knows a record.
func (f *finder) knows(text []byte) bool {
	var d outline.Doc
	if d.Parse(text) != nil {
		return false
	}
	return dialect.NewDetector(f.in.Format, "").View(d.Root(), &dialect.View{})
}

// document returns the document with its messages. One over several lines without any
// is foreign: none of its lines is a record. On one line it is a line.
func (f *finder) document(size int64) (*Document, *Damaged, error) {
	list, err := f.messages()
	switch {
	case err != nil:
		return nil, nil, err
	case list != nil && list.Outer != nil && list.Outer.Commas.Len() > 0:
		return nil, f.foreign(size, "one JSON value with several lists of messages", f.scan.Filter()+" | {messages: .}"), nil
	case list == nil && f.lines > 0:
		return nil, f.foreign(size, "one JSON value over several lines", f.scan.Filter()), nil
	case list == nil:
		return nil, nil, nil
	}
	d, err := newDocument(f.in.Source, f.at, f.start, f.above+1, list)
	if d != nil {
		d.mark = f.mark
	}
	return d, nil, err
}

// foreign returns what is said about values that are no transcript, and about several
// documents: one finding for all of their lines.
func (f *finder) foreign(size int64, what, filter string) *Damaged {
	return &Damaged{At: f.start, Size: size, Foreign: true,
		Why: "file has no record on a line of its own: " + what + "; one record a line: jq -c '" + filter + "' FILE"}
}

// damaged returns what is wrong with the document, nil if it holds no messages as
// far as it can be read.
func (f *finder) damaged(size int64) (*Damaged, error) {
	if f.several {
		return f.foreign(size, "several JSON values over several lines each", "."), nil
	}
	list, err := f.messages()
	if list == nil || err != nil {
		return nil, err
	}
	d := &Damaged{At: f.start + f.scan.At(), Size: size}
	switch {
	case d.At == d.Size, d.At+1 == d.Size && f.scan.InString():
		d.Why = "document is cut off; it stays as it is"
	case f.scan.InString():
		d.Why = `document has a raw line break in a string, where JSON wants \n; it stays as it is`
	default:
		d.Why = "document is not JSON from here on; it stays as it is"
	}
	return d, nil
}

// messages returns the list that holds the messages: of those nearest to the root
// the first one that a format knows an element of.
func (f *finder) messages() (*mend.List, error) {
	lists := slices.Clone(f.scan.Lists)
	slices.SortStableFunc(lists, func(a, b *mend.List) int { return cmp.Compare(a.Depth, b.Depth) })
	for _, l := range lists {
		if l.Close < 0 {
			l.Close = f.scan.At()
		}
		l.Move(f.start)
		if ok, err := f.hasMessages(l); ok || err != nil {
			return l, err
		}
	}
	return nil, nil
}

const (
	maxElements = 8        // that are looked at of a list
	maxLook     = 64 << 20 // bytes of a list that are looked at
)

// hasMessages reports whether some format knows one of the first elements.
func (f *finder) hasMessages(l *mend.List) (bool, error) {
	from := l.Open + 1
	for k := range min(l.Commas.Len()+1, maxElements) {
		to := l.Close
		if k < l.Commas.Len() {
			to = l.Commas.At(k)
		}
		if to-l.Open > maxLook {
			break
		}
		text, err := plan.Bytes(f.in.Source, from, to)
		if err != nil {
			return false, err
		}
		if text = bytes.TrimSpace(text); len(text) > 0 && text[0] == '{' && f.knows(text) {
			return true, nil
		}
		from = to + 1
	}
	return false, nil
}
