package tokens

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// checkEach compares what several texts are estimated at together with what each is alone.
func checkEach(t interface{ Fatalf(string, ...any) }, texts [][]byte) {
	for _, m := range []Model{Calibrated, Chars4} {
		for name, c := range map[string]struct {
			each func([][]byte, func(i, tokens int))
			one  func([]byte) int
		}{"texts": {m.Each, m.Text}, "JSON": {m.EachJSON, m.JSON}} {
			got := make([]int, len(texts))
			c.each(texts, func(i, tokens int) { got[i] += tokens })
			for i, text := range texts {
				if want := c.one(text); got[i] != want {
					t.Fatalf("%s, model %d, text %d of %d: %d tokens, want %d: %.200q", name, m, i, len(texts), got[i], want, text)
				}
			}
		}
	}
}

// Several texts are estimated together as each is alone, however many there are, however
// long each, and whatever is in them.
func TestEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var texts [][]byte
		for range rapid.IntRange(0, 12).Draw(t, "texts") {
			s := strings.Repeat(text(t, 12), rapid.SampledFrom([]int{1, 1, 1, 2, 9, 60}).Draw(t, "times"))
			texts = append(texts, []byte(rapid.SampledFrom([]string{s, goSpelling(s), pythonSpelling(s)}).Draw(t, "spelled")))
		}
		checkEach(t, texts)
	})
}

// Bytes of any kind are estimated together as alone.
func TestEachOfAnyBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		texts := make([][]byte, r.IntN(9))
		for i := range texts {
			texts[i] = make([]byte, r.IntN(4)*r.IntN(200))
			for k := range texts[i] {
				texts[i][k] = byte(r.IntN(256))
			}
		}
		checkEach(t, texts)
	}
}

// All samples together cost what each costs.
func TestEachOfTheReferences(t *testing.T) {
	var texts [][]byte
	for _, r := range references(t) {
		texts = append(texts, []byte(r.Text), []byte(goSpelling(r.Text)))
	}
	checkEach(t, texts)
}

// Long texts of what costs most are not mixed up: two sums share a word.
func TestEachOfDearTexts(t *testing.T) {
	for _, dear := range []string{"~ ", "v", "~a", "symbols\u2600"} {
		var texts [][]byte
		for n := range 6 {
			texts = append(texts, []byte(strings.Repeat(dear, 100_000+n*7_000)))
		}
		checkEach(t, texts)
	}
}

// Before there is a table, the same texts cost the same.
func TestEachWithoutATable(t *testing.T) {
	texts := [][]byte{[]byte("some words"), nil, []byte(" "), []byte(`a\nb`), []byte(strings.Repeat("word ", 90))}
	for _, json := range []bool{false, true} {
		without, with := fmt.Sprint(estimatesOf(&spelling{json: json}, texts)), &spelling{json: json}
		if with.tabled(); fmt.Sprint(estimatesOf(with, texts)) != without {
			t.Errorf("JSON %v: %v with a table, %s without", json, estimatesOf(with, texts), without)
		}
	}
}

func estimatesOf(s *spelling, texts [][]byte) []int {
	list := make([]int, len(texts))
	s.each(texts, func(i, tokens int) { list[i] = tokens })
	return list
}

// A character or an escape that is broken off does not swallow what stands behind it, in
// whatever way it is estimated.
func TestBrokenOff(t *testing.T) {
	words := strings.Repeat("words that stand behind it ", 20)
	least := Calibrated.JSON([]byte(words))
	for _, broken := range []string{"\xe9", "\xf0\x9f", "\xe2\x82", "\xc3", `\x`, `\u00`, `\u`, `\ud83d`, "\\\xe9"} {
		raw := []byte(broken + " " + words)
		if got := Calibrated.JSON(raw); got < least || got > least+6 {
			t.Errorf("%q: %d tokens, want at least %d", broken, got, least)
		}
		stepwise, table := tokensOf(spelled.stepwise(raw)), tokensOf(walk(spelled.tabled(), raw, 0))
		if long := tokensOf(walkLong(spelled.tabled(), raw, 0)); stepwise != table || long != table {
			t.Errorf("%q: %d tokens in steps, %d in the table, %d in lanes", broken, stepwise, table, long)
		}
	}
}
