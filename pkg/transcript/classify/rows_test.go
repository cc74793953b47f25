package classify

import (
	"slices"
	"strings"
	"testing"

	"trtools/pkg/transcript"
)

// TestRows: every row is whole, and its example has its class.
func TestRows(t *testing.T) {
	names := map[string]bool{}
	for _, r := range rows() {
		switch {
		case r.Name == "" || r.Source == "" || r.Example == "" || names[r.Name]:
			t.Errorf("row %q: a name of its own, a source and an example are missing", r.Name)
		case !slices.Contains(Classes(), r.Class) || r.Does != "" && r.Does.Meaning() == "":
			t.Errorf("row %q: class %q, action %q", r.Name, r.Class, r.Does)
		case (r.Does == Repair) != (r.Mended != ""):
			t.Errorf("row %q: %q, mended as %q", r.Name, r.Does, r.Mended)
		case asCompared(r.Pattern) != r.Pattern:
			t.Errorf("row %q: a pattern is written as texts are compared: %q", r.Name, asCompared(r.Pattern))
		case r.Mended != "" && transcript.RuleOf(r.Mended).Code == "":
			t.Errorf("row %q: no code %q", r.Name, r.Mended)
		}
		names[r.Name] = true
		if v := Classify(Input{Text: r.Example}); v.Class != r.Class {
			t.Errorf("row %q (%s): its example is %s (%s): %q", r.Name, r.Class, v.Class, v.Rule, r.Example)
		}
	}
	if n := len(names); n > 800 {
		t.Errorf("%d rows", n)
	}
}

// asCompared writes a pattern as texts are compared: in lower case, with simple quotes and
// simplified characters, and without hyphens that part words.
func asCompared(pattern string) string {
	var pairs []string
	for _, r := range variants {
		pairs = append(pairs, string(r))
	}
	plain := strings.NewReplacer(pairs...).Replace(pattern)
	return words(strings.ReplaceAll(strings.ToLower(plain), `"`, "'"))
}

// TestWords: what a sentence fits holds its words.
func TestWords(t *testing.T) {
	for _, r := range rows() {
		x := newText(r.Example, " ")
		for _, s := range newPattern(r.Pattern).sentences {
			found := s.find(&x, 1) != nil
			s.words = nil
			if !found && s.find(&x, 1) != nil {
				t.Errorf("row %q: the words of %q hide it in %q", r.Name, s.text, x.masked)
			}
		}
	}
}

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		fits          bool
	}{
		{"prompt is too long", "the prompt is too long", true},
		{"prompt is too long", "prompt is too longer", false},
		{"long*", "prompt is longer", true},
		{"*longer", "prompt is longer", true},
		{"(prompt|input) is (too |)long", "input is long", true},
		{"(prompt|input) is (too |)long", "query is long", false},
		{"a || b c", "x b c", true},
		{"limit of # tokens", "limit of 128,000 tokens", true},
		{"limit of # tokens", "limit of many tokens", false},
		{"^fatal:", "  fatal: x", true},
		{"^fatal:", "not fatal: x", false},
		{`\(2013\)`, "params (2013)", true},
		{`'code': '1261'`, `"code": "1261"`, true},
		{"start*end", "start " + strings.Repeat("x", 80) + " end", false},
	} {
		p := newPattern(c.pattern)
		x := newText(c.text, " ")
		fits := slices.ContainsFunc(p.sentences, func(s *sentence) bool { return s.find(&x, 1) != nil })
		if fits != c.fits {
			t.Errorf("%q in %q: %t", c.pattern, c.text, fits)
		}
	}
}

// The best match says more than every other row that fits.
func TestBest(t *testing.T) {
	for _, r := range rows() {
		said := newText(r.Example, " ")
		got := best(&said)
		for _, m := range matches(&said) {
			if m.beats(got) {
				t.Errorf("%q: %s says more than %+v", r.Example, m.row.Name, got.row)
			}
		}
	}
}
