package classify

import (
	"math"
	"strings"
	"testing"
)

// The words alone know most texts of sets that they were not fitted to, and where they are sure
// enough to give a verdict they are right.
func TestWordsOfOtherSets(t *testing.T) {
	sets := [][]string{{"fifteenth.jsonl", "fifteenth-b.jsonl"}, {"thirteenth.jsonl"}, {"fourteenth.jsonl", "fourteenth-b.jsonl"}}
	if testing.Short() {
		sets = sets[:1]
	}
	own, all := toldByOurselves(t), map[string][]told{}
	for _, name := range fitted(t) {
		all[name] = toldIn(t, name)
	}
	for _, out := range sets {
		texts := own
		for name, set := range all {
			if !hasKey(name, strings.Join(out, "|")) {
				texts = append(texts[:len(texts):len(texts)], set...)
			}
		}
		w := fitWords(texts)
		var right, sure share
		for _, name := range out {
			for _, l := range readFile(t, "testdata/collected/"+name) {
				class, chance := chancesBy(w, toldOf(l.text, l.label).features).best()
				right.count(rightClass(&l, class))
				if class != None && chance >= leastWorded {
					sure.count(rightClass(&l, class))
				}
			}
		}
		if float64(right.n) < 0.85*float64(right.of) || float64(sure.n) < 0.92*float64(sure.of) {
			t.Errorf("%s: right %v, where sure %v", out, right, sure)
		}
		t.Logf("%s: right %v, where sure %v", out, right, sure)
	}
}

// chancesBy returns how likely each class is by weights that are not those of the table.
func chancesBy(w map[string]byClass, features []string) byClass {
	var sums byClass
	known := 0
	for _, f := range features {
		if weights, ok := w[f]; ok {
			known++
			for i := range sums {
				sums[i] += weights[i]
			}
		}
	}
	return sums.chances(known)
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

// What words may change: no sentence that is known as a whole, no status that says enough, no
// verdict of a text of two words, and nothing that the text denies.
func TestLeast(t *testing.T) {
	rule := func(s Strength, c Class) finding { return finding{rule: &Rule{Class: c, Strength: s}} }
	for _, c := range []struct {
		name  string
		f     finding
		class Class
		want  float64
	}{
		{"nothing", finding{}, RateLimit, leastWorded},
		{"nothing, to cut", finding{}, ContextOverflow, leastToCut},
		{"a rule", rule(Loose, Quota), RateLimit, leastContrary},
		{"a status", rule(Bare, ServerError), None, leastContrary},
		{"a rule, to be none", rule(Loose, Quota), None, never},
		{"a rule, to be what says less", rule(Loose, Quota), ServerError, never},
		{"a status, to be what says less", rule(Bare, ServerError), InvalidRequest, leastContrary},
		{"a rule that cuts", rule(Loose, WAFBlock), ContentFilter, never},
		{"a telling status", finding{rule: &Rule{Strength: Bare}, rank: byTelling}, RateLimit, never},
		{"denied", finding{denied: []Class{RateLimit}}, RateLimit, never},
		{"another is denied", finding{denied: []Class{RateLimit}}, Quota, leastWorded},
		{"another cut is denied", finding{denied: []Class{PayloadTooLarge}}, ContextOverflow, never},
	} {
		if got := c.f.least(c.class); got != c.want {
			t.Errorf("%s: %v for %v", c.name, got, c.want)
		}
	}
}

// What errors say in words of their own is known; what has their words and is none, is not.
func TestWorded(t *testing.T) {
	for text, want := range map[string]Class{
		"Zu viele Wörter stehen in diesem Gespräch, das Modell liest nur 8192 Token": ContextOverflow,
		"Request refused: your prepaid credit has been spent, please add funds":      Quota,
		"The stream broke off before the answer of the model was complete":           StreamCut,
		"tokens 62413": None, strings.Repeat("context exceeded ", 50): None, "413 EUR": None, "We received 429 letters about the bus": None,
		"The context window was not exceeded in this run":                             None,
		"Die Dokumentation beschreibt, wie das Modell lange Gespräche zusammenfasst.": None,
	} {
		if v := Classify(Input{Text: text}); v.Class != want {
			t.Errorf("%s by %s for %s: %s", v.Class, v.Rule, want, text)
		}
	}
	exact := Classify(Input{Text: "prompt is too long: 9 tokens > 8 maximum. Too many requests, rate limit, try again in 20 seconds"})
	if exact.Class != ContextOverflow {
		t.Errorf("words stand above an exact rule: %s by %s", exact.Class, exact.Rule)
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
	for _, want := range []string{"w:too", "w:too many", "w:<status>", "stem:reque", "about:request", "about:request+toomany", "status:429", "words:3", "lines:0", "signs ,:0"} {
		if want == "signs ,:0" {
			if got[want] != 0 {
				t.Error("a comma is a sign")
			}
		} else if got[want] != 1 {
			t.Errorf("%q %d times: %v", want, got[want], got)
		}
	}
	if newView("We received 429 letters", false).statedStatus() != 0 {
		t.Error("429 letters are a status")
	}
}

// Numbers come from the sentence that says most of what is wrong.
func TestSayingMost(t *testing.T) {
	vw := newView("Run 70000 of 90000 has started. Sorry, this chat no longer fits: the model reads 8192 tokens and it has 9000.\nWe stop at 77777 lines", false)
	at := vw.sayingMost(ContextOverflow)
	if got := vw.low[at.from:at.to]; !strings.HasPrefix(got, "sorry, this chat") || strings.Contains(got, "77777") {
		t.Errorf("%q", got)
	}
}

// That nothing is too much has the same words as that it is.
func TestDenying(t *testing.T) {
	for text, want := range map[string]bool{
		"the context window was not exceeded": true, "Das Limit ist nicht überschritten": true, "上下文没有超出限制": true, "トークン数は上限を超えていません": true,
		"The prompt must not exceed 4096 tokens": false, "the request could not be sent": false, "El modelo no admite tantos tokens": false, "输入超出上下文长度，无法处理": false,
	} {
		if got := denying.get().MatchString(lower(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
