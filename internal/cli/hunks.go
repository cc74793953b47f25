package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"trtools/internal/document"
	"trtools/internal/report"
	"trtools/internal/spool"
)

// linesAround is how many lines are shown before and after a difference.
const linesAround = 3

// span64 is the bytes [lo,hi) of an input.
type span64 struct{ lo, hi int64 }

// hunks writes a unified diff. Where it goes to a file or a pipe it is whole, so
// that patch -p1 and git apply make the output of it. On a terminal long lines
// are elided, and the hunks are headed in a way that neither takes for a patch.
type hunks struct {
	w     *bufio.Writer
	name  string
	read  func(span64) []byte
	color bool
	whole bool
	err   error // the first one of what the diff reads and holds

	old, new int64       // lines passed, those of around included
	around   []span64    // the last lines that are the same, behind a difference of the hunk or outside of one
	begun    bool        // the file is named
	open     bool        // a hunk is
	body     spool.Spool // of the hunk

	firstOld, firstNew int64 // lines before the hunk
}

func newHunks(f *fileRun, read func(span64) []byte) *hunks {
	terminal := f.s.IsTerminal(f.s.Out)
	return &hunks{
		w: bufio.NewWriter(f.writer()), name: f.name, read: read,
		color: useColor(f.opt.color, terminal), whole: !terminal,
	}
}

// fail keeps the first error.
func (h *hunks) fail(err error) { h.err = cmp.Or(h.err, err) }

// same takes a line that is in both.
func (h *hunks) same(line span64) {
	h.old++
	h.new++
	h.around = append(h.around, line)
	if h.open && len(h.around) > 2*linesAround {
		h.end()
	}
	if !h.open {
		h.around = h.around[max(0, len(h.around)-linesAround):]
	}
}

// differ takes the lines of the old side and those of the new side that take their
// place.
// Only the last line of a file may have no line break.
func (h *hunks) differ(old, new []byte) {
	if !h.open {
		n := int64(len(h.around))
		h.firstOld, h.firstNew, h.open = h.old-n, h.new-n, true
	}
	h.context(h.around)
	h.around = nil
	inOld, inNew := noSpan, noSpan
	if !h.whole {
		head, tail := document.SameEnds(old, new)
		inOld, inNew = span{head, len(old) - tail}, span{head, len(new) - tail}
	}
	h.old += h.lines('-', old, inOld)
	h.new += h.lines('+', new, inNew)
}

func (h *hunks) context(lines []span64) {
	for _, line := range lines {
		h.lines(' ', h.read(line), noSpan)
	}
}

// lines writes every line of text with its sign into the hunk and returns how many
// they are. differing is a span of text.
func (h *hunks) lines(sign byte, text []byte, differing span) (n int64) {
	at := 0
	for line := range bytes.Lines(text) {
		content := bytes.TrimSuffix(line, []byte{'\n'})
		shown := string(sign)
		if h.whole {
			shown += string(content)
		} else {
			shown += elide(content, span{differing.lo - at, differing.hi - at})
		}
		if h.line(colorOf(sign), shown); len(content) == len(line) {
			h.line("", `\ No newline at end of file`)
		}
		at += len(line)
		n++
	}
	return n
}

func colorOf(sign byte) string { return map[byte]string{'-': "31", '+': "32"}[sign] }

// line adds a line to the hunk's body.
func (h *hunks) line(color, line string) {
	if h.err == nil {
		_, h.err = io.WriteString(&h.body, h.colored(color, line))
	}
}

// colored returns one line in a colour, if there are any.
func (h *hunks) colored(color, line string) string {
	return report.Paint(h.color, color, line) + "\n"
}

// end writes the hunk, with the first of the lines behind its last difference.
func (h *hunks) end() {
	shown := min(len(h.around), linesAround)
	h.context(h.around[:shown])
	if h.open = false; h.err != nil {
		return
	}
	later := int64(len(h.around) - shown)
	h.header()
	h.w.WriteString(h.colored("36", h.place(h.old-later, h.new-later)))
	_, err := io.Copy(h.w, io.NewSectionReader(&h.body, 0, h.body.Size()))
	h.fail(err)
	h.fail(h.body.Reset())
}

// place heads a hunk that ends with the given lines.
func (h *hunks) place(old, new int64) string {
	from, to := rangeOf(h.firstOld, old-h.firstOld), rangeOf(h.firstNew, new-h.firstNew)
	if h.whole {
		return fmt.Sprintf("@@ -%s +%s @@", from, to)
	}
	return fmt.Sprintf("@@ %s -> %s @@", from, to)
}

// rangeOf says which n lines follow the passed ones; of none, it names the line
// before.
func rangeOf(passed, n int64) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", passed)
	case 1:
		return fmt.Sprintf("%d", passed+1)
	}
	return fmt.Sprintf("%d,%d", passed+1, n)
}

// header names the file, once, as git does.
func (h *hunks) header() {
	if h.begun {
		return
	}
	h.begun = true
	name := strings.TrimPrefix(h.name, "/")
	h.w.WriteString(h.colored("1", "--- "+patchName("a/"+name)))
	h.w.WriteString(h.colored("1", "+++ "+patchName("b/"+name)))
}

// patchName returns a file name as git and patch read it: quoted as in C where
// that is needed, else with a tab behind it if it holds a blank.
func patchName(name string) string {
	switch {
	case report.Safe(name) != name || strings.ContainsAny(name, `"\`):
		return `"` + octal(name, `"\#`) + `"`
	case strings.Contains(name, " "):
		return name + "\t"
	}
	return name
}

// close writes the last hunk.
func (h *hunks) close() {
	if h.open {
		h.end()
	}
	h.fail(h.w.Flush()) // what is whole is good
}
