package classify

import (
	"regexp/syntax"
	"slices"
	"testing"
)

// Every alternative of every row comes through the whole classifier: no key, no
// veto and no other row stands in its way. A short run takes some of each row.
func TestEveryAlternative(t *testing.T) {
	total, unmatched := 0, 0
	for i, r := range rules() {
		matched := 0
		for j, text := range sampleTexts(r) {
			if testing.Short() && matched > 0 && (i+j)%24 != 0 {
				continue
			}
			total++
			if !r.re.get().MatchString(newView(text, false).low) {
				unmatched++
				continue
			}
			matched++
			if got := classOf(r, text); got != r.Class {
				t.Errorf("%s: %q is %s for %s", r.Name, text, got, r.Class)
			}
		}
		if matched == 0 {
			t.Errorf("%s: no text could be made of the pattern", r.Name)
		}
	}
	if !testing.Short() && 20*unmatched > total {
		t.Errorf("%d of %d texts do not match the pattern that they were made of", unmatched, total)
	}
}

// classOf classifies a text in the envelope in which it is most at home.
func classOf(r rule, text string) Class {
	var got Class
	for _, wrapped := range []string{`Error: {"error":{"message":"` + text + `"}}`, "Error: " + text, text} {
		if got = Classify(Input{Text: wrapped}).Class; got == r.Class {
			break
		}
	}
	return got
}

// The keys of a pattern stand in everything that it matches.
func TestKeysAreRequired(t *testing.T) {
	for i, r := range rules() {
		for j, text := range sampleTexts(r) {
			if testing.Short() && (i+j)%16 != 0 {
				continue
			}
			if r.re.get().MatchString(text) && !r.keys.stands(text) {
				t.Errorf("%s: %q has none of %q", r.Name, text, r.keys)
			}
		}
	}
}

// So do those of a veto and a cue, which are short.
func TestShortKeysAreRequired(t *testing.T) {
	matched := 0
	for _, r := range keyRows() {
		if r.table == "rule" {
			continue
		}
		re, keys := lazy(r.pattern).get(), r.keys()
		for _, text := range samplesOf(expand(r.pattern)) {
			if !re.MatchString(text) {
				continue
			}
			if matched++; keys != "" && !keys.stands(text) {
				t.Errorf("%s %s: %q has none of %q", r.table, r.name, text, keys)
			}
		}
	}
	if matched < 1000 {
		t.Errorf("only %d texts", matched)
	}
}

func TestKeysOf(t *testing.T) {
	for pattern, want := range map[string][]string{
		`prompt is too long`:             {"prompt is too long"},
		`(?:prompt|input) too long`:      {"input too long", "prompt too long"},
		`(?:is |was )?too long`:          {"too long"},
		`\w+ exceeded[^.]{0,40}limit`:    {" exceeded"},
		`max_?tokens`:                    {"maxtokens", "max_tokens"},
		`(?:[a-z]+ ){2}context window`:   {"context window"},
		`rate[ -]limit`:                  {"rate limit", "rate-limit"},
		`overloaded_error|\bslow_down\b`: {"slow_down", "overloaded_error"},
		`\d+`:                            nil,
		`a|b`:                            nil,
		`(?:one|two|\d+) tokens? left`:   {" token left", " tokens left"},
		`上下文过长|令牌无效`:                     {"令牌无效", "上下文过长"},
		`(`:                              nil,
		`too long\nand (?:wide|high)`:    {"too long"},
		`(?:one|two)\n|three`:            {"one", "two", "three"},
	} {
		got := ofRules.keysOf(pattern)
		if len(got) != len(want) {
			t.Errorf("%s: %q for %q", pattern, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: %q for %q", pattern, got, want)
			}
		}
	}
}

// A sign may be as short as it likes, but a line break is none.
func TestShortKeysOf(t *testing.T) {
	for pattern, want := range map[string][]string{
		`^\s*[•*-] \w`: {"* ", "- ", "• "}, `a|b`: {"a", "b"}, `#{1,6}\s\S`: {"#"}, `\d+`: nil, `\n|x`: nil, `(?:\d|x)y`: {"y"},
	} {
		if got := ofSigns.keysOf(pattern); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}

func TestSamplesTakeEveryBranch(t *testing.T) {
	for pattern, want := range map[string]int{`a(?:b|c|d)e`: 3, `(?:one|two) (?:three|four)`: 3, `x?(?:y|z)`: 2, `a{2}`: 1, `(?:a(?:b|c)|d)`: 3} {
		if _, err := syntax.Parse(pattern, syntax.Perl); err != nil {
			t.Fatal(err)
		}
		// Characters that differ in one place are one class for the parser.
		if got := len(samplesOf(pattern)); got < 1 || got > want {
			t.Errorf("%s: %d texts", pattern, got)
		}
	}
	if got := samplesOf(`(?:one|two) (?:three|four)`); len(got) != 3 {
		t.Errorf("%q", got)
	}
}
