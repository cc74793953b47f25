package classify

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A pattern is a sentence as a server sends it, in lower case, with single spaces:
//
//	(a|b)    one of several words; (a|) may be missing
//	*        up to 60 characters, whatever they are
//	~        up to 60 characters, none of which is a digit
//	#        a number
//	{limit}  a number of tokens that is the limit; {actual} was sent, of which {reserved} are
//	         for the answer; {part} and {reserved} were sent; {bytes} is the limit of a body;
//	         a sentence names each once
//	^ and $  the beginning and the end of the text
//	a || b   either sentence
//	\(       the sign itself
//
// A word of a pattern is a whole word of the text, unless a * stands beside it. Both kinds
// of quotation marks are the same.
type pattern struct {
	sentences []*sentence
}

// sentence is one of those of a pattern. What it takes to look for it is made when a text
// holds its longest word.
type sentence struct {
	text    string
	longest string // of its words outside of a choice; "" if it has none
	size    int    // how many letters of the sentence are its own: the more, the more it says
	literal bool   // it has no signs

	read     sync.Once
	keys     [][]string // of each of these lists one stands in every text that the sentence fits
	compiled sync.Once
	re       *regexp.Regexp
}

const number = `\b\d{1,3}(?:[ ,.'_]\d{3})+\b|\b\d+(?:\.\d+)?[km]?`

// signs are what a pattern may have besides words, as a regular expression has them.
var signs = map[byte]string{'(': "(?:", ')': ")", '|': "|", '*': ".{0,60}?", '~': `[^0-9]{0,60}?`, '^': `^\W{0,4}`, '$': `\W{0,4}$`, '#': "(?:" + number + ")"}

// numbered are the numbers that a pattern may name, and abbreviations.
var numbered = map[string]string{
	"limit": "(?P<limit>" + number + ")", "actual": "(?P<actual>" + number + ")", "part": "(?P<part>" + number + ")",
	"reserved": "(?P<reserved>" + number + ")", "over": "(?P<over>" + number + ")", "bytes": `(?P<bytes>\b\d[\d,._]*) ?(?P<unit>[kmg]i?b|bytes?|b|)`,
	"max_tokens": `max_?(?:completion_?|output_?|new_?)?tokens(?:_to_sample)?`,
}

// newPattern reads a pattern, which is written as texts are compared: in lower case, with
// simple quotes and simplified characters, and without hyphens that part words.
func newPattern(s string) pattern {
	var p pattern
	for text := range strings.SplitSeq(s, " || ") {
		p.sentences = append(p.sentences, newSentence(text))
	}
	return p
}

func newSentence(text string) *sentence {
	s := &sentence{text: text, literal: true}
	depth, run := 0, 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && !isSign(text[i]) {
			continue
		}
		if depth == 0 {
			s.size += i - run
			if i-run > len(s.longest) {
				s.longest = text[run:i]
			}
		}
		if i == len(text) {
			return s
		}
		s.literal = false
		run = i + 1
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		case '{':
			i += strings.IndexByte(text[i:], '}')
			run = i + 1
		case '\\': // the sign itself is the sentence's own
			i++
		}
	}
	return s
}

// reader reads what a sentence says in words of its own.
type reader struct {
	text string
	at   int
	all  [][]string
}

// keys returns words of which one stands in every text that what follows fits, up to the
// end of a choice's branch; nil if there are no such words. Those outside of a choice are all
// kept: every one has to stand there.
func (r *reader) keys(depth int) (best []string) {
	run := r.at
	take := func(words ...string) {
		if shortest(words) > shortest(best) {
			best = words
		}
		if depth == 0 && shortest(words) > 0 {
			r.all = append(r.all, words)
		}
	}
	for ; r.at <= len(r.text); r.at++ {
		if r.at < len(r.text) && !isSign(r.text[r.at]) {
			continue
		}
		take(r.text[run:r.at])
		if r.at == len(r.text) || r.text[r.at] == ')' || r.text[r.at] == '|' {
			break
		}
		switch r.text[r.at] {
		case '(':
			take(r.choice(depth)...)
		case '{':
			r.at += strings.IndexByte(r.text[r.at:], '}')
		case '\\':
			r.at++
			run = r.at // the sign itself is the sentence's own
			continue
		}
		run = r.at + 1
	}
	return best
}

// choice returns the keys of all branches of a choice, nil if a branch has none.
func (r *reader) choice(depth int) (all []string) {
	none := false
	for r.at < len(r.text) && r.text[r.at] != ')' {
		r.at++
		branch := r.keys(depth + 1)
		none = none || len(branch) == 0
		all = append(all, branch...)
	}
	if none {
		return nil
	}
	return all
}

// shortest returns the length of the shortest word, 0 if there is none.
func shortest(words []string) int {
	if len(words) == 0 {
		return 0
	}
	return len(slices.MinFunc(words, func(a, b string) int { return len(a) - len(b) }))
}

func isSign(c byte) bool {
	switch c {
	case '(', ')', '{', '}', '|', '*', '~', '#', '^', '$', '\\':
		return true
	}
	return false
}

// expression returns a sentence as a regular expression. A * at its beginning or end says
// only that the word beside it need not be a whole one.
func expression(s string) string {
	var b strings.Builder
	if isWord(s[0]) {
		b.WriteString(`\b`)
	}
	wholeEnd := isWord(s[len(s)-1])
	s = strings.Trim(s, "*")
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteString(regexp.QuoteMeta(s[i : i+1]))
		case c == '{':
			name, _, _ := strings.Cut(s[i+1:], "}")
			b.WriteString("(?:" + numbered[name] + ")")
			i += len(name) + 1
		case signs[c] != "":
			b.WriteString(signs[c])
		default:
			b.WriteString(regexp.QuoteMeta(s[i : i+1]))
		}
	}
	if wholeEnd {
		b.WriteString(`\b`)
	}
	return b.String()
}

// findWord returns where words stand in a text as whole ones, nil if they do not.
func findWord(text, words string) []int {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return nil
		}
		at, end := from+i, from+i+len(words)
		if (at == 0 || !isWord(text[at-1]) || !isWord(words[0])) && (end == len(text) || !isWord(text[end]) || !isWord(text[end-1])) {
			return []int{at, end}
		}
		from = at + 1
	}
}

func isWord(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' }

// find returns where a sentence stands in a text, nil if it does not.
func (s *sentence) find(t *text) []int {
	if !s.mayStandIn(t) {
		return nil
	}
	if s.literal {
		return findWord(t.masked, s.text)
	}
	return s.expression().FindStringSubmatchIndex(t.masked)
}

// findAll returns the first n places at which a sentence with signs stands in a text.
func (s *sentence) findAll(t *text, n int) [][]int {
	if !s.mayStandIn(t) {
		return nil
	}
	return s.expression().FindAllStringSubmatchIndex(t.masked, n)
}

// mayStandIn reports whether a text holds what every text that the sentence fits holds.
func (s *sentence) mayStandIn(t *text) bool {
	if !t.mayHold(s.longest) {
		return false
	}
	s.read.Do(func() {
		r := reader{text: s.text}
		r.keys(0)
		s.keys = r.all
	})
	for _, words := range s.keys {
		if !slices.ContainsFunc(words, t.mayHold) {
			return false
		}
	}
	return true
}

// expression returns a sentence as a regular expression.
func (s *sentence) expression() *regexp.Regexp {
	s.compiled.Do(func() { s.re = regexp.MustCompile("(?s)" + expression(s.text)) })
	return s.re
}

// lazyRegexp is a pattern that is compiled when it is first asked for. One in a variable
// costs the start of a program nothing.
type lazyRegexp struct {
	pattern  string
	once     sync.Once
	compiled *regexp.Regexp
}

func lazy(pattern string) *lazyRegexp { return &lazyRegexp{pattern: pattern} }

func (l *lazyRegexp) get() *regexp.Regexp {
	l.once.Do(func() { l.compiled = regexp.MustCompile(l.pattern) })
	return l.compiled
}
