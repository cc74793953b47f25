// Package rewrite carries out what a stage has planned for an input that it can
// read again: most of it goes through as it is, some lines change.
package rewrite

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"trtools/pkg/transcript"
)

// Stop is a line that changes, or a stretch of lines.
type Stop struct {
	Start int64
	End   int64 // before the last line's ending; 0 for the line that begins at Start

	// Lines returns what takes its place, without line endings: nothing if it
	// goes; first the old line, changed or not, then those that are put behind
	// it. It is called when its turn comes, so that a plan stays small.
	Lines func() [][]byte
}

// Rewriter pushes an input with changes to a stage.
type Rewriter struct {
	Source io.ReaderAt
	Size   int64  // of the input, in bytes
	EOL    string // of lines that are put in; "" for LF
	Next   transcript.Stage

	line int64 // lines of the input that are done
}

// Run pushes the whole input: first the lines of front, then what stands in the
// input, with the stops, which it sorts. Lines without a change are not looked
// at. Errors of reading are *transcript.ReadError. Run does not close Next.
func (w *Rewriter) Run(front [][]byte, stops []Stop) error {
	if w.EOL == "" {
		w.EOL = "\n"
	}
	for _, text := range front {
		if err := w.insert(text); err != nil {
			return err
		}
	}
	slices.SortFunc(stops, func(a, b Stop) int {
		if a.Start < b.Start {
			return -1
		}
		return 1
	})
	at := int64(0)
	for _, s := range stops {
		if err := w.copy(at, s.Start); err != nil {
			return err
		}
		end, err := w.stop(s)
		if err != nil {
			return err
		}
		at = end
	}
	return w.copy(at, w.Size)
}

// copy pushes the unchanged lines from at to end.
func (w *Rewriter) copy(at, end int64) error {
	if at >= end {
		return nil
	}
	if c, ok := w.Next.(transcript.Copier); ok {
		return c.CopyRange(w.Source, at, end)
	}
	section := io.NewSectionReader(w.Source, at, end-at)
	return transcript.Run(section, 0, &forward{w, at, w.line})
}

// forward is a stage that passes a section's records on with the places that
// they have in the input, and ends nothing.
type forward struct {
	w    *Rewriter
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
func (w *Rewriter) stop(s Stop) (int64, error) {
	old, err := Raw(w.Source, s.Start, s.End)
	if err != nil {
		return 0, err
	}
	eol := old[len(bytes.TrimRight(old, "\r\n")):]
	rec := transcript.Record{Raw: old, Offset: s.Start, Line: w.line + 1}
	w.line += int64(max(1, bytes.Count(old, []byte("\n"))))
	lines := s.Lines()
	switch {
	case len(lines) == 0:
		rec.Was, rec.Raw, rec.Change = old, nil, transcript.Removed
	case !bytes.Equal(lines[0], old[:len(old)-len(eol)]):
		end := string(eol)
		if len(lines) > 1 && end == "" {
			end = w.EOL
		}
		rec.Replace(append(slices.Clip(lines[0]), end...))
	}
	if err := w.Next.Push(&rec); err != nil {
		return 0, err
	}
	return s.Start + int64(len(old)), w.behind(lines, len(eol) == 0 && rec.Change == transcript.Unchanged)
}

// behind pushes the lines that are put behind a stop's first one. If that one
// lacks its ending it comes with the next one: the bytes of an unchanged line
// stay as they are.
func (w *Rewriter) behind(lines [][]byte, open bool) error {
	for i, text := range lines[min(1, len(lines)):] {
		if open && i == 0 {
			text = append([]byte(w.EOL), text...)
		}
		if err := w.insert(text); err != nil {
			return err
		}
	}
	return nil
}

// insert pushes a new line.
func (w *Rewriter) insert(text []byte) error {
	raw := append(slices.Clip(text), w.EOL...)
	return w.Next.Push(&transcript.Record{Raw: raw, Line: w.line, Change: transcript.Inserted})
}

// Line returns the line that begins at an offset, without its ending.
func Line(r io.ReaderAt, at int64) ([]byte, error) {
	raw, err := Raw(r, at, at)
	return bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r")), err
}

// Raw returns the input from start to the first line ending at or after end,
// with it.
func Raw(r io.ReaderAt, start, end int64) ([]byte, error) {
	raw, err := Bytes(r, start, max(start, end))
	if err != nil {
		return nil, err
	}
	from := start + int64(len(raw))
	for size := 4 << 10; ; size *= 2 {
		b := make([]byte, size)
		n, err := r.ReadAt(b, from)
		if i := bytes.IndexByte(b[:n], '\n'); i >= 0 {
			return append(raw, b[:i+1]...), nil
		}
		raw, from = append(raw, b[:n]...), from+int64(n)
		if errors.Is(err, io.EOF) {
			return raw, nil
		}
		if err != nil {
			return nil, &transcript.ReadError{Err: err}
		}
	}
}

// Bytes returns the input from start to end.
func Bytes(r io.ReaderAt, start, end int64) ([]byte, error) {
	b := make([]byte, max(0, end-start))
	if n, err := r.ReadAt(b, start); n < len(b) {
		return nil, &transcript.ReadError{Err: err}
	}
	return b, nil
}
