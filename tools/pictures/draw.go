package main

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// The size of a character, and the space around all of them.
const (
	charWidth, charHeight = 8.4, 18.0
	margin                = 16.0
)

// colors are the colours of a terminal by their codes.
var colors = map[string]string{
	"": "#e6e6e6", "1": "#ffffff", "31": "#ff6b6b", "32": "#66bb6a", "33": "#e0a94a", "34": "#6f93ea", "35": "#c58be0",
	"36": "#26c6da", "37": "#b0b0b0", "90": "#6a7078", "94": "#8c9eff", "96": "#4db6ac",
}

// draw draws a text with the colours of a terminal. Blocks are drawn as such, because
// fonts disagree about them; every other run of characters is as wide as its place.
func draw(text string) []byte {
	lines := strings.Split(strings.TrimSuffix(wrapped(text), "\n"), "\n")
	var b strings.Builder
	width, height := columns*charWidth+2*margin, float64(len(lines))*charHeight+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="14">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%.0f" height="%.0f" rx="8" fill="#16181c"/>`+"\n", width, height)
	color := ""
	for row, line := range lines {
		column := 0
		for i, part := range strings.Split(line, "\x1b[") {
			if i > 0 {
				color, part, _ = strings.Cut(part, "m")
			}
			for _, run := range runs(part) {
				b.WriteString(drawRun(run, color, column, row))
				column += utf8.RuneCountInString(run)
			}
		}
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// wrapped breaks lines that are wider than the terminal, as a terminal does.
func wrapped(text string) string {
	var b strings.Builder
	column, escape := 0, false
	for _, r := range text {
		switch {
		case r == '\x1b':
			escape = true
		case escape:
			escape = r != 'm'
		case r == '\n':
			column = 0
		default:
			if column == columns {
				b.WriteByte('\n')
				column = 0
			}
			column++
		}
		b.WriteRune(r)
	}
	return b.String()
}

// runs cuts a text where blocks, blanks and other characters meet.
func runs(text string) (list []string) {
	last := -1
	for _, r := range text {
		if k := strings.IndexRune("█▒░─ ", r); k != last || len(list) == 0 {
			list, last = append(list, ""), k
		}
		list[len(list)-1] += string(r)
	}
	return list
}

func drawRun(run, color string, column, row int) string {
	x, y := margin+float64(column)*charWidth, margin+float64(row)*charHeight
	width, fill := float64(utf8.RuneCountInString(run))*charWidth, colors[color]
	switch r, _ := utf8.DecodeRuneInString(run); r {
	case ' ':
		return ""
	case '█':
		return rect(x, y, width, charHeight, fill, 1)
	case '▒':
		return rect(x, y, width, charHeight, fill, .6)
	case '░':
		return rect(x, y, width, charHeight, fill, .8)
	case '─':
		return rect(x, y+charHeight/2, width, 1, fill, 1)
	}
	return fmt.Sprintf(`<text x="%.1f" y="%.1f" fill="%s" textLength="%.1f" lengthAdjust="spacingAndGlyphs">%s</text>`+"\n",
		x, y+charHeight*.72, fill, width, html.EscapeString(run))
}

func rect(x, y, width, height float64, fill string, opacity float64) string {
	return fmt.Sprintf(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s" opacity="%.1f"/>`+"\n", x, y, width, height, fill, opacity)
}
