package plan

import (
	"bytes"
	"cmp"
	"io"
	"iter"
	"math"
	"slices"

	"trtools/internal/mend"
	"trtools/pkg/transcript"
)

// Output says how a plan for the lines of an input is carried out.
type Output struct {
	Source  io.ReaderAt
	Size    int64  // of the input, in bytes
	EOL     string // of lines that are put in; "" for LF
	Regions []mend.Region
	Next    transcript.Stage // takes the records; it is not closed
}

// Run pushes the whole input with the planned changes. Lines without a change are
// not looked at. Errors of reading are *transcript.ReadError.
func (p *Plan) Run(o Output) error {
	p.Layer()
	if p.renumber {
		o.Next = &numberer{next: o.Next, own: p.Fixed}
	}
	w := &writer{p: p, Output: o}
	w.copier, _ = o.Next.(transcript.Copier)
	if w.EOL == "" {
		w.EOL = "\n"
	}
	if err := w.run(); err != nil {
		return err
	}
	return w.Next.Flush() // nobody needs the block behind that
}

// run pushes the lines.
func (w *writer) run() error {
	p := w.p
	if p.passes(w.Output) {
		return cmp.Or(w.pass(0, w.Size), p.Err())
	}
	for _, ref := range p.front {
		if err := w.insert(p.Text(ref)); err != nil {
			return err
		}
	}
	at := int64(0)
	for s := range w.stops() {
		if err := w.pass(at, s.start); err != nil {
			return err
		}
		end, err := w.stop(s)
		if err != nil {
			return err
		}
		at = end
	}
	if err := w.pass(at, w.Size); err != nil {
		return err
	}
	return p.Err()
}

// writer carries a plan out.
type writer struct {
	Output
	p      *Plan
	copier transcript.Copier // Next, if it is one; else nil
	line   int64             // lines of the input that are done
	window window
	block  []byte // lines that change, as they were
}

// stop is a line that changes, or a region.
type stop struct {
	start, end int64 // end: before the last line's ending
	pieces     []mend.Piece
	goes       bool // the line goes, and nothing takes its place
}

// stops yields the places where something changes, in order: the regions, and
// the plain lines that have a change. Each is valid until the next.
func (w *writer) stops() iter.Seq[stop] {
	inside, rest := inRegions(w.Regions)
	return func(yield func(stop) bool) {
		on := true
		before := func(at int64) { // yields the regions that are left before a place
			for ; on && len(rest) > 0 && rest[0].Start < at; rest = rest[1:] {
				on = yield(stop{start: rest[0].Start, end: rest[0].End, pieces: rest[0].Pieces})
			}
		}
		one := make([]mend.Piece, 1)
		for x := range w.p.sorted() {
			if x.ref >= firstAdded || inside[x.ref] {
				continue
			}
			one[0] = mend.Piece{At: x.ref}
			if before(x.ref); !on || !yield(stop{start: x.ref, end: x.ref, goes: x.change == goes, pieces: one}) {
				return
			}
		}
		before(math.MaxInt64)
	}
}

// inRegions returns where regions and their pieces begin, and the regions in order.
func inRegions(list []mend.Region) (inside map[int64]bool, sorted []mend.Region) {
	inside = map[int64]bool{}
	for _, g := range list {
		inside[g.Start] = true
		for _, x := range g.Pieces {
			inside[x.At] = true
		}
	}
	return inside, slices.SortedStableFunc(slices.Values(list), func(a, b mend.Region) int { return cmp.Compare(a.Start, b.Start) })
}

// shortPass is how long a range is that is read together with what changes beside it, in
// bytes, if nobody takes it whole.
const shortPass = 32 << 10

// pass pushes the unchanged lines from at to end.
func (w *writer) pass(at, end int64) error {
	if at >= end {
		return nil
	}
	if w.copier != nil {
		if end-at < shortPass { // it was read with a line beside it, or will be
			w.window.src = w.Source
			return w.copier.CopyRange(&w.window, at, end)
		}
		return w.copier.CopyRange(w.Source, at, end)
	}
	section := io.NewSectionReader(w.Source, at, end-at)
	return transcript.Run(section, 0, &forward{w, at, w.line})
}

// forward is a stage that passes a section's records on with the places that
// they have in the input, and ends nothing.
type forward struct {
	w    *writer
	at   int64
	line int64
}

func (f *forward) Push(r *transcript.Record) error {
	r.Offset += f.at
	r.Line += f.line
	f.w.line = r.Line
	return f.w.Next.Push(r)
}

func (f *forward) Flush() error { return f.w.Next.Flush() }
func (f *forward) Close() error { return f.w.Next.Flush() }

// stop pushes what takes the place of a stop, and returns where the input goes
// on.
func (w *writer) stop(s stop) (int64, error) {
	f, plain := w.p.Records.(*File)
	if s.goes && plain && w.copier != nil { // who copies ranges is not pushed it: it need not be read
		w.line++
		return f.Behind(s.start)
	}
	old, err := w.old(s)
	if err != nil {
		return 0, err
	}
	eol := old[len(bytes.TrimRight(old, "\r\n")):]
	rec := transcript.Record{Raw: old, Offset: s.start, Line: w.line + 1}
	w.line += int64(max(1, bytes.Count(old, []byte("\n"))))
	if plain {
		f.lend(s.start, old[:len(old)-len(eol)])
		defer f.lend(-1, nil)
	}
	var refs []int64
	for _, x := range s.pieces {
		refs = slices.AppendSeq(refs, w.p.written(x))
	}
	w.become(&rec, refs, eol)
	if err := w.Next.Push(&rec); err != nil {
		return 0, err
	}
	for k := 1; k < len(refs); k++ {
		text := w.p.Text(refs[k])
		if k == 1 && rec.Change == transcript.Unchanged {
			// Its bytes stay as they are: the ending comes with the line behind it.
			text = append([]byte(w.lacks(eol)), text...)
		}
		if err := w.insert(text); err != nil {
			return 0, err
		}
	}
	return s.start + int64(len(old)), nil
}

// become makes a line, which ends with eol, the first of the records that are written in its place.
func (w *writer) become(rec *transcript.Record, refs []int64, eol []byte) {
	if len(refs) == 0 {
		rec.Was, rec.Raw, rec.Change = rec.Raw, nil, transcript.Removed
		return
	}
	text, end := w.p.Text(refs[0]), string(eol)
	if bytes.Equal(text, bytes.TrimSuffix(rec.Raw, eol)) {
		return
	}
	if len(refs) > 1 {
		end += w.lacks(eol)
	}
	rec.Replace(w.p.withEnd(refs[0], text, end))
}

// lacks returns what a line ending needs to end a line that others follow: the last line of
// the input may have none, or one that was cut after its CR.
func (w *writer) lacks(eol []byte) string {
	switch {
	case len(eol) == 0:
		return w.EOL
	case eol[len(eol)-1] != '\n':
		return "\n"
	}
	return ""
}

// withEnd returns the text of a line that changes with a line ending. What edits have
// written has room for it, and is not copied.
func (p *Plan) withEnd(ref int64, text []byte, end string) []byte {
	if c := p.at(ref); c == nil || len(c.edits) == 0 {
		text = slices.Clip(text)
	}
	return append(text, end...)
}

// insert pushes a new line.
func (w *writer) insert(text []byte) error {
	raw := append(slices.Clip(text), w.EOL...)
	return w.Next.Push(&transcript.Record{Raw: raw, Line: w.line, Change: transcript.Inserted})
}

// enoughOld is how many bytes of lines, as they were, are held before the next stage is flushed.
const enoughOld = 256 << 10

// old returns the line, or the region, at a stop. It stands in a block of such lines: a long
// one, in memory of its own.
func (w *writer) old(s stop) (old []byte, err error) {
	if len(w.block) > enoughOld { // what was pushed is valid until then, and what the plan has read
		if err := w.Next.Flush(); err != nil {
			return nil, err
		}
		w.block = w.block[:0]
		w.p.Forget()
	}
	w.window.src = w.Source
	old, w.block, err = w.window.raw(w.block, s.start, s.end)
	return old, err
}
