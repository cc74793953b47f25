package document

import (
	"bytes"
	"cmp"
	"io"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Next takes the document that a Writer puts together: spans of the input, and new
// bytes between them.
type Next interface {
	transcript.Stage
	transcript.Copier
}

// Writer is the last stage of a chain that filters a document's elements as lines.
// It puts the document together again.
//
// What stands between two elements that were neighbours before is copied with them.
// Elsewhere an element keeps the white space in front of it, and a new one gets that
// of the second element. The first one stands where the first one stood, and behind
// the last one comes what came behind the last one.
type Writer struct {
	d    *Document
	next Next

	from, to int64 // unchanged lines that are not passed on yet
	begun    bool  // an element is written
	last     int   // the number of the element that is written last, -1 if it is new
	margin   outline.Margin
	looked   bool // margin is known
	err      error
}

// NewWriter returns a Writer that passes the document on to next.
func NewWriter(d *Document, next Next) *Writer { return &Writer{d: d, next: next} }

// Push takes the next line.
func (w *Writer) Push(r *transcript.Record) error {
	switch r.Change {
	case transcript.Unchanged:
		return w.CopyRange(nil, r.Offset, r.Offset+int64(len(r.Raw)))
	case transcript.Removed:
		return w.failed()
	case transcript.Changed:
		w.pass()
		w.changed(r)
		return w.failed()
	}
	w.pass()
	for line := range bytes.Lines(r.Raw) {
		if line = bytes.TrimSuffix(line, []byte("\n")); len(bytes.TrimSpace(line)) > 0 {
			w.added(line)
		}
	}
	return w.failed()
}

// CopyRange implements transcript.Copier for lines of the Document.
func (w *Writer) CopyRange(_ io.ReaderAt, from, to int64) error {
	if from != w.to || w.from == w.to {
		w.pass()
		w.from = from
	}
	w.to = to
	return w.failed()
}

// pass writes the unchanged lines that were taken so far.
func (w *Writer) pass() {
	if w.from == w.to {
		return
	}
	first, last := w.d.element(w.from), w.d.element(w.to-1)
	from, to := w.from+w.d.open+1, w.to+w.d.open+1
	w.from = w.to
	if to <= w.d.start(last) { // the element itself was not there
		last--
	}
	if from >= w.d.end(first) {
		first++
	}
	if first > last || w.failed() != nil {
		return
	}
	w.lead(first)
	w.copy(w.d.start(first), w.d.end(last))
	w.begun, w.last = true, last
}

// failed returns the first error of reading or writing.
func (w *Writer) failed() error {
	w.err = cmp.Or(w.err, w.d.err)
	return w.err
}

// copy writes a span of the document.
func (w *Writer) copy(from, to int64) {
	if w.failed() == nil && from < to {
		w.err = w.next.CopyRange(w.d.src, from, to)
	}
}

// put writes new bytes.
func (w *Writer) put(text []byte) {
	if w.failed() == nil && len(text) > 0 {
		w.err = w.next.Push(&transcript.Record{Raw: text, Change: transcript.Inserted})
	}
}

// lead writes what stands before element k.
func (w *Writer) lead(k int) {
	switch {
	case !w.begun:
		w.copy(w.d.head, w.d.start(0))
	case w.last >= 0 && w.last == k-1:
		w.copy(w.d.end(k-1), w.d.start(k))
	default:
		w.separator()
		if k > 0 {
			w.copy(w.d.from(k), w.d.start(k))
		} else {
			w.put(w.usualLead())
		}
	}
}

// separator writes the comma behind the last element.
func (w *Writer) separator() {
	if w.last < 0 || w.last == w.d.Len()-1 {
		w.put([]byte(","))
		return
	}
	w.copy(w.d.end(w.last), w.d.to(w.last)+1)
}

// usualLead returns the white space that most elements stand behind.
func (w *Writer) usualLead() []byte {
	k := min(1, w.d.Len()-1)
	lead, err := plan.Bytes(w.d.src, w.d.from(k), w.d.start(k))
	w.err = cmp.Or(w.err, err)
	return lead
}

// changed writes a line of the input that is not what it was. Of its bytes those that
// are the same at both ends are copied.
func (w *Writer) changed(r *transcript.Record) {
	k := w.d.element(r.Offset)
	start, end := w.d.start(k), w.d.end(k)
	old, err := plan.Bytes(w.d.src, start, end)
	if w.err = cmp.Or(w.failed(), err); w.err != nil {
		return
	}
	was := bytes.Clone(old)
	w.d.asLines(was, start)
	now := bytes.Trim(r.Raw, space)
	w.lead(k)
	w.begun, w.last = true, k
	if bytes.IndexByte(was, '\r') >= 0 && bytes.IndexByte(now, '\r') < 0 {
		w.put(w.look().Indent(now)) // a new one in its place
		return
	}
	head, tail := SameEnds(was, now)
	w.copy(start, start+int64(head))
	w.put(w.d.unline(bytes.Clone(now[head : len(now)-tail])))
	w.copy(end-int64(tail), end)
}

// SameEnds returns how many bytes two texts begin and end with alike.
func SameEnds(a, b []byte) (head, tail int) {
	n := min(len(a), len(b))
	for head < n && a[head] == b[head] {
		head++
	}
	for tail < n-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head, tail
}

// added writes a line that is new, or that stood elsewhere: that one has its white
// space with it.
func (w *Writer) added(line []byte) {
	text := bytes.TrimLeft(line, space)
	lead := w.d.unline(bytes.Clone(line[:len(line)-len(text)]))
	text = bytes.TrimRight(text, space)
	if len(lead) == 0 {
		text = w.look().Indent(text)
	} else {
		text = w.d.unline(bytes.Clone(text))
	}
	if !w.begun {
		w.lead(0)
	} else {
		w.separator()
		if len(lead) == 0 {
			lead = w.usualLead()
		}
		w.put(lead)
	}
	w.put(text)
	w.begun, w.last = true, -1
}

// look returns the margin of the elements: that of the first ones that is written on
// several lines.
func (w *Writer) look() outline.Margin {
	for k := 0; k < min(w.d.Len(), 4) && !w.looked && w.failed() == nil; k++ {
		from := w.d.from(k)
		start := w.d.start(k)
		text, err := plan.Bytes(w.d.src, from, min(w.d.to(k), start+4096))
		if w.err = cmp.Or(w.err, err); w.err == nil {
			w.margin = outline.MarginOf(text[:start-from], text[start-from:])
			w.looked = w.margin.Prefix != ""
		}
	}
	w.looked = true
	return w.margin
}

// Flush passes on what is unchanged so far.
func (w *Writer) Flush() error {
	if w.pass(); w.failed() != nil {
		return w.failed()
	}
	return w.next.Flush()
}

// Close writes the end of the document.
func (w *Writer) Close() error {
	w.pass()
	from := w.d.close
	if w.begun {
		from = w.d.end(w.d.Len() - 1)
	} else {
		w.copy(w.d.head, w.d.open+1)
	}
	if w.copy(from, w.d.size); w.failed() != nil {
		return w.failed()
	}
	return w.next.Close()
}
