package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// maxHunk is how many lines one hunk holds in memory; after that another one
// begins.
const maxHunk = 1000

// diff is the last stage of -d. It writes what differs as a unified diff without
// context. Lines are elided, so it is for reading and not for patch(1).
//
// A record stands where it was read if it comes in the order of the input.
// Lines that never come, or come later, are shown as removed here, and those
// that come later as inserted there.
type diff struct {
	f  *fileRun
	in *input
	w  *bufio.Writer

	color    bool
	offset   int64 // in the input, of the next record in order
	old, new int64 // lines passed
	begun    bool  // the header is written
	hunk     hunk
	buf      []byte // for CopyRange
}

// hunk is a run of lines that differ.
type hunk struct {
	text           bytes.Buffer
	removed, added int64
}

func (f *fileRun) newDiff(in *input) *diff {
	color := useColor(f.opt.color, f.s.IsTerminal(f.s.Out))
	return &diff{f: f, in: in, w: bufio.NewWriter(laneWriter{f.lane, f.stdout}), color: color}
}

func (d *diff) Push(r *transcript.Record) error {
	switch r.Change {
	case transcript.Unchanged:
		return d.unchanged(r)
	case transcript.Inserted:
		d.add(r.Raw, noSpan)
	case transcript.Changed:
		if bytes.Equal(r.Was, r.Raw) {
			return d.unchanged(r)
		}
		inWas, inRaw := difference(r.Was, r.Raw)
		err := d.remove(r, inWas)
		d.add(r.Raw, inRaw)
		return firstOf(err, d.limit())
	case transcript.Removed:
		return firstOf(d.remove(r, noSpan), d.limit())
	}
	return d.limit()
}

func (d *diff) unchanged(r *transcript.Record) error {
	if r.Offset < d.offset {
		d.add(r.Raw, noSpan)
		return d.limit()
	}
	if err := firstOf(d.skipTo(r.Offset), d.endHunk()); err != nil {
		return err
	}
	d.pass(r.Raw, !r.More)
	return nil
}

// pass counts text that is the same on both sides. whole says that it ends where
// a line does, be it the last one without LF.
func (d *diff) pass(text []byte, whole bool) {
	n := int64(bytes.Count(text, []byte{'\n'}))
	if whole && len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	d.old += n
	d.new += n
	d.offset += int64(len(text))
}

// CopyRange implements transcript.Copier.
func (d *diff) CopyRange(r io.ReaderAt, from, to int64) error {
	if from < d.offset {
		return transcript.Run(io.NewSectionReader(r, from, to-from), int(d.f.opt.maxLine), moved{d})
	}
	if err := firstOf(d.skipTo(from), d.endHunk()); err != nil {
		return err
	}
	section := io.NewSectionReader(r, from, to-from)
	if d.buf == nil {
		d.buf = make([]byte, 64<<10)
	}
	for {
		n, err := section.Read(d.buf)
		d.pass(d.buf[:n], d.offset+int64(n) == to)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return &transcript.ReadError{Err: err}
		}
	}
}

// moved is pushed lines that come later than they were read.
type moved struct{ *diff }

func (m moved) Push(r *transcript.Record) error {
	m.add(r.Raw, noSpan)
	return m.limit()
}

func (m moved) Close() error { return nil }

// remove shows the record as it was, unless it was passed already.
func (d *diff) remove(r *transcript.Record, differing span) error {
	if r.Offset < d.offset {
		return nil
	}
	err := d.skipTo(r.Offset)
	d.offset += int64(len(r.Was))
	d.hunk.removed += d.lines('-', r.Was, differing)
	return err
}

func (d *diff) add(raw []byte, differing span) { d.hunk.added += d.lines('+', raw, differing) }

// skipTo shows the lines up to an offset, which did not come, as removed.
func (d *diff) skipTo(offset int64) error {
	at, n := d.offset, offset-d.offset
	switch {
	case n <= 0:
		return nil
	case d.in.source == nil:
		fmt.Fprintf(&d.hunk.text, "-[...%d bytes of a pipe...]\n", n)
		d.hunk.removed++
		d.offset = offset
		return nil
	}
	d.offset = offset
	return transcript.Run(io.NewSectionReader(d.in.source, at, n), int(d.f.opt.maxLine), skipped{d})
}

// skipped is pushed the lines that did not come.
type skipped struct{ *diff }

func (s skipped) Push(r *transcript.Record) error {
	s.hunk.removed += s.lines('-', r.Raw, noSpan)
	return s.limit()
}

func (s skipped) Close() error { return nil }

// lines writes every line of text with its sign, elided, into the hunk and
// returns how many they are. differing is a span of text.
func (d *diff) lines(sign byte, text []byte, differing span) (n int64) {
	for at := 0; at < len(text); n++ {
		line := text[at:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		content := bytes.TrimSuffix(line, []byte{'\n'})
		d.paint(&d.hunk.text, signColor(sign), string(sign)+elide(content, span{differing.lo - at, differing.hi - at}))
		if len(content) == len(line) {
			d.hunk.text.WriteString("\\ No newline at end of file\n")
		}
		at += len(line)
	}
	return n
}

func signColor(sign byte) string {
	if sign == '-' {
		return "31"
	}
	return "32"
}

// paint writes one line in a colour, if there are any.
func (d *diff) paint(w io.Writer, color, line string) {
	if d.color {
		line = "\x1b[" + color + "m" + line + "\x1b[m"
	}
	fmt.Fprintln(w, line)
}

// limit ends a hunk that has become large.
func (d *diff) limit() error {
	if d.hunk.removed+d.hunk.added < maxHunk {
		return nil
	}
	return d.endHunk()
}

// endHunk writes the hunk, if there is one, with its line numbers.
func (d *diff) endHunk() error {
	h := &d.hunk
	if h.removed+h.added == 0 {
		return nil
	}
	d.header()
	d.paint(d.w, "36", fmt.Sprintf("@@ -%s +%s @@", hunkRange(d.old, h.removed), hunkRange(d.new, h.added)))
	_, err := d.w.Write(h.text.Bytes())
	d.old += h.removed
	d.new += h.added
	h.text.Reset()
	h.removed, h.added = 0, 0
	return err
}

// header names the file, once, as git does.
func (d *diff) header() {
	if d.begun {
		return
	}
	d.begun, d.f.differs = true, true
	name := strings.TrimPrefix(d.f.name, "/")
	for _, line := range []string{"--- " + report.Name("a/"+name), "+++ " + report.Name("b/"+name)} {
		d.paint(d.w, "1", line)
	}
}

// hunkRange says which n lines follow the passed ones; of none, it names the
// line before.
func hunkRange(passed, n int64) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", passed)
	case 1:
		return fmt.Sprintf("%d", passed+1)
	}
	return fmt.Sprintf("%d,%d", passed+1, n)
}

// Flush leaves the hunk open: more lines may belong to it. It holds its own
// copy of them.
func (d *diff) Flush() error { return nil }

// Close shows lines at the end of the input that never came.
func (d *diff) Close() error {
	if err := firstOf(d.skipTo(d.in.n), d.endHunk()); err != nil {
		return err
	}
	return d.w.Flush()
}
