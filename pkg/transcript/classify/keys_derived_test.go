package classify

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// Bounds of the derivation: how many strings a part of a pattern may stand for, and how
// short a key may be, in bytes.
const (
	maxKeySet = 32
	minKeyLen = 3
)

// keysOf returns literals of which every match of a pattern holds at least one,
// nil if the pattern has none that are long enough.
func keysOf(pattern string) []string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	p := literalsOf(re)
	keys := p.best()
	if !usable(keys) {
		return nil
	}
	return minimal(keys)
}

// literals describes the matches of a part of a pattern.
type literals struct {
	exact    []string // all strings that match, nil if they are too many
	required []string // every match contains one of these, nil if unknown
}

func (l literals) best() []string {
	if weight(l.exact) > weight(l.required) {
		return l.exact
	}
	return l.required
}

func literalsOf(re *syntax.Regexp) literals {
	switch re.Op {
	case syntax.OpLiteral:
		return literals{exact: []string{string(re.Rune)}}
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return literals{exact: []string{""}}
	case syntax.OpCharClass:
		return literals{exact: fewChars(re.Rune)}
	case syntax.OpCapture:
		return literalsOf(re.Sub[0])
	case syntax.OpQuest:
		if sub := literalsOf(re.Sub[0]); sub.exact != nil && len(sub.exact) < maxKeySet {
			return literals{exact: append([]string{""}, sub.exact...)}
		}
	case syntax.OpPlus:
		return literals{required: literalsOf(re.Sub[0]).best()}
	case syntax.OpRepeat:
		if re.Min > 0 {
			return literals{required: literalsOf(re.Sub[0]).best()}
		}
	case syntax.OpConcat:
		return concatLiterals(re.Sub)
	case syntax.OpAlternate:
		return alternateLiterals(re.Sub)
	}
	return literals{}
}

// fewChars lists the members of a small class of characters.
func fewChars(ranges []rune) []string {
	var all []string
	for i := 0; i < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if len(all) == 6 {
				return nil
			}
			all = append(all, string(r))
		}
	}
	return all
}

// concatLiterals joins the strings that the parts of a concatenation stand for, as long
// as they stay few. When they become too many it begins a new piece; the best of all
// pieces gives the required strings.
func concatLiterals(parts []*syntax.Regexp) literals {
	var best []string
	consider := func(set []string) {
		if weight(set) > weight(best) {
			best = set
		}
	}
	run, whole := []string{""}, true
	for _, part := range parts {
		l := literalsOf(part)
		if l.exact != nil && len(run)*len(l.exact) <= maxKeySet {
			run = cross(run, l.exact)
			continue
		}
		consider(run)
		consider(l.best())
		run, whole = []string{""}, false
		if l.exact != nil {
			run = l.exact
		}
	}
	if whole {
		return literals{exact: run}
	}
	consider(run)
	return literals{required: best}
}

func cross(left, right []string) []string {
	all := make([]string, 0, len(left)*len(right))
	for _, l := range left {
		for _, r := range right {
			all = append(all, l+r)
		}
	}
	return all
}

// alternateLiterals unites the strings that the alternatives stand for. If those of one
// alternative are unknown, so is the result.
func alternateLiterals(parts []*syntax.Regexp) literals {
	var exact, required []string
	isExact := true
	for _, part := range parts {
		l := literalsOf(part)
		isExact = isExact && l.exact != nil
		exact = append(exact, l.exact...)
		keys := l.best()
		if !usable(keys) {
			if !isExact {
				return literals{}
			}
			keys = nil
		}
		required = append(required, keys...)
		if keys == nil {
			required = append(required, "")
		}
	}
	if isExact && len(exact) <= maxKeySet {
		return literals{exact: exact}
	}
	if !usable(required) {
		return literals{}
	}
	return literals{required: minimal(required)}
}

// usable reports whether a set is known and its members are long enough.
func usable(set []string) bool { return weight(set) > 0 }

// weight says how well a set of keys rules out texts. What counts is the length of its
// shortest member, up to a length that is rare enough, and to a lesser degree the number
// of members. The weight of a useless set is 0.
func weight(set []string) int {
	if len(set) == 0 {
		return 0
	}
	shortest := len(set[0])
	for _, s := range set {
		shortest = min(shortest, len(s))
	}
	if shortest < minKeyLen {
		return 0
	}
	return max(1, 100*min(shortest, 12)-len(set))
}

// minimal sorts a set and drops the members that hold another one.
func minimal(set []string) []string {
	set = slices.Clone(set)
	slices.SortFunc(set, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	var keep []string
	for _, s := range set {
		if !slices.ContainsFunc(keep, func(k string) bool { return strings.Contains(s, k) }) {
			keep = append(keep, s)
		}
	}
	return keep
}
