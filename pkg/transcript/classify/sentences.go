package classify

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Translated clients show an error in a sentence of their own, in the language of their
// user, and it is often all that a log has of it. Each is known as a whole.

// sentencesTable has them, see its first lines.
//
//go:embed sentences.tsv
var sentencesTable string

// sentence is a line of the table.
type sentence struct {
	name         string // its language, its class and a number
	class        Class
	client, said string
}

// sentences returns the lines of the table.
var sentences = sync.OnceValue(func() []sentence {
	var all []sentence
	count := map[string]int{}
	for line := range strings.Lines(sentencesTable) {
		class, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		client, said, ok := strings.Cut(rest, "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		_, language, _ := strings.Cut(client, "/")
		name := "sentence-" + strings.ToLower(language) + "-" + strings.ReplaceAll(class, "_", "-")
		count[name]++
		all = append(all, sentence{name + "-" + strconv.Itoa(count[name]), Class(class), client, said})
	}
	return all
})

// plainSentences and otherSentences are the rows of the sentences that are ASCII, and of the
// others, which no text can hold that is.
var (
	plainSentences = sync.OnceValue(func() []rule { return sentenceRules(true) })
	otherSentences = sync.OnceValue(func() []rule { return sentenceRules(false) })
)

// otherSentences returns those that are not ASCII, if the text is not.
func (vw *view) otherSentences() []rule {
	if isASCII(vw.low) {
		return nil
	}
	return otherSentences()
}

func sentenceRules(ascii bool) []rule {
	var all []rule
	for _, s := range sentences() {
		if isASCII(s.said) == ascii {
			all = append(all, s.rule())
		}
	}
	return all
}

// nameMark stands in a sentence for a name, and anyName is what may stand in its place.
const (
	nameMark = "{}"
	anyName  = `[^"]{1,60}?`
)

// example returns the sentence with a name in it.
func (s *sentence) example() string { return strings.ReplaceAll(s.said, nameMark, "OpenAI") }

// rule makes a row that is ready. A name at an end is left open. Of what stands between names
// the longest part is the key: the table of the keys has none for sentences.
func (s *sentence) rule() rule {
	said := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(s.said, nameMark), nameMark))
	parts := strings.Split(asFlattened(said), nameMark)
	key := ""
	for i, part := range parts {
		if len(part) > len(key) {
			key = part
		}
		parts[i] = regexp.QuoteMeta(part)
	}
	pattern := strings.Join(parts, anyName)
	row := &Rule{Name: s.name, Class: s.class, Strength: Exact, Pattern: pattern, Source: s.client, Example: s.example()}
	return rule{Rule: row, keys: keysOf(key), re: lazy(pattern)}
}

// asFlattened writes a sentence as the texts are that are searched for it.
func asFlattened(said string) string { return lower(string(appendLine(nil, said, false))) }
