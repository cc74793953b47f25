package cli

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"trtools/internal/strip"
	"trtools/pkg/transcript"
)

// terminal is what is known of where the data goes.
type terminal struct {
	is bool
	strip.Screen
}

// drawer makes of what a stage tells about a file what a person looks at.
type drawer struct {
	draw       func(lines [][]byte) string
	head, tail string // what stands before all files, and behind them
	spaced     bool   // an empty line stands between two files
}

// usualWidth is the width of a terminal that does not tell, and of no terminal.
const usualWidth = 80

// terminal returns what is known of where the data goes.
func (p *program) terminal() terminal {
	t := terminal{p.opt.output == "" && p.s.IsTerminal(p.s.Out), strip.Screen{Width: usualWidth}}
	t.Color = useColor(p.opt.color, t.is)
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		t.Width = n
	} else if f, ok := p.s.Out.(*os.File); ok && t.is {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			t.Width = w
		}
	}
	return t
}

// drawn is a sink that draws what it was pushed when the file ends.
type drawn struct {
	discard
	w     io.Writer
	by    *drawer
	lines [][]byte
	gap   bool // an empty line follows
}

func (d *drawn) Push(r *transcript.Record) error {
	d.lines = append(d.lines, append([]byte(nil), r.Raw...))
	return nil
}

func (d *drawn) Close() error {
	text := d.by.draw(d.lines)
	if d.gap {
		text += "\n"
	}
	_, err := io.WriteString(d.w, text)
	return err
}
