package tokens

import (
	"slices"
	"strconv"
	"strings"
)

// part is a reason for which a step costs something: a run that has reached some
// length, a letter, a mark, or a script. Each has a weight. The zero part has none.
type part uint16

// The first number of each kind of part. Those of runs are below letters.
const (
	letters  part = 1 << 10
	marks    part = 2 << 10
	specials part = 3 << 10
	allParts      = 4 << 10
)

// The special parts that are not scripts.
const (
	rule       = "rule"        // a mark that repeats the one before it
	spaceDigit = "space digit" // a number behind a single space
)

func runPart(p place) part { return part(p.in)<<6 | part(p.before)<<4 | part(p.n) }

func specialPart(name string) part {
	for i, s := range specialNames {
		if s == name {
			return specials + part(i)
		}
	}
	panic("tokens: no such part: " + name)
}

var specialNames = append([]string{rule, spaceDigit, pictures, beyond}, scriptNames()...)

// String returns the name that the table of weights has for a part.
func (p part) String() string {
	switch {
	case p == 0:
		return ""
	case p >= specials:
		return specialNames[p-specials]
	case p >= marks:
		return "mark " + string(rune(p-marks))
	case p >= letters:
		return "letter " + string(rune(p-letters))
	}
	return runNames[p>>6] + " " + beforeNames[p>>4&3] + " " + strconv.Itoa(int(p&15))
}

var (
	runNames = [...]string{
		lower: "lower", title: "title", upper: "upper", digit: "digit", space: "space", indent: "indent",
		tab: "tab", line: "line", mark: "marks", other: "control",
	}
	beforeNames = [...]string{fresh: "fresh", glued: "glued", marked: "marked"}
)

// partNamed returns the part of a name in the table of weights.
func partNamed(name string) part {
	kind, rest, _ := strings.Cut(name, " ")
	stands, length, run := strings.Cut(rest, " ")
	switch {
	case kind == "letter":
		return letters + part(rest[0])
	case kind == "mark":
		return marks + part(rest[0])
	case run:
		in, before := slices.Index(runNames[:], kind), slices.Index(beforeNames[:], stands)
		n, _ := strconv.Atoi(length) // the names are our own
		return part(in)<<6 | part(before)<<4 | part(n)
	}
	return specialPart(name)
}

// Parts returns the weights that the estimate of a text is the sum of, by name,
// and how often each is added. It is what weights are fitted with, and slow.
func Parts(text []byte) map[string]int {
	count := map[part]int{}
	at := place{}
	for _, b := range text {
		s := at.over(b, false)
		for _, p := range s.costs {
			count[p]++
		}
		at = s.to
	}
	delete(count, 0)
	names := make(map[string]int, len(count))
	for p, n := range count {
		names[p.String()] = n
	}
	return names
}
