package classify

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// sampleTexts returns texts that a row's pattern matches. Those of a counted row have
// numbers that say that more was asked for than there is.
func sampleTexts(r rule) []string {
	all := samplesOf(expand(strings.NewReplacer("{A}", " 140000", "{L}", " 131072").Replace(r.Pattern)))
	if r.Strength == Counted {
		for i := range all {
			all[i] += " tokens" // what is counted stands in the sentence, wherever
		}
	}
	return all
}

// samplesOf returns texts that a pattern matches: between them they take every
// branch of every alternation. What may be left out is left out, so that a text
// holds no words but those of its branch.
func samplesOf(pattern string) []string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic(err)
	}
	all, whole := sampler{}.samples(re), regexp.MustCompile(pattern)
	if !slices.ContainsFunc(all, whole.MatchString) {
		all = append(all, sampler{full: true}.samples(re)...) // words grew together
	}
	return all
}

// sampler makes the texts; a full one takes what may be left out.
type sampler struct{ full bool }

func (s sampler) samples(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}
	case syntax.OpCharClass:
		return []string{pick(re.Rune)}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return []string{" "}
	case syntax.OpCapture, syntax.OpPlus:
		return s.samples(re.Sub[0])
	case syntax.OpStar:
		return []string{s.filler(re.Sub[0])}
	case syntax.OpQuest:
		if s.full {
			return s.samples(re.Sub[0])
		}
		return append([]string{""}, s.branches(re.Sub[0])...)
	case syntax.OpRepeat:
		return s.repeated(re)
	case syntax.OpConcat:
		return s.concatSamples(re.Sub)
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			all = append(all, s.samples(sub)...)
		}
		return all
	}
	return []string{""}
}

// branches returns the samples of what may be left out, if it is an alternation.
func (s sampler) branches(re *syntax.Regexp) []string {
	if all := s.samples(re); len(all) > 1 {
		return all
	}
	return nil
}

// repeated takes as few as may be. Where anything may stand between two words,
// that is a space.
func (s sampler) repeated(re *syntax.Regexp) []string {
	if re.Min == 0 {
		return []string{s.filler(re.Sub[0])}
	}
	all := s.samples(re.Sub[0])
	for i := range all {
		all[i] = strings.Repeat(all[i], re.Min)
	}
	return all
}

// filler is what stands where anything may: a space, if it may be one.
func (s sampler) filler(re *syntax.Regexp) string {
	if one := regexp.MustCompile("^(?:" + re.String() + ")$"); one.MatchString(" ") && one.MatchString("x") {
		return " "
	}
	return ""
}

func (s sampler) concatSamples(parts []*syntax.Regexp) []string {
	base := make([]string, len(parts))
	rest := make([][]string, len(parts))
	for i, part := range parts {
		all := s.samples(part)
		base[i], rest[i] = all[0], all[1:]
	}
	all := []string{strings.Join(base, "")}
	for i := range parts {
		for _, other := range rest[i] {
			first := base[i]
			base[i] = other
			all = append(all, strings.Join(base, ""))
			base[i] = first
		}
	}
	return all
}

// pick returns a character of a class: a letter if it has one.
func pick(ranges []rune) string {
	for _, r := range []rune{'x', 'a', ' ', '8', '\'', '"', '-', '_', ':', '.'} {
		if has(ranges, r) {
			return string(r)
		}
	}
	return string(ranges[0])
}

func has(ranges []rune, r rune) bool {
	for i := 0; i < len(ranges); i += 2 {
		if ranges[i] <= r && r <= ranges[i+1] {
			return true
		}
	}
	return false
}
