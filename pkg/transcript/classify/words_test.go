package classify

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

// The words alone know most texts of sets that they were not fitted to, and where they are sure
// enough to give a verdict they are right. The phrases of the rows stay out of the fit: some
// were taken from these sets.
func TestWordsOfOtherSets(t *testing.T) {
	sets := [][]string{{"fifteenth.jsonl", "fifteenth-b.jsonl"}, {"thirteenth.jsonl"}, {"fourteenth.jsonl", "fourteenth-b.jsonl"}}
	if testing.Short() {
		sets = sets[:1]
	}
	own, all := madeUp(t, invented), map[string][]told{}
	for _, name := range fitted(t) {
		all[name] = toldIn(t, name)
	}
	for _, out := range sets {
		texts := own
		for _, name := range slices.Sorted(maps.Keys(all)) { // the fit depends on the order
			if !hasKey(name, strings.Join(out, "|")) {
				texts = append(texts[:len(texts):len(texts)], all[name]...)
			}
		}
		w := fitWords(texts)
		fitted := func(feature string) (byClass, bool) {
			weights, ok := w[feature]
			return weights, ok
		}
		var right, sure share
		for _, name := range out {
			for _, l := range readFile(t, "testdata/collected/"+name) {
				class, chance := chancesOf(toldOf(l.text, l.label).features, fitted).best()
				right.count(rightClass(&l, class))
				if class != None && chance >= leastWorded {
					sure.count(rightClass(&l, class))
				}
			}
		}
		if float64(right.n) < 0.82*float64(right.of) || float64(sure.n) < 0.94*float64(sure.of) {
			t.Errorf("%s: right %v, where sure %v", out, right, sure)
		}
		t.Logf("%s: right %v, where sure %v", out, right, sure)
	}
}

func TestChances(t *testing.T) {
	even := byClass{}.chances(0)
	for i, c := range even {
		if math.Abs(c-1.0/classCount) > 1e-9 {
			t.Errorf("class %d of a text without features: %v", i, c)
		}
	}
	few, many := byClass{3: 2}.chances(4), byClass{3: 2}.chances(100)
	class, chance := few.best()
	if class != Classes()[3] || chance != few[3] || chance <= many[3] || many[3] <= even[3] {
		t.Errorf("%s %v; with more features %v", class, chance, many[3])
	}
	sum := 0.0
	for _, c := range few {
		sum += c
	}
	if math.Abs(sum-1) > 1e-9 || classCount != len(Classes()) {
		t.Errorf("chances of %v, %d classes", sum, classCount)
	}
}

// A weight is read as it is written, to half a step.
func TestWeightLetters(t *testing.T) {
	for _, w := range []float64{0, 0.19, -0.21, 1, -1.4, 5.2, -5.2} {
		if got := weightUnit * float64(letterWeight(weightLetter(w))); math.Abs(got-w) > weightUnit/2 {
			t.Errorf("%v is read as %v", w, got)
		}
	}
	if got := letterWeight(weightLetter(99)); got != mostWeight {
		t.Errorf("99 is read as %d steps", got)
	}
}

// The records of a log that tell of nothing wrong have no say.
func TestToldLeavesQuietRecordsOut(t *testing.T) {
	const quiet, failed = "2026-01-02 10:00:00 INFO worker: rate limits are fine\n", "2026-01-02 10:00:01 ERROR worker: boom\n"
	for text, want := range map[string]string{
		quiet + quiet + failed: "2026-01-02 10:00:01 error worker: boom", quiet: strings.TrimSpace(lower(quiet)), failed: strings.TrimSpace(lower(failed)),
	} {
		if got := newView(text, false).told().low; got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// A text has a feature for each word, pair, stem, concept and pair of concepts, for its status
// and its size, each once.
func TestTextFeatures(t *testing.T) {
	got := map[string]int{}
	for _, f := range newView("HTTP 429: too many requests, too many tokens", false).features() {
		got[f]++
	}
	for _, want := range []string{"w:too", "w:too many", "w:<status>", "stem:reque", "about:request", "about:request+toomany", "status:429", "words:3", "lines:0"} {
		if got[want] != 1 {
			t.Errorf("%q %d times: %v", want, got[want], got)
		}
	}
	if got["signs ,:0"] != 0 {
		t.Error("a comma is a sign")
	}
	if newView("We received 429 letters", false).statedStatus() != 0 {
		t.Error("429 letters are a status")
	}
}
