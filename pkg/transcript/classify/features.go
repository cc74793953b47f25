package classify

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A feature is a short text that says one thing about a match and what stands around it:
// "before:we saw" (the words stand in its sentence, in front of it), "line1:error" (its line
// begins with the word), "upper:3" (a part of the letters of its passage). weights.tsv has what
// each of them says for or against an error at hand.

// How far from a match features are looked for, in bytes.
const (
	featurePassage = 400
	featureLine    = 120
)

// describer makes the features of one match, and passes each to emit. A feature is only valid
// until the next one is made; some come more than once.
type describer struct {
	key  []byte
	emit func(feature []byte)
}

// describe makes the features of a match.
func (vw *view) describe(p place, emit func(feature []byte)) {
	d := &describer{emit: emit}
	said := vw.saidAround(p)
	before, after := tokensOf(said.before), tokensOf(said.after)
	passage := span{min(p.from, max(p.unit.from, p.from-featurePassage)), max(p.to, min(p.unit.to, p.to+featurePassage))}

	d.words("before:", before)
	d.words("after:", after)
	d.words("near:", tokensOf(vw.low[passage.from:passage.to]))
	d.line(tokensOf(head(vw.lines[p.first], featureLine)))
	d.size("words-before:", len(before), 1, 2, 4, 8, 16)
	d.size("words-after:", len(after), 1, 2, 4, 8, 16)
	d.size("covered:", 10*(p.to-p.from)/max(1, len(said.before)+len(said.match)+len(said.after)), 1, 2, 4, 6, 8, 10)
	d.size("passage:", passage.to-passage.from, 40, 80, 120, 200, 300, 500)
	d.letters(vw.text[passage.from:passage.to])
	d.signs(vw.near(p, 1, 1))
}

// words makes a feature of each word and of each pair of words that follow one another.
func (d *describer) words(where string, words []string) {
	for i, w := range words {
		d.say(where, w)
		if i > 0 {
			d.say(where, words[i-1], " ", w)
		}
	}
}

// line makes features of how a line begins.
func (d *describer) line(words []string) {
	for i := range min(4, len(words)) {
		d.say("line", strconv.Itoa(i+1), ":", words[i])
	}
	if len(words) > 1 {
		d.say("line1:", words[0], " ", words[1])
	}
}

// letters makes features of how many of a passage's characters are of which kind.
func (d *describer) letters(s string) {
	var upper, lower, digits, spaces int
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= 'a' && c <= 'z' || c >= utf8.RuneSelf:
			lower++
		case c >= '0' && c <= '9':
			digits++
		case c == ' ':
			spaces++
		}
	}
	n := max(1, len(s))
	for _, part := range []struct {
		name string
		n    int
	}{{"upper:", upper}, {"lower:", lower}, {"digits:", digits}, {"spaces:", spaces}, {"other:", len(s) - upper - lower - digits - spaces}} {
		d.size(part.name, 100*part.n/n, 1, 3, 6, 10, 15, 25, 50, 70, 80)
	}
	if s = strings.TrimSpace(s); s != "" {
		d.say("begins:", kindOf(s))
		_, last := utf8.DecodeLastRuneInString(s)
		d.say("ends:", kindOf(s[len(s)-last:]))
	}
}

// kindOf returns what kind of a letter a text begins with, or the sign.
func kindOf(s string) string {
	switch c := s[0]; {
	case c >= 'A' && c <= 'Z':
		return "upper"
	case c >= 'a' && c <= 'z':
		return "lower"
	case c >= '0' && c <= '9':
		return "digit"
	}
	return s[:tokenLen(s)]
}

// signs makes features of how often a sign stands in the lines around a match.
func (d *describer) signs(lines string) {
	for _, sign := range []string{"`", "**", "?", "{", `"`, "://", "#", "|", "→", "—", "...", "=", ";", "(", "'", "…", "·", "//", "<", "[", "!"} {
		if n := strings.Count(lines, sign); n > 0 {
			d.size("signs "+sign+":", n, 2, 4, 10)
		}
	}
}

// size makes a feature of which of some steps a number has reached.
func (d *describer) size(what string, n int, steps ...int) {
	d.say(what, strconv.Itoa(byCount(n, steps...)))
}

// say makes a feature of its parts.
func (d *describer) say(parts ...string) {
	d.key = d.key[:0]
	for _, p := range parts {
		d.key = append(d.key, p...)
	}
	d.emit(d.key)
}

// digitTokens stand for numbers: how many digits they have says more than which they are.
var digitTokens = [...]string{"", "<1>", "<2>", "<3>", "<4>", "<5>", "<6>"}

// tokensOf cuts a text in lower case into words, numbers and signs. Each Chinese, Japanese or
// Korean character is a word.
func tokensOf(s string) []string {
	all := make([]string, 0, len(s)/4+1)
	for i := 0; i < len(s); {
		n := tokenLen(s[i:])
		switch w := s[i : i+n]; {
		case w[0] == ' ' || w[0] == '\n' || w[0] == '\t':
		case w[0] < '0' || w[0] > '9':
			all = append(all, w)
		case n == 3 && (w[0] == '4' || w[0] == '5'):
			all = append(all, "<status>")
		default:
			all = append(all, digitTokens[min(n, len(digitTokens)-1)])
		}
		i += n
	}
	return all
}

// tokenLen returns how long the token is that a text begins with.
func tokenLen(s string) int {
	kind := func(c byte) byte {
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			return 'a'
		case c >= '0' && c <= '9':
			return '0'
		}
		return 0
	}
	k, n := kind(s[0]), 1
	if k == 0 {
		_, n = utf8.DecodeRuneInString(s)
		return n
	}
	for n < len(s) && (kind(s[n]) == k || k == 'a' && s[n] == '\'' && n+1 < len(s) && kind(s[n+1]) == k) {
		n++
	}
	return n
}
