package classify

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestWrappings(t *testing.T) {
	all := labelledTexts(t)
	wrappings, total := wrappings(), share{}
	for i, name := range slices.Sorted(maps.Keys(wrappings)) {
		wrap := wrappings[name]
		var one share
		var lost []string
		for j, l := range all {
			if (i+j)%3 != 0 || testing.Short() && (i+j)%24 != 0 || name == "long log tail" && (testing.Short() || j%5 != 0) {
				continue
			}
			wrapped := wrap(l.text)
			if wrapped == "" {
				continue
			}
			v := Classify(Input{Text: wrapped, HistoryChars: l.history})
			ok := rightClass(&l, v.Class)
			one.count(ok)
			total.count(ok)
			if !ok {
				lost = append(lost, fmt.Sprintf("%s: %s by %s for %s: %.100q", l.id, v.Class, v.Rule, l.label, l.text))
			}
		}
		if float64(one.n) < (robust-0.03)*float64(one.of) && one.of > one.n+2 { // of few each weighs much
			t.Errorf("%s: %v\n%s", name, one, strings.Join(lost, "\n"))
		} else if testing.Verbose() {
			t.Logf("%s: %v\n%s", name, one, strings.Join(lost, "\n"))
		}
	}
	if float64(total.n) < robust*float64(total.of) {
		t.Errorf("over %d wrappings %v, the goal is %v", len(wrappings), total, robust)
	}
	t.Logf("%d wrappings: %v", len(wrappings), total)
}

// labelledTexts are a part of the errors of the regression set and of the
// collected texts: of those that are known as they are.
func labelledTexts(t *testing.T) []labelled {
	t.Helper()
	const every = 5
	var all []labelled
	for _, pattern := range []string{"testdata/*.jsonl", "testdata/collected/*.jsonl"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			for i, l := range readFile(t, name) {
				if l.label != None && i%every == 0 && l.isKnown(l.text) {
					all = append(all, l)
				}
			}
		}
	}
	if len(all) == 0 {
		t.Fatal("no labelled texts")
	}
	return all
}

// A report says in how many wrappings the errors that are known are still known, and in
// which it is too few of them; an error that is not known as it is counts in none.
func TestRobustness(t *testing.T) {
	all := []labelled{
		{text: "hello", label: None}, {text: "hello", label: Auth}, {text: "HTTP 413", label: PayloadTooLarge},
		{text: "prompt is too long: 9 tokens > 8 maximum", label: Quota, alsoRight: []Class{ContextOverflow}},
	}
	r := robustnessOf(all)
	if n := len(wrappings()); r.total.of != 2*n || len(r.each) != n || r.total.n < n || r.total.n > 2*n {
		t.Errorf("%v in %d wrappings of two errors", r.total, len(r.each))
	}
	if r.each["json string"] != (share{2, 2}) {
		t.Errorf("as a JSON string: %v", r.each["json string"])
	}
	r = robustness{each: map[string]share{"a": {49, 50}, "b": {48, 50}, "c": {}, "d": {1, 2}}}
	if got := strings.Join(r.below(robust), ", "); got != "b 0.960 (48/50), d 0.500 (1/2)" {
		t.Errorf("below %v: %s", robust, got)
	}
	if long := strings.Repeat("x", 140); wrappings()["cut"](long) != "" {
		t.Error("a text that cannot be cut where it ends is not left out")
	}
	if got := robustnessOf(all[:2]); got.total != (share{}) || len(got.below(robust)) > 0 {
		t.Errorf("without a known error: %v", got)
	}
}

// Of a long list as many elements are taken as asked for, from all of it.
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		n, of int
		want  []int
	}{{3, 0, nil}, {3, 2, []int{0, 1}}, {3, 3, []int{0, 1, 2}}, {3, 4, []int{0, 1, 2}}, {3, 9, []int{0, 3, 6}}, {2, 7, []int{0, 3}}, {1, 5, []int{0}}} {
		var list []int
		for i := range c.of {
			list = append(list, i)
		}
		if got := spread(list, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%d of %d: %v for %v", c.n, c.of, got, c.want)
		}
	}
	var many []labelled
	for range 2 * maxWrapped {
		many = append(many, labelled{text: "HTTP 413", label: PayloadTooLarge})
	}
	if got := len(spread(many, maxWrapped)); got != maxWrapped {
		t.Errorf("%d errors are wrapped for %d", got, maxWrapped)
	}
}
