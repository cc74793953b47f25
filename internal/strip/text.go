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

// Cut cuts a text to the width of the screen.
func (s Screen) Cut(text string) string {
	if utf8.RuneCountInString(text) <= s.Width {
		return text
	}
	return string([]rune(text)[:max(0, s.Width-1)]) + "…"
}

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
	d.b.WriteString(d.Cut(strings.TrimRight(fmt.Sprintf(format, args...), " ")) + "\n")
}

func (d *drawing) title() {
	t := &d.Totals
	d.b.WriteString(d.paint("1", Ending(report.Name(t.File), d.Width)) + "\n")
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
		item = d.Cut(item)
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

// Ending returns the last characters of a name: they tell more than the first.
func Ending(name string, width int) string {
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
