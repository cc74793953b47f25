package classify

import "testing"

func TestRulesCompile(t *testing.T) {
	for _, r := range rules() {
		r.re()
	}
	for i := range figures {
		figures[i].re()
	}
	for i := range vetoTable {
		vetoTable[i].re()
	}
}

func TestRuleExamples(t *testing.T) {
	for _, r := range rules() {
		v := Classify(Input{Text: r.Example})
		if v.Class != r.Class {
			t.Errorf("%s: %s (%s) for %s: %s", r.Name, v.Class, v.Rule, r.Class, r.Example)
		}
		if !r.matches(newView(r.Example, false)) {
			t.Errorf("%s: does not match its own example %q", r.Name, r.Example)
		}
	}
}
