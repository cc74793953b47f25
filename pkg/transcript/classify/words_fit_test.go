package classify

import (
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

const wordsFile = "words.tsv"

// told is a labelled text for the fit: its features, and which of Classes it is.
type told struct {
	features []string
	class    int
}

func toldOf(text string, class Class) told {
	text = clip(text)
	if body, isRecord := recordError(text); !isRecord || body != "" {
		text = body
	}
	return told{newView(text, false).told().features(), slices.Index(Classes(), class)}
}

// toldAlso returns a text and, of an error, the same in one of the things that programs put
// around errors, whose words say nothing about the class: at takes them in turn.
func toldAlso(text string, class Class, at int, around []func(string) string) []told {
	all := []told{toldOf(text, class)}
	if class != None && len(text) < 1000 {
		if wrapped := around[at%len(around)](text); wrapped != "" && len(wrapped) < 40<<10 {
			all = append(all, toldOf(wrapped, class))
		}
	}
	return all
}

// inOrder returns the values of a map in the order of its keys.
func inOrder(all ...map[string]func(string) string) (values []func(string) string) {
	for _, m := range all {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			values = append(values, m[name])
		}
	}
	return values
}

// toldIn returns the texts of a labelled file.
func toldIn(t *testing.T, name string) (all []told) {
	around := inOrder(wrappings())
	for i, l := range readFile(t, name) {
		all = append(all, toldAlso(l.text, l.label, i, around)...)
	}
	return all
}

// madeUp returns the texts of files that were made up.
func madeUp(t *testing.T, names ...string) (all []told) {
	around := inOrder(envelopes, wrappings())
	for _, name := range names {
		for _, p := range readParaphrases(t, name) {
			all = append(all, toldAlso(p.text, p.right[0], len(all), around)...)
		}
	}
	return all
}

// invented was written by writers who saw neither the rules nor the labelled texts.
const invented = "testdata/invented.tsv"

// toldByOurselves returns the texts that were made up, and the phrases of the rows.
func toldByOurselves(t *testing.T) []told {
	around := inOrder(envelopes, wrappings())
	all := madeUp(t, "testdata/paraphrases.tsv", "testdata/grammar.tsv", "testdata/local.tsv", invented)
	add := func(text string, class Class) { all = append(all, toldAlso(text, class, len(all), around)...) }
	raw, err := os.ReadFile("testdata/grammar_none.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		add(line, None)
	}
	for _, r := range slices.Concat(known(), plainSentences(), otherSentences(), vague()) {
		for range exampleWeight {
			add(r.Example, r.Class)
		}
		if phrase := phraseOf(r); phrase != "" && phrase != r.Example {
			add(phrase, r.Class)
		}
	}
	for _, v := range vetoes {
		add(v.Example, None)
	}
	return all
}

// How the words are fitted: rounds over all texts, how far a step goes, how much each weight
// shrinks in it, and how many texts must have a feature.
const (
	wordRounds  = 12
	wordStep    = 0.1
	wordShrink  = 1e-4
	wordsRarest = 14
	// How often the example of a row is among the texts, in other things around it each time.
	exampleWeight = 3
)

// fitWords returns the weights of the features of texts: multinomial logistic regression by
// stochastic gradient descent, with a step for each weight that becomes smaller the more it
// was moved (AdaGrad).
func fitWords(texts []told) map[string]byClass {
	features := make([][]string, len(texts))
	for i := range texts {
		features[i] = texts[i].features
	}
	names, rows := columns(features, wordsRarest)
	w, moved := make([]byClass, len(names)), make([]byClass, len(names))
	order := rand.New(rand.NewPCG(1, 2))
	for range wordRounds {
		for _, at := range order.Perm(len(texts)) {
			row := rows[at]
			var sums byClass
			for _, j := range row {
				for c := range sums {
					sums[c] += w[j][c]
				}
			}
			off := sums.chances(len(row))
			off[texts[at].class]--
			scale := sharpness / math.Sqrt(float64(max(1, len(row))))
			for _, j := range row {
				for c := range off {
					g := off[c]*scale + wordShrink*w[j][c]
					moved[j][c] += g * g
					w[j][c] -= wordStep * g / (math.Sqrt(moved[j][c]) + 1e-6)
				}
			}
		}
	}
	all := map[string]byClass{}
	for j, name := range names {
		all[name] = w[j]
	}
	return all
}

// spellWords writes weights as the table has them.
func spellWords(all map[string]byClass) string {
	var lines []string
	for name, weights := range all {
		line := []byte(name + "\t")
		for _, w := range weights {
			line = append(line, weightLetter(w))
		}
		if strings.Trim(string(line[len(name)+1:]), ".") != "" {
			lines = append(lines, string(line))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n"
}

// weightLetter spells a weight.
func weightLetter(w float64) byte {
	switch n := int(math.Round(w / weightUnit)); {
	case n > 0:
		return 'A' + byte(min(n, mostWeight)-1)
	case n < 0:
		return 'a' + byte(min(-n, mostWeight)-1)
	}
	return '.'
}

// allTold returns the texts that the words are fitted to.
func allTold(t *testing.T) []told {
	all := toldByOurselves(t)
	for _, name := range fitted(t) {
		all = append(all, toldIn(t, name)...)
	}
	return all
}

// The table has weights for every class, and no line twice. With -update it is fitted anew.
func TestWords(t *testing.T) {
	if *update {
		if err := os.WriteFile(wordsFile, []byte(spellWords(fitWords(allTold(t)))), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	lines := strings.Split(strings.TrimSuffix(wordsTable, "\n"), "\n")
	for _, line := range lines {
		feature, letters, _ := strings.Cut(line, "\t")
		if found, _ := lookUp(wordsTable, feature); found != letters {
			t.Errorf("%q stands twice, or not where it is looked for", feature)
		}
		if len(letters) != len(Classes()) || strings.Trim(letters, ".") == "" {
			t.Errorf("%q has the weights %q", feature, letters)
		}
	}
}
