package strip

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"trtools/internal/report"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/stat"
)

// Screen is where a strip is drawn.
type Screen struct {
	Width int // in characters
	Color bool
}

// height is how many rows the picture has.
const height = 10

// most is how wide a column may be.
const most = 6

// Text draws the strip for a screen: what it is, the picture, the largest results and
// what would shrink them, findings, and what each stage would free. Names from the
// transcript do nothing to a terminal.
func (s *Strip) Text(sc Screen) string {
	sc.Width = max(sc.Width, 20)
	d := &drawing{Strip: s, Screen: sc}
	d.title()
	if len(s.Turns) > 0 {
		d.picture()
		d.legend()
		d.largest()
	}
	d.findings()
	d.stages()
	return d.b.String()
}

type drawing struct {
	*Strip
	Screen
	b strings.Builder
}

// line writes one line, cut to the width of the screen, without the blanks at its end.
func (d *drawing) line(format string, args ...any) {
	d.b.WriteString(d.cut(strings.TrimRight(fmt.Sprintf(format, args...), " ")) + "\n")
}

// cut cuts a text to the width of the screen.
func (d *drawing) cut(text string) string {
	if utf8.RuneCountInString(text) <= d.Width {
		return text
	}
	return string([]rune(text)[:d.Width-1]) + "…"
}

func (d *drawing) title() {
	t := &d.Totals
	d.b.WriteString(d.paint("1", ending(report.Name(t.File), d.Width)) + "\n")
	items := []string{count(t.Messages) + " messages", count(t.Live) + " live", count(t.Calls) + " calls", count(t.OpenCalls) + " open"}
	if t.Failed > 0 {
		items = append(items, count(t.Failed)+" failed")
	}
	d.list(append(items, count(t.Tokens)+" tokens")...)
	d.counted()
}

// list writes items with commas between them.
func (d *drawing) list(items ...string) {
	words := make([]word, len(items))
	for i, item := range items {
		if i < len(items)-1 {
			item += ","
		}
		item = d.cut(item)
		words[i] = word{item, utf8.RuneCountInString(item)}
	}
	d.flow(" ", words)
}

// columnsOf writes two columns, on a narrow screen the second one below the first.
func (d *drawing) columnsOf(left, right string) {
	if d.Width < narrow && right != "" && utf8.RuneCountInString(left+right) >= d.Width {
		d.line("%s", left)
		left = "       "
	}
	d.line("%s %s", left, right)
}

// narrow is the width below which columns stand below each other.
const narrow = 60

// word is a text and how many characters it takes on the screen.
type word struct {
	text  string
	width int
}

// flow writes words with a gap between them, on as many lines as that takes.
func (d *drawing) flow(gap string, words []word) {
	used := 0
	for i, w := range words {
		switch {
		case i > 0 && used+len(gap)+w.width > d.Width:
			d.b.WriteByte('\n')
			used = 0
		case i > 0:
			d.b.WriteString(gap)
			used += len(gap)
		}
		d.b.WriteString(w.text)
		used += w.width
	}
	d.b.WriteByte('\n')
}

// ending returns the last characters of a name: they tell more than the first.
func ending(name string, width int) string {
	r := []rune(name)
	if len(r) <= width {
		return name
	}
	return "…" + string(r[len(r)-width+1:])
}

// count writes a number in few characters: 950, 1.2k, 12k, 1.2M.
func count(n int64) string {
	for _, unit := range []struct {
		of   int64
		name string
	}{{1_000_000, "M"}, {1000, "k"}} {
		switch {
		case n >= 10*unit.of:
			return fmt.Sprintf("%d%s", (n+unit.of/2)/unit.of, unit.name)
		case n >= unit.of:
			return fmt.Sprintf("%.1f%s", float64(n)/float64(unit.of), unit.name)
		}
	}
	return fmt.Sprint(n)
}

// counted says what the API counted and where the bytes of the file are.
func (d *drawing) counted() {
	if u := d.Totals.Usage; u != nil {
		items := []string{"counted by the API: " + count(u.Newest) + " tokens at the newest answer", count(u.Requests) + " requests",
			count(u.Input) + " in", count(u.Cached) + " of them cached", count(u.Output) + " out"}
		if u.Cost > 0 {
			items = append(items, fmt.Sprintf("$%.2f", u.Cost))
		}
		d.list(items...)
	}
	if d.Totals.Bytes == 0 {
		return
	}
	w, items := d.Totals.Where, []string{"file: " + count(d.Totals.Bytes) + " bytes"}
	for _, part := range []struct {
		bytes int64
		name  string
	}{{w.Payload, "in requests"}, {w.Copies, "display copies"}, {w.Progress, "progress"}, {w.Snapshots, "snapshots"}, {w.Dead, "dead messages"}, {w.Other, "other"}} {
		if part.bytes > 0 {
			items = append(items, count(part.bytes)+" "+part.name)
		}
	}
	d.list(items...)
	for _, c := range d.Totals.Stages {
		if c.Stage == stat.PruneDead && c.Summary != "" {
			d.list("tr-prune " + c.Summary)
		}
	}
	if lines := d.Totals.CompactedAt; len(lines) > 0 {
		d.line("compacted at line %s", numbers(lines))
	}
}

// numbers writes the first of some numbers.
func numbers(list []int64) string {
	const most = 8
	var words []string
	for _, n := range list[:min(len(list), most)] {
		words = append(words, fmt.Sprint(n))
	}
	if len(list) > most {
		words = append(words, "…")
	}
	return strings.Join(words, ", ")
}

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
	if !d.Color || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[m"
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

// toolName is the name of a tool as it is shown.
func toolName(tool string) string {
	if tool == "" {
		return "(no name)"
	}
	return short(tool)
}

// short returns the beginning of a name, in so few characters that it fits into a column.
func short(name string) string {
	const most = 13
	r := []rune(report.Safe(report.Clip(name, 4*most)))
	if len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return string(r)
}

// largest names the largest results and what would shrink them.
func (d *drawing) largest() {
	if len(d.Totals.Largest) == 0 {
		return
	}
	d.line("")
	d.list("largest results", "and what would shrink them")
	for _, r := range d.Totals.Largest {
		id := ""
		if d.Width >= narrow {
			id = fmt.Sprintf(" %-13s", short(r.ID))
		}
		d.columnsOf(fmt.Sprintf("%6s  line %-6d %-13s%s", count(r.Tokens), r.Line, toolName(r.Tool), id), strings.Join(r.ShrunkBy, ", "))
	}
}

// findings lists the codes with the first lines that they are about.
func (d *drawing) findings() {
	lines := map[transcript.Code][]int64{}
	var codes []transcript.Code
	for i := range d.Turns {
		for _, f := range d.Turns[i].Findings {
			if lines[f.Code] == nil {
				codes = append(codes, f.Code)
			}
			lines[f.Code] = append(lines[f.Code], f.Line)
		}
	}
	for _, c := range slices.Sorted(maps.Keys(d.Totals.Findings)) {
		if lines[c] == nil {
			codes = append(codes, c)
		}
	}
	if len(codes) == 0 {
		return
	}
	d.line("")
	d.line("findings, which tr-pair -c explains")
	for _, c := range codes {
		text := fmt.Sprintf("%6d  %s", max(int64(len(lines[c])), d.Totals.Findings[c]), c)
		if n := lines[c]; len(n) > 0 {
			text += ", line " + numbers(n)
		}
		d.line("%s", text)
	}
}

// stages says what each stage would free.
func (d *drawing) stages() {
	if len(d.Totals.Stages) == 0 {
		return
	}
	d.line("")
	d.line("tokens that a stage would free")
	for _, c := range d.Totals.Stages {
		if c.Stage == stat.PruneDead {
			continue // it frees no token: counted tells of it
		}
		name := c.Stage
		if c.Level > 0 {
			name += fmt.Sprintf(" --level %d", c.Level)
		}
		d.columnsOf(fmt.Sprintf("%6s  %-21s", count(c.Tokens), name), c.Summary)
	}
}
