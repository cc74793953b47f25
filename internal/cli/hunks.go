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
	read  func(span64) ([]byte, error)
	color bool
	whole bool

	old, new int64       // lines passed, those of before included
	before   []span64    // the last lines that are the same, outside of a hunk
	after    []span64    // lines that are the same, behind a difference of the hunk
	begun    bool        // the file is named
	open     bool        // a hunk is
	body     spool.Spool // of the hunk

	firstOld, firstNew int64 // lines before the hunk
}

func newHunks(f *fileRun, read func(span64) ([]byte, error)) *hunks {
	terminal := f.s.IsTerminal(f.s.Out)
	return &hunks{
		w: bufio.NewWriter(f.writer()), name: f.name, read: read,
		color: useColor(f.opt.color, terminal), whole: !terminal,
	}
}

// same takes a line that is in both.
func (h *hunks) same(line span64) error {
	h.old++
	h.new++
	if !h.open {
		if len(h.before) == linesAround {
			copy(h.before, h.before[1:])
			h.before = h.before[:linesAround-1]
		}
		h.before = append(h.before, line)
		return nil
	}
	if h.after = append(h.after, line); len(h.after) <= 2*linesAround {
		return nil
	}
	rest := append([]span64(nil), h.after[linesAround+1:]...)
	err := h.end(int64(len(h.after)) - linesAround)
	h.before = rest
	return err
}

// differ takes the lines of the old side and those of the new side that take their
// place.
// Only the last line of a file may have no line break.
func (h *hunks) differ(old, new []byte) error {
	if !h.open {
		n := int64(len(h.before))
		h.firstOld, h.firstNew = h.old-n, h.new-n
		h.open, h.after, h.before = true, h.before, nil
	}
	if err := h.context(h.after); err != nil {
		return err
	}
	h.after = h.after[:0]
	inOld, inNew := noSpan, noSpan
	if !h.whole {
		head, tail := document.SameEnds(old, new)
		inOld, inNew = span{head, len(old) - tail}, span{head, len(new) - tail}
	}
	removed, err := h.lines('-', old, inOld)
	h.old += removed
	added, errAdded := h.lines('+', new, inNew)
	h.new += added
	return cmp.Or(err, errAdded)
}

func (h *hunks) context(lines []span64) error {
	for _, line := range lines {
		text, err := h.read(line)
		if err != nil {
			return err
		}
		if _, err := h.lines(' ', text, noSpan); err != nil {
			return err
		}
	}
	return nil
}

// lines writes every line of text with its sign into the hunk and returns how many
// they are. differing is a span of text.
func (h *hunks) lines(sign byte, text []byte, differing span) (n int64, err error) {
	at := 0
	for line := range bytes.Lines(text) {
		content := bytes.TrimSuffix(line, []byte{'\n'})
		shown := string(sign)
		if h.whole {
			shown += string(content)
		} else {
			shown += elide(content, span{differing.lo - at, differing.hi - at})
		}
		if err = h.line(colorOf(sign), shown); err == nil && len(content) == len(line) {
			err = h.line("", `\ No newline at end of file`)
		}
		if err != nil {
			return n, err
		}
		at += len(line)
		n++
	}
	return n, nil
}

func colorOf(sign byte) string { return map[byte]string{'-': "31", '+': "32"}[sign] }

// line adds a line to the hunk's body.
func (h *hunks) line(color, line string) error {
	_, err := io.WriteString(&h.body, h.colored(color, line))
	return err
}

// colored returns one line in a colour, if there are any.
func (h *hunks) colored(color, line string) string {
	return report.Paint(h.color, color, line) + "\n"
}

// end writes the hunk. Of the lines that are the same, the last later ones were
// passed and do not belong to it.
func (h *hunks) end(later int64) error {
	if err := h.context(h.after[:min(len(h.after), linesAround)]); err != nil {
		return err
	}
	h.header()
	h.w.WriteString(h.colored("36", h.place(h.old-later, h.new-later)))
	_, err := io.Copy(h.w, io.NewSectionReader(&h.body, 0, h.body.Size()))
	h.after, h.open = h.after[:0], false
	return cmp.Or(err, h.body.Reset())
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
func (h *hunks) close() error {
	if h.open {
		later := int64(max(0, len(h.after)-linesAround))
		if err := h.end(later); err != nil {
			return err
		}
	}
	return h.w.Flush()
}
