package transcripttest

import (
	"slices"
	"strconv"
	"strings"
)

// LineDamage changes the rendered lines of a conversation, as damage does that
// knows no records. It returns the lines as they were if it does not apply.
type LineDamage struct {
	Name  string
	Apply func([]Line, Pick) []Line
	Loses bool // records are lost, or cannot be read
}

// LineDamages are the ways to break lines.
var LineDamages = []LineDamage{
	{"result record lost", func(l []Line, pick Pick) []Line { return dropLine(l, pick, Result) }, true},
	{"call record lost", func(l []Line, pick Pick) []Line { return dropLine(l, pick, Call) }, true},
	{"note record lost", func(l []Line, pick Pick) []Line { return dropLine(l, pick, Note) }, true},
	{"torn tail", tornTail, true},
	{"garbage line", garbage, true},
	{"torn and glued", tornGlued, true},
	{"glued", glued, false},
	{"NUL run", nulRun, false},
	{"NULs inside", nulInside, false},
	{"stray value", strayValue, false},
	{"lone surrogate", loneSurrogate, false},
	{"split record", splitRecord, false},
	{"record again", recordAgain, false},
}

// dropLine loses a record; in a linked format its children still name it.
func dropLine(lines []Line, pick Pick, k Kind) []Line {
	var at []int
	for i, l := range lines {
		if l.Kind == k {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return lines
	}
	i := at[pick(len(at))]
	return slices.Delete(slices.Clone(lines), i, i+1)
}

// inner picks a line that is not the first one, which may be a header; 0 if
// there is none.
func inner(lines []Line, pick Pick) int {
	if len(lines) < 2 {
		return 0
	}
	return 1 + pick(len(lines)-1)
}

// tornTail cuts the last record off.
func tornTail(lines []Line, pick Pick) []Line {
	if len(lines) < 2 || len(lines[len(lines)-1].Raw) < 2 {
		return lines
	}
	lines = slices.Clone(lines)
	last := &lines[len(lines)-1]
	*last = Line{Raw: last.Raw[:1+pick(len(last.Raw)-1)], Kind: Meta}
	return lines
}

func garbage(lines []Line, pick Pick) []Line {
	return slices.Insert(slices.Clone(lines), inner(lines, pick), Line{Kind: Meta, Raw: "<<<<<<< HEAD"})
}

// tornGlued puts the beginning of a record in front of the next one.
func tornGlued(lines []Line, pick Pick) []Line {
	lines = slices.Clone(lines)
	if i := inner(lines, pick); i > 0 {
		lines[i].Raw = `{"type":"pr-link","prNu` + lines[i].Raw
	}
	return lines
}

// glued leaves out the line break between two records.
func glued(lines []Line, pick Pick) []Line {
	i := inner(lines, pick)
	if i == 0 {
		return lines
	}
	lines = slices.Clone(lines)
	lines[i-1].Raw += lines[i].Raw
	lines[i-1].Refs = append(slices.Clone(lines[i-1].Refs), lines[i].Refs...)
	return slices.Delete(lines, i, i+1)
}

func nulRun(lines []Line, pick Pick) []Line {
	lines = slices.Clone(lines)
	if i := inner(lines, pick); i > 0 {
		lines[i].Raw = strings.Repeat("\x00", 1+pick(300)) + lines[i].Raw
	}
	return lines
}

// nulInside puts NUL bytes between two tokens of a record.
func nulInside(lines []Line, pick Pick) []Line {
	lines = slices.Clone(lines)
	l := &lines[inner(lines, pick)]
	at := []int{1, strings.Index(l.Raw, `":`) + 2, len(l.Raw) - 1}[pick(3)]
	l.Raw = l.Raw[:at] + "\x00\x00" + l.Raw[at:]
	return lines
}

func strayValue(lines []Line, pick Pick) []Line {
	value := []string{"null", "42", `"text"`, "[]"}[pick(4)]
	return slices.Insert(slices.Clone(lines), inner(lines, pick), Line{Kind: Meta, Raw: value})
}

// loneSurrogate puts half a pair behind a text.
func loneSurrogate(lines []Line, pick Pick) []Line {
	lines = slices.Clone(lines)
	l := &lines[pick(len(lines))]
	for _, text := range []string{"user text", "result of", "note", "final"} {
		if i := strings.Index(l.Raw, text); i >= 0 {
			end := i + strings.IndexByte(l.Raw[i:], '"')
			l.Raw = l.Raw[:end] + `\ud83d` + l.Raw[end:]
			return lines
		}
	}
	return lines
}

// splitRecord breaks a line inside a text.
func splitRecord(lines []Line, pick Pick) []Line {
	lines = slices.Clone(lines)
	l := &lines[pick(len(lines))]
	if l.Kind == User {
		l.Raw = strings.Replace(l.Raw, `user text `+strconv.Itoa(l.N)+`"`, `user text `+strconv.Itoa(l.N)+"\n"+`more"`, 1)
	}
	return lines
}

// recordAgain writes a record twice, with its id.
func recordAgain(lines []Line, pick Pick) []Line {
	i := pick(len(lines))
	if lines[i].Kind == User || lines[i].Kind == Note || lines[i].Kind == Final {
		return lines
	}
	return slices.Insert(slices.Clone(lines), i, lines[i])
}
