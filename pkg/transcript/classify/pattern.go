package classify

import (
	"regexp"
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

// sentence is one of those of a pattern. Its expression is made when a text holds its words.
type sentence struct {
	text  string
	size  int      // how many letters of the sentence are its own: the more, the more it says
	words []string // of each of these, a|b|c, one stands in every text that the sentence fits

	once sync.Once
	re   *regexp.Regexp
}

const number = `\b\d{1,3}(?:[ ,.'_]\d{3})+\b|\b\d+(?:\.\d+)?[km]?`

// isSign tells what a pattern may have besides words.
var isSign = [256]bool{'(': true, ')': true, '{': true, '}': true, '|': true, '*': true, '~': true, '#': true, '^': true, '$': true, '\\': true}

// inExpression is what stands for them in a regular expression, in which more signs mean something.
var inExpression = sync.OnceValue(func() *strings.Replacer {
	pairs := []string{"(", "(?:", "*", ".{0,60}?", "~", "[^0-9]{0,60}?", "^", `^\W{0,4}`, "$", `\W{0,4}$`, "#", "(?:" + number + ")"}
	for _, c := range `(){}|*~#^$\.+?[]` {
		sign, itself := string(c), regexp.QuoteMeta(string(c))
		pairs = append(pairs, `\`+sign, itself)
		if !isSign[c] {
			pairs = append(pairs, sign, itself)
		}
	}
	for name, re := range numbered {
		pairs = append(pairs, "{"+name+"}", "(?:"+re+")")
	}
	return strings.NewReplacer(pairs...)
})

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

// newSentence reads what a sentence says in words of its own: outside of choices, and as the
// longest words of the branches of a choice.
func newSentence(text string) *sentence {
	s := &sentence{text: text}
	var choice []byte
	depth, longest := 0, ""
	eachRun(text, func(word string, sign byte) {
		switch {
		case depth == 0:
			if s.size += len(word); len(word) > 2 {
				s.words = append(s.words, word)
			}
		case depth == 1 && len(word) > len(longest):
			longest = word
		}
		switch {
		case sign == '(' && depth == 0:
			choice, longest = choice[:0], ""
		case sign == '|' && depth == 1:
			choice, longest = append(append(choice, longest...), '|'), ""
		case sign == ')' && depth == 1:
			s.words = append(s.words, string(append(choice, longest...)))
		}
		switch sign {
		case '(':
			depth++
		case ')':
			depth--
		}
	})
	return s
}

// eachRun calls f for the words between the signs of a sentence, and the sign behind them.
func eachRun(text string, f func(word string, sign byte)) {
	from := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if !isSign[c] {
			continue
		}
		f(text[from:i], c)
		from = i + 1
		switch c {
		case '{':
			i += strings.IndexByte(text[i:], '}')
			from = i + 1
		case '\\': // the sign itself is the sentence's own
			i++
		}
	}
	f(text[from:], 0)
}

// expression returns a sentence as a regular expression. A * at its beginning or end says
// only that the word beside it need not be a whole one.
func expression(s string) string {
	re := inExpression().Replace(strings.TrimLeft(s, "*"))
	if isWord(s[0]) {
		re = `\b` + re
	}
	if isWord(s[len(s)-1]) {
		re += `\b`
	}
	return re
}

func isWord(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' }

// find returns where a sentence stands in a text, n places at most.
func (s *sentence) find(t *text, n int) [][]int {
	for _, words := range s.words {
		if !t.mayHold(words) {
			return nil
		}
	}
	s.once.Do(func() { s.re = regexp.MustCompile("(?s)" + expression(s.text)) })
	return s.re.FindAllStringSubmatchIndex(t.masked, n)
}

// lazy returns an expression that is compiled when it is first asked for. One in a variable
// costs the start of a program nothing.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
