package strip

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"trtools/internal/report"
)

// height is how many rows the picture has.
const height = 10

// most is how wide a column may be.
const most = 6

// column is what is drawn at one place: one turn, or some.
type column struct {
	segments     []Segment
	tokens, live int64 // those of the segments, and of the live ones among them
	line         int64
	findings     int
}

// columns puts turns together until they fit on the screen.
func (d *drawing) columns() (list []column, each int) {
	each = (len(d.Turns) + d.Width - 1) / d.Width
	for turns := range slices.Chunk(d.Turns, max(1, each)) {
		c := column{line: turns[0].Line}
		for _, t := range turns {
			c.segments, c.findings = append(c.segments, t.Segments...), c.findings+len(t.Findings)
		}
		for _, p := range c.segments {
			if c.tokens += p.Tokens; p.Live {
				c.live += p.Tokens
			}
		}
		list = append(list, c)
	}
	return list, each
}

// picture draws the columns, a row of marks below them, and the lines of the file.
func (d *drawing) picture() {
	list, each := d.columns()
	wide := max(1, min(most, d.Width/len(list)))
	top := int64(1)
	for _, c := range list {
		top = max(top, c.live) // what is dead does not make the rest small
	}
	turns := "a column is a turn"
	if each > 1 {
		turns = fmt.Sprintf("a column is %d turns", each)
	}
	d.list(turns, "the top is "+count(top)+" live tokens")
	for row := height - 1; row >= 0; row-- {
		d.row(list, wide, func(c *column) cell { return d.cellAt(c, row, top) })
	}
	d.row(list, wide, func(c *column) cell {
		if c.findings > 0 {
			return cell{'!', red}
		}
		return cell{'─', dim}
	})
	d.axis(list, wide)
}

// cell is one character of the picture.
type cell struct {
	r     rune
	color string
}

// Colours, as a terminal calls them.
const (
	dim, red, blue, white = "90", "31", "34", "37"
)

// toolColors are those of the tools with the most tokens, the others share the last.
func toolColors() []string { return []string{"36", "33", "35", "32", "94", "96"} }

// row draws one row of characters.
func (d *drawing) row(list []column, wide int, at func(*column) cell) {
	var b strings.Builder
	last := ""
	for i := range list {
		c := at(&list[i])
		if c.color != last && d.Color {
			b.WriteString("\x1b[" + c.color + "m")
			last = c.color
		}
		for n := range wide {
			if n == wide-1 && wide > 1 && c.r != '─' {
				b.WriteByte(' ') // a gap between two columns
			} else {
				b.WriteRune(c.r)
			}
		}
	}
	if !d.Color {
		d.b.WriteString(strings.TrimRight(b.String(), " ") + "\n")
		return
	}
	d.b.WriteString(b.String() + "\x1b[m\n")
}

// cellAt returns what stands in a row of a column: its segments lie on each other, and the
// one in the middle of the cell is shown. What there is, is seen.
func (d *drawing) cellAt(c *column, row int, top int64) cell {
	if c.tokens == 0 {
		return cell{' ', ""}
	}
	rows := min(height, max(1, (c.tokens*height+top/2)/top))
	if int64(row) >= rows {
		return cell{' ', ""}
	}
	middle := (2*int64(row) + 1) * c.tokens / (2 * rows)
	for i := range c.segments {
		p := &c.segments[i]
		if middle < p.Tokens {
			return d.cellOf(p)
		}
		middle -= p.Tokens
	}
	return cell{' ', ""}
}

// cellOf draws a segment: kinds differ without colour, too.
func (d *drawing) cellOf(p *Segment) cell {
	switch {
	case !p.Live:
		return cell{'·', dim}
	case p.Kind == Prompt:
		return cell{'░', blue}
	case p.Kind == Answer:
		return cell{'▒', white}
	}
	return d.toolCell(slices.Index(d.Tools, p.Tool))
}

// toolCell returns how results of a tool are drawn: in a colour, and without colours as a
// letter. The tools with the fewest tokens share the last one.
func (d *drawing) toolCell(tool int) cell {
	colors := toolColors()
	k := min(tool, len(colors)-1)
	if d.Color {
		return cell{'█', colors[k]}
	}
	return cell{rune('A' + k), ""}
}

// axis writes the numbers of lines below their columns, as many as there is room for.
func (d *drawing) axis(list []column, wide int) {
	text, end := "", 0
	for i, c := range list {
		label := fmt.Sprint(c.line)
		if at := i * wide; at >= end && at+len(label) <= d.Width {
			text += strings.Repeat(" ", at-utf8.RuneCountInString(text)) + label
			end = at + len(label) + 6
		}
	}
	d.b.WriteString(d.paint(dim, text) + "\n")
}

// paint gives a text a colour.
func (d *drawing) paint(color, text string) string {
	return report.Paint(d.Color && text != "", color, text)
}

// legend says what the characters and the colours mean.
func (d *drawing) legend() {
	var words []word
	add := func(sign rune, color, name string) {
		words = append(words, word{d.paint(color, string(sign)) + " " + name, 2 + utf8.RuneCountInString(name)})
	}
	add('░', blue, "prompts")
	add('▒', white, "answers")
	add('·', dim, "dead")
	add('!', red, "finding")
	last := len(toolColors()) - 1
	for i, tool := range d.Tools[:min(len(d.Tools), last+1)] {
		c, name := d.toolCell(i), toolName(tool)
		if i == last && len(d.Tools) > last+1 {
			name = fmt.Sprintf("%d more tools", len(d.Tools)-i)
		}
		add(c.r, c.color, name)
	}
	d.flow("  ", words)
}
