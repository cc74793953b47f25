package tokens

import (
	"slices"
	"strconv"
	"strings"
)

// feature is a reason for which a step costs something: a run that has reached some
// length, a letter, a mark, or a script. Each has a weight. The zero feature has none.
type feature uint16

// The first number of each kind of feature. Those of runs are below letters.
const (
	letters     feature = 1 << 10
	marks       feature = 2 << 10
	specials    feature = 3 << 10
	allFeatures         = 4 << 10
)

// The special features that are not scripts.
const (
	rule       = "rule"        // a mark that repeats the one before it
	spaceDigit = "space digit" // a number behind a single space
)

func runPart(p place) feature { return feature(p.in)<<6 | feature(p.before)<<4 | feature(p.n) }

func specialPart(name string) feature {
	for i, s := range specialNames {
		if s == name {
			return specials + feature(i)
		}
	}
	panic("tokens: no such feature: " + name)
}

var specialNames = append([]string{rule, spaceDigit, pictures, beyond}, scriptNames()...)

// String returns the name that the table of weights has for a feature.
func (p feature) String() string {
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

// featureNamed returns the feature of a name in the table of weights.
func featureNamed(name string) feature {
	kind, rest, _ := strings.Cut(name, " ")
	stands, length, run := strings.Cut(rest, " ")
	switch {
	case kind == "letter":
		return letters + feature(rest[0])
	case kind == "mark":
		return marks + feature(rest[0])
	case run:
		in, before := slices.Index(runNames[:], kind), slices.Index(beforeNames[:], stands)
		n, _ := strconv.Atoi(length) // the names are our own
		return feature(in)<<6 | feature(before)<<4 | feature(n)
	}
	return specialPart(name)
}

// Parts returns the weights that the estimate of a text is the sum of, by name,
// and how often each is added. It is what weights are fitted with, and slow.
func Parts(text []byte) map[string]int {
	count := map[feature]int{}
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
