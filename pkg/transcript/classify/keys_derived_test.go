package classify

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// maxKeySet is how many strings a part of a pattern may stand for.
const maxKeySet = 32

// A deriver finds keys of so many bytes or more. Around the keys of a rule it is looked for in
// a long text, so that they have to be rare. Those of a veto or a cue only have to be missing
// in some text: to compile a pattern takes as long as to look for hundreds of signs.
type deriver struct{ shortest int }

var (
	ofRules = deriver{3}
	ofSigns = deriver{1}
)

// keysOf returns literals of which every match of a pattern holds at least one,
// nil if the pattern has none that are long enough. A line break is in none of them.
func (d deriver) keysOf(pattern string) []string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	l := d.literalsOf(re)
	keys := d.best(l)
	for i, key := range keys {
		keys[i] = longest(strings.Split(key, "\n"))
	}
	if !d.usable(keys) {
		return nil
	}
	return minimal(keys)
}

func longest(all []string) string {
	return slices.MaxFunc(all, func(a, b string) int { return len(a) - len(b) })
}

// literals describes the matches of a part of a pattern.
type literals struct {
	exact    []string // all strings that match, nil if they are too many
	required []string // every match contains one of these, nil if unknown
}

func (d deriver) best(l literals) []string {
	if d.weight(l.exact) > d.weight(l.required) {
		return l.exact
	}
	return l.required
}

func (d deriver) literalsOf(re *syntax.Regexp) literals {
	switch re.Op {
	case syntax.OpLiteral:
		return literals{exact: []string{string(re.Rune)}}
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return literals{exact: []string{""}}
	case syntax.OpCharClass:
		return literals{exact: fewChars(re.Rune)}
	case syntax.OpCapture:
		return d.literalsOf(re.Sub[0])
	case syntax.OpQuest:
		if sub := d.literalsOf(re.Sub[0]); sub.exact != nil && len(sub.exact) < maxKeySet {
			return literals{exact: append([]string{""}, sub.exact...)}
		}
	case syntax.OpPlus:
		return literals{required: d.best(d.literalsOf(re.Sub[0]))}
	case syntax.OpRepeat:
		if re.Min > 0 {
			return literals{required: d.best(d.literalsOf(re.Sub[0]))}
		}
	case syntax.OpConcat:
		return d.concatLiterals(re.Sub)
	case syntax.OpAlternate:
		return d.alternateLiterals(re.Sub)
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
func (d deriver) concatLiterals(parts []*syntax.Regexp) literals {
	var best []string
	consider := func(set []string) {
		if d.weight(set) > d.weight(best) {
			best = set
		}
	}
	run, whole := []string{""}, true
	for _, part := range parts {
		l := d.literalsOf(part)
		if l.exact != nil && len(run)*len(l.exact) <= maxKeySet {
			run = cross(run, l.exact)
			continue
		}
		consider(run)
		consider(d.best(l))
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
func (d deriver) alternateLiterals(parts []*syntax.Regexp) literals {
	var exact, required []string
	isExact := true
	for _, part := range parts {
		l := d.literalsOf(part)
		isExact = isExact && l.exact != nil
		exact = append(exact, l.exact...)
		keys := d.best(l)
		if !d.usable(keys) {
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
	if !d.usable(required) {
		return literals{}
	}
	return literals{required: minimal(required)}
}

// usable reports whether a set is known and its members are long enough.
func (d deriver) usable(set []string) bool { return d.weight(set) > 0 }

// weight says how well a set of keys rules out texts. What counts is the length of its
// shortest member, up to a length that is rare enough, and to a lesser degree the number
// of members. The weight of a useless set is 0.
func (d deriver) weight(set []string) int {
	if len(set) == 0 {
		return 0
	}
	shortest := len(set[0])
	for _, s := range set {
		shortest = min(shortest, len(s))
	}
	if shortest < d.shortest {
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
