package classify

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A key is found wherever it stands, and only if it stands there as a whole.
func TestFirstKeyOfAText(t *testing.T) {
	for _, c := range []struct {
		text, keys, want string
	}{
		{"the prompt is too long", "prompt is", "prompt is"}, {"the prompt", "the ", "the "}, {"the prompt", "prompt", "prompt"}, {"omit", "omit", "omit"},
		{"the prompt", "window|prompt|the", "prompt"}, {"the prompt", "window", ""}, {"the prompt", "", ""}, {"", "the", ""}, {"the", "thes", ""},
		{"the cat", "the", "the"}, {"the cat", "dog", ""}, {"abcd bcde", "abcde", ""}, {"a.b", "a.b", "a.b"},
	} {
		var g grams
		g.add(c.text)
		if got := g.firstOf(c.text, keysOf(strings.Split(c.keys, "|")...)); got != c.want {
			t.Errorf("%q of %q: %q, want %q", c.keys, c.text, got, c.want)
		}
	}
}

// A pattern that asks where the text begins or ends needs all of it.
func TestAnchored(t *testing.T) {
	for pattern, want := range map[string]bool{
		`too long`: false, `\Atoo long`: true, `too long\z`: true, `^too long`: true, `a (?:b|^c)`: true, `too long$`: true, `[^a]b`: false, `[^a]^b`: true, `costs \$1`: false, `costs \$1$`: true,
	} {
		if got := isAnchored(pattern); got != want {
			t.Errorf("%s: %t", pattern, got)
		}
	}
}

// spaced is a text of so many bytes, all of words of one letter, with words at offsets.
func spaced(n int, word string, at ...int) string {
	b := []byte(strings.Repeat("a ", n/2))
	for _, i := range at {
		copy(b[i-1:], " "+word+" ")
	}
	return string(b)
}

// Of a long text a rule is matched against what surrounds its keys: 1500 bytes on either
// side, from the beginning of a word, and once where two of them overlap.
func TestWindows(t *testing.T) {
	many := make([]int, 16)
	for i := range many {
		many[i] = 1000 + 4000*i
	}
	one := func(i int) span { return span{i - 1500, i + 1500} }
	var few []span
	for _, i := range many[1:] {
		few = append(few, one(i))
	}
	whole := []span{{0, 80_000}}
	for name, c := range map[string]struct {
		at       []int
		anchored bool
		want     []span
	}{
		"no key":          {nil, false, nil},
		"one":             {[]int{40_000}, false, []span{one(40_000)}},
		"two":             {[]int{20_000, 40_000}, false, []span{one(20_000), one(40_000)}},
		"two that meet":   {[]int{20_000, 21_000}, false, []span{{18_500, 22_500}}},
		"two that touch":  {[]int{20_000, 23_000}, false, []span{{18_500, 24_500}}},
		"two that do not": {[]int{20_000, 23_002}, false, []span{one(20_000), one(23_002)}},
		"at the ends":     {[]int{400, 79_900}, false, []span{{0, 1900}, {78_400, 80_000}}},
		"anchored":        {[]int{40_000}, true, whole},
		"many":            {many, false, whole},
		"one less":        {many[1:], false, few},
	} {
		vw := &view{low: spaced(80_000, "error", c.at...)}
		vw.grams.add(vw.low)
		made := rule{Rule: &Rule{}, keys: keysOf("absent", "error")}
		if c.anchored {
			made.Pattern = "^error"
		}
		if got := vw.windows(made); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	vw := &view{low: spaced(4000, "error", 2000)}
	if got := vw.windows(rule{Rule: &Rule{}, keys: keysOf("error")}); !slices.Equal(got, []span{{0, 4000}}) {
		t.Errorf("a short text: %v", got)
	}
	vw = &view{low: spaced(80_000, "error", 20_000) + spaced(80_000, "limit", 1000)}
	vw.grams.add(vw.low)
	if got := vw.windows(rule{Rule: &Rule{}, keys: keysOf("limit", "error")}); !slices.Equal(got, []span{one(20_000), {79_500, 82_500}}) {
		t.Errorf("keys in another order: %v", got)
	}
}

// aRule is one that no table has.
func aRule(strength Strength, pattern, key string) rule {
	return rule{Rule: &Rule{Name: "made", Class: ContextOverflow, Strength: strength, Pattern: pattern}, keys: keysOf(key), re: lazy(pattern)}
}

// A rule points at six places of a text at the most; the first that nothing stops counts,
// in whichever window it is.
func TestLook(t *testing.T) {
	const talk, report = "If you see fizz buzzed here, start again.\n\n", "API Error: 400 fizz buzzed\n\n"
	far := strings.Repeat("lorem ipsum dolor sit amet\n\n", 200)
	r := aRule(Exact, `fizz buzzed`, "fizz")
	for name, c := range map[string]struct {
		text             string
		key, hit, stands bool
		vetoed           bool
	}{
		"nothing":                  {text: "some words"},
		"a key":                    {text: "fizz", key: true},
		"a report":                 {text: report, key: true, hit: true, stands: true},
		"talk":                     {text: talk, key: true, hit: true, vetoed: true},
		"behind talk":              {text: strings.Repeat(talk, 5) + report, key: true, hit: true, stands: true},
		"behind too much talk":     {text: strings.Repeat(talk, 6) + report, key: true, hit: true, vetoed: true},
		"far behind talk":          {text: strings.Repeat(talk+far, 5) + report, key: true, hit: true, stands: true},
		"far behind too much talk": {text: strings.Repeat(talk+far, 6) + report, key: true, hit: true, vetoed: true},
	} {
		vw := newView(c.text, false)
		l := r.look(vw)
		if (l.key != "") != c.key || l.hit != c.hit || l.stands() != c.stands || (l.veto != "") != c.vetoed {
			t.Errorf("%s: %+v", name, l)
		}
		if l.hit && vw.low[l.at.from:l.at.to] != "fizz buzzed" {
			t.Errorf("%s: it points at %q", name, vw.low[l.at.from:l.at.to])
		}
	}
}

// The rule that a verdict names also names the provider, and words of the text do so only
// where the rule does not.
func TestProviders(t *testing.T) {
	for text, want := range map[string]Name{
		"API Error: 400 prompt is too long: 9 tokens > 8 maximum":                                    "anthropic",
		"openrouter: API Error: 400 prompt is too long: 9 tokens > 8 maximum":                        "anthropic",
		"Groq API error: 503 Service Unavailable":                                                    "groq",
		"API error: 503 Service Unavailable":                                                         "",
		"hello from groq":                                                                            "",
		"Tokens per minute limit exceeded - too many tokens processed. (openrouter)":                 "cerebras",
		`{"error":{"message":"Service tier capacity exceeded for this model.","type":"x","code":9}}`: "mistral",
	} {
		if v := Classify(Input{Text: text}); v.Provider != want {
			t.Errorf("%q: %q, want %q", text, v.Provider, want)
		}
	}
}

// An explanation lists eight rules of a kind, and says how many more there are.
func TestLists(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "matches   made (context_overflow, exact): 0\n", 2: "matches   made (context_overflow, exact): 0\n          made (context_overflow, exact): 1\n"} {
		if got := listOf(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	for n, want := range map[int]string{8: ": 7\n", 9: ": 7\n          ... and 1 more\n", 30: ": 7\n          ... and 22 more\n"} {
		if got := listOf(n); !strings.HasSuffix(got, want) || strings.Count(got, "matches") != 1 {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func listOf(n int) string {
	var b strings.Builder
	var all []asked
	for i := range n {
		all = append(all, asked{rule: aRule(Exact, "x", "x"), note: fmt.Sprint(i)})
	}
	list(&b, "matches", all)
	return b.String()
}
