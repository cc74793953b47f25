package classify

import (
	"strings"
	"testing"
)

func TestRuleExamples(t *testing.T) {
	for _, r := range rules() {
		if v := Classify(Input{Text: r.Example}); v.Class != r.Class {
			t.Errorf("%s: %s (%s) for %s: %s", r.Name, v.Class, v.Rule, r.Class, r.Example)
		}
		if l := r.look(newView(r.Example, false)); !l.stands() {
			t.Errorf("%s: does not match its own example %q", r.Name, r.Example)
		}
	}
	for _, r := range statusRules {
		if v := Classify(Input{Text: r.Example}); v.Class != r.Class {
			t.Errorf("%s: %s for %s: %s", r.Name, v.Class, r.Class, r.Example)
		}
	}
}

// maxPattern is how long a pattern may be.
const maxPattern = 400

func TestRuleColumns(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rules() {
		if seen[r.Name] {
			t.Errorf("%s: name used twice", r.Name)
		}
		seen[r.Name] = true
		if r.Name == "" || r.Class == "" || r.Source == "" || r.Example == "" {
			t.Errorf("%s: empty column", r.Name)
		}
		if lower(r.Pattern) != r.Pattern && !strings.Contains(r.Pattern, `\A`) && !strings.ContainsAny(r.Pattern, `\`) {
			t.Errorf("%s: the pattern has capitals, the text never has", r.Name)
		}
		if len(r.keys) == 0 {
			t.Errorf("%s: no key can be derived from the pattern", r.Name)
		}
		if len(r.Pattern) > maxPattern {
			t.Errorf("%s: %d characters of pattern; nobody reads more than %d: split it", r.Name, len(r.Pattern), maxPattern)
		}
	}
}

// A number proves nothing by itself, nor do three that look like a status.
func TestNoRuleMatchesABareNumber(t *testing.T) {
	for _, text := range []string{
		"400", "401", "402", "403", "404", "408", "413", "429", "431", "500", "502", "503", "504", "529",
		"latency=431ms", "request id 74131", "port 413", "413 EUR", "line 429", "503.21 MB", "v4.13.429",
		"413,429,503", "(413)", "[529]", "tokens 62413", "id=429", "took 529 ms", "0.413",
	} {
		if v := Classify(Input{Text: text}); v.Class != None {
			t.Errorf("%q: %s by %s", text, v.Class, v.Rule)
		}
	}
}

func TestEveryClassHasARuleAndAnAction(t *testing.T) {
	have := map[Class]bool{None: true}
	for _, r := range rules() {
		have[r.Class] = true
	}
	for _, c := range Classes() {
		if !have[c] {
			t.Errorf("no rule for %s", c)
		}
		if actions[c] == "" {
			t.Errorf("no action for %s", c)
		}
	}
}
