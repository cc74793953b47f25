package cli

import (
	"bytes"
	"io"

	"trtools/internal/document"
	"trtools/pkg/transcript"
)

// diff is the last stage of -d. It writes what differs as a unified diff.
//
// A record stands where it was read if it comes in the order of the input. Lines
// that never come, or come later, are shown as removed here, and those that come
// later as inserted there.
//
// A diff is of lines, and records are not always that: the last line may have no
// line break until something is put behind it. So bytes that are the same, gone
// or new are gathered until both sides are at the beginning of a line.
type diff struct {
	f      *fileRun
	in     *input
	out    *hunks
	offset int64 // in the input, of the next record in order

	begun    int64  // where the line began that is the same on both sides so far
	old, new []byte // gathered; one of them does not end where a line does
}

func (f *fileRun) newDiff(in *input) *diff {
	d := &diff{f: f, in: in}
	d.out = newHunks(f, d.read)
	return d
}

// read returns bytes of the input that were read before.
func (d *diff) read(at span64) []byte {
	b := make([]byte, at.hi-at.lo)
	if _, err := d.in.source.ReadAt(b, at.lo); err != nil && err != io.EOF {
		d.out.fail(&transcript.ReadError{Err: err})
	}
	return b
}

func (d *diff) Push(r *transcript.Record) error {
	switch {
	case r.Change == transcript.Inserted || r.Change == transcript.Unchanged && r.Offset < d.offset:
		d.add(r.Raw)
	case r.Change == transcript.Unchanged || r.Change == transcript.Changed && bytes.Equal(r.Was, r.Raw):
		d.skipTo(r.Offset)
		d.same(r.Raw)
	case r.Offset >= d.offset:
		d.skipTo(r.Offset)
		d.gather(r.Was, r.Raw)
	case r.Change == transcript.Changed:
		d.add(r.Raw)
	}
	return d.out.err
}

// gather takes the next bytes of the input, and what stands in the output in their place,
// together: of a line that changes it is shown where it does.
func (d *diff) gather(old, new []byte) {
	d.open()
	d.offset += int64(len(old))
	d.old, d.new = append(d.old, old...), append(d.new, new...)
	if endsLine(d.old) && endsLine(d.new) { // both sides are at the beginning of a line
		d.show()
	}
}

// CopyRange implements transcript.Copier.
func (d *diff) CopyRange(r io.ReaderAt, from, to int64) error {
	take := d.same
	if from < d.offset {
		take = d.add
	}
	d.skipTo(from)
	d.eachPiece(io.NewSectionReader(r, from, to-from), take)
	return d.out.err
}

// skipTo removes the lines up to an offset, which did not come.
func (d *diff) skipTo(offset int64) {
	if offset > d.offset {
		d.eachPiece(io.NewSectionReader(d.in.source, d.offset, offset-d.offset), d.remove)
	}
}

// eachPiece hands on what r has, in pieces.
func (d *diff) eachPiece(r io.Reader, take func([]byte)) {
	b := make([]byte, 64<<10)
	for d.out.err == nil {
		n, err := r.Read(b)
		take(b[:n])
		if err == io.EOF {
			return
		}
		if err != nil {
			d.out.fail(&transcript.ReadError{Err: err})
		}
	}
}

// same takes the next bytes of the input, which are also in the output.
func (d *diff) same(text []byte) {
	for line := range bytes.Lines(text) {
		if len(d.old)+len(d.new) > 0 {
			d.gather(line, line)
			continue
		}
		if d.offset += int64(len(line)); line[len(line)-1] == '\n' {
			d.out.same(span64{d.begun, d.offset})
			d.begun = d.offset
		}
	}
}

// remove takes the next bytes of the input, which are not in the output.
func (d *diff) remove(text []byte) {
	for line := range bytes.Lines(text) {
		d.gather(line, nil)
	}
}

// add takes bytes of the output that are not in the input at this place.
func (d *diff) add(text []byte) {
	for line := range bytes.Lines(text) {
		d.gather(nil, line)
	}
}

// open gathers the beginning of a line that is no longer the same.
func (d *diff) open() {
	if d.begun < d.offset && len(d.old)+len(d.new) == 0 {
		b := d.read(span64{d.begun, d.offset})
		d.old, d.new = append(d.old, b...), append(d.new, b...)
	}
}

// show shows what was gathered.
func (d *diff) show() {
	at := span64{d.begun, d.offset}
	d.begun = d.offset
	defer func() { d.old, d.new = d.old[:0], d.new[:0] }()
	if bytes.Equal(d.old, d.new) {
		d.out.same(at)
		return
	}
	d.f.differs = true
	head, tail := sameLines(d.old, d.new)
	end := len(d.old) - tail
	d.linesAt(at.lo, d.old[:head])
	d.out.differ(d.old[head:end], d.new[head:len(d.new)-tail])
	d.linesAt(at.hi-int64(tail), d.old[end:])
}

// linesAt passes on lines that are the same, which stand at a place of the input.
func (d *diff) linesAt(at int64, text []byte) {
	for line := range bytes.Lines(text) {
		d.out.same(span64{at, at + int64(len(line))})
		at += int64(len(line))
	}
}

// sameLines returns how many bytes two texts begin and end with alike, in whole
// lines: one of several lines that change together may be what it was.
func sameLines(old, new []byte) (head, tail int) {
	head, _ = document.SameEnds(old, new)
	head = bytes.LastIndexByte(old[:head], '\n') + 1
	a, b := old[head:], new[head:]
	for tail < min(len(a), len(b)) && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	if !endsLine(a[:len(a)-tail]) || !endsLine(b[:len(b)-tail]) {
		tail -= bytes.IndexByte(append(a[len(a)-tail:len(a):len(a)], '\n'), '\n') + 1
	}
	return head, max(0, tail)
}

func endsLine(text []byte) bool { return len(text) == 0 || text[len(text)-1] == '\n' }

// Flush leaves the hunk open: more lines may belong to it.
func (d *diff) Flush() error { return nil }

// Close shows lines at the end of the input that never came.
func (d *diff) Close() error {
	d.skipTo(d.in.n)
	if len(d.old)+len(d.new) > 0 || d.begun < d.offset {
		d.open()
		d.show()
	}
	d.out.close()
	return d.out.err
}
