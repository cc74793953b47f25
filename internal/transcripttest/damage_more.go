package transcripttest

import (
	"slices"
	"strings"
)

// MoreDamages are ways to break pairs that only some stages are ready for.
var MoreDamages = []Damage{
	{"step replayed", replayStep},
	{"stand-in beside", standInBeside},
	{"two writers", twoWriters},
}

// replayStep writes a message with calls, its reasoning, text and results again
// directly behind it.
func replayStep(ev []Event, pick Pick) []Event {
	i := pickKind(ev, pick, Call)
	if i < 0 {
		return ev
	}
	j := i + 1
	for j < len(ev) && (ev[j].Kind == Result || ev[j].Kind == Meta) && ev[j].Side == ev[i].Side {
		j++
	}
	return insert(ev, j, ev[i:j]...)
}

// standInBeside puts a stand-in in front of a result, on a branch of its own
// where records are linked.
func standInBeside(ev []Event, pick Pick) []Event {
	i := pickKind(ev, pick, Result)
	if i < 1 || ev[i].Side != "" {
		return ev
	}
	before := i // the word that both hang on
	for before > 1 && (ev[before-1].Side != "" || ev[before-1].Kind == Meta) {
		before--
	}
	s := ev[i]
	s.Kind = Synthetic
	return insert(ev, i, s, Event{Kind: Fork, N: before})
}

// twoWriters lets a second writer go on from somewhere with what the first one
// writes, under other ids, both in turns.
func twoWriters(ev []Event, pick Pick) []Event {
	at := slices.IndexFunc(ev, func(e Event) bool { return e.names() || e.Kind == Compaction || e.Kind == Rollback || e.Side != "" })
	if at < 0 {
		at = len(ev)
	}
	var starts []int
	for i, e := range ev[:at] {
		if e.Kind == User {
			starts = append(starts, i)
		}
	}
	if len(starts) == 0 {
		return ev
	}
	from := starts[pick(len(starts))]
	out := slices.Clone(ev[:from])
	writers := [2][]Event{ev[from:at], others(ev[from:at])}
	last := [2]int{from, from} // the last words of both
	w := 0
	for len(writers[0])+len(writers[1]) > 0 {
		if len(writers[w]) == 0 {
			w = 1 - w
		}
		if len(out) != last[w] {
			out = append(out, Event{Kind: Fork, N: last[w]})
		}
		n := 1 + pick(len(writers[w]))
		out, writers[w] = append(out, writers[w][:n]...), writers[w][n:]
		last[w], w = len(out), 1-w
	}
	return out
}

// others are the same events of another writer.
func others(ev []Event) []Event {
	out := slices.Clone(ev)
	for i := range out {
		out[i].N += 100
		out[i].Refs = slices.Clone(out[i].Refs)
		for j := range out[i].Refs {
			out[i].Refs[j].ID += "w"
		}
	}
	return out
}

// MoreLineDamages are ways to break lines that only some stages are ready for.
var MoreLineDamages = []LineDamage{
	{"lost", lostLine, true},
	{"doubled", doubledLine, false},
	{"moved", movedLine, false},
	{"torn alone", tornAlone, true},
	{"torn, then whole", tornThenWhole, false},
	{"torn, glued to the next", tornOntoNext, true},
	{"torn, glued to its copy", tornOntoCopy, false},
	{"file twice", func(l []Line, _ Pick) []Line { return slices.Concat(l, l) }, false},
	{"tail twice", tailTwice, false},
	{"head cut", headCut, true},
	{"head cut inside a line", headCutInside, true},
	{"CRLF", crlf, false},
	{"key order", func(l []Line, _ Pick) []Line { return eachRaw(l, reordered) }, false},
	{"spacing", func(l []Line, _ Pick) []Line { return eachRaw(l, spaced) }, false},
	{"invalid escape", intoText(`\[`), false},
	{"control character", intoText("\x01"), false},
	{"bad UTF-8", intoText("\xff"), false},
}

// LineDamagesNamed returns those of MoreLineDamages that a test says its stage
// is ready for. It panics if there is none of a name.
func LineDamagesNamed(names ...string) []LineDamage {
	var list []LineDamage
	for _, name := range names {
		i := slices.IndexFunc(MoreLineDamages, func(d LineDamage) bool { return d.Name == name })
		if i < 0 {
			panic("transcripttest: no damage " + name)
		}
		list = append(list, MoreLineDamages[i])
	}
	return list
}

func lostLine(l []Line, pick Pick) []Line {
	i := pick(len(l))
	return slices.Delete(slices.Clone(l), i, i+1)
}

func doubledLine(l []Line, pick Pick) []Line {
	i := pick(len(l))
	return slices.Insert(slices.Clone(l), i, l[i])
}

func movedLine(l []Line, pick Pick) []Line {
	i := pick(len(l))
	rest := slices.Delete(slices.Clone(l), i, i+1)
	return slices.Insert(rest, pick(len(l)), l[i])
}

// torn is the beginning of a line.
func torn(l Line, pick Pick) Line {
	if len(l.Raw) < 2 {
		return l
	}
	return Line{Kind: Meta, Raw: l.Raw[:1+pick(len(l.Raw)-1)]}
}

func tornAlone(l []Line, pick Pick) []Line {
	l = slices.Clone(l)
	i := pick(len(l))
	l[i] = torn(l[i], pick)
	return l
}

func tornThenWhole(l []Line, pick Pick) []Line {
	i := pick(len(l))
	return slices.Insert(slices.Clone(l), i, torn(l[i], pick))
}

func tornOntoNext(l []Line, pick Pick) []Line {
	if len(l) < 2 {
		return l
	}
	i := pick(len(l) - 1)
	start := torn(l[i], pick).Raw
	l = slices.Delete(slices.Clone(l), i, i+1)
	l[i].Raw = start + l[i].Raw
	return l
}

func tornOntoCopy(l []Line, pick Pick) []Line {
	l = slices.Clone(l)
	i := pick(len(l))
	l[i].Raw = torn(l[i], pick).Raw + l[i].Raw
	return l
}

func tailTwice(l []Line, pick Pick) []Line { return slices.Concat(l, l[pick(len(l)):]) }

func headCut(l []Line, pick Pick) []Line { return l[pick(len(l)):] }

func headCutInside(l []Line, pick Pick) []Line {
	l = slices.Clone(l[pick(len(l)):])
	if n := len(l[0].Raw); n > 1 {
		l[0].Raw = l[0].Raw[1+pick(n-1):]
	}
	return l
}

func crlf(l []Line, _ Pick) []Line {
	return eachRaw(l, func(raw string) string { return raw + "\r" })
}

func eachRaw(l []Line, change func(string) string) []Line {
	l = slices.Clone(l)
	for i := range l {
		l[i].Raw = change(l[i].Raw)
	}
	return l
}

// intoText puts something behind a text.
func intoText(s string) func([]Line, Pick) []Line {
	return func(lines []Line, pick Pick) []Line {
		lines = slices.Clone(lines)
		l := &lines[pick(len(lines))]
		for _, text := range []string{"user text", "result of", "note", "final"} {
			if i := strings.Index(l.Raw, text); i >= 0 {
				end := i + strings.IndexByte(l.Raw[i:], '"')
				l.Raw = l.Raw[:end] + s + l.Raw[end:]
				break
			}
		}
		return lines
	}
}
