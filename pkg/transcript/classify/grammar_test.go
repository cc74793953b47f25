package classify

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestGrammarExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range grammar() {
		if l := r.look(newView(r.Example, false)); !l.stands() {
			t.Errorf("%s: does not match its own example %q: %s", r.Name, r.Example, l.veto)
		}
		if v := Classify(Input{Text: r.Example}); v.Class != r.Class {
			t.Errorf("%s: %s (%s) for %s: %s", r.Name, v.Class, v.Rule, r.Class, r.Example)
		}
		if r.Class == "" || !strings.HasPrefix(r.Name, "pair-") || seen[r.Name] {
			t.Errorf("%s: a name of its own and a class are needed", r.Name)
		}
		seen[r.Name] = true
		for _, c := range slices.Concat(r.pair.things, r.pair.says, r.pair.with, r.pair.without) {
			if len(concepts()[c]) == 0 {
				t.Errorf("%s: %q is no concept", r.Name, c)
			}
		}
	}
}

// Short sentences say the same in all languages, bare and in what programs put around them.
func TestGrammarSpeaksLanguages(t *testing.T) {
	for _, p := range readParaphrases(t, "testdata/grammar.tsv") {
		for _, text := range []string{p.text, "Error: " + p.text, `{"error":{"message":"` + p.text + `"}}`, `{"detail": "` + p.text + `"}`} {
			if v := Classify(Input{Text: text}); v.Class != p.right[0] {
				t.Errorf("%s by %s for %s: %s", v.Class, v.Rule, p.right[0], text)
			}
		}
	}
}

// Manuals, settings, advice and talk use the same words.
func TestGrammarIsSilent(t *testing.T) {
	raw, err := os.ReadFile("testdata/grammar_none.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if v := Classify(Input{Text: line}); strings.HasPrefix(string(v.Rule), "pair-") {
			t.Errorf("%s by %s: %s", v.Class, v.Rule, line)
		}
	}
}

// Every stem is found where its word stands, and not inside another.
func TestStemsAreFound(t *testing.T) {
	for concept, stems := range concepts() {
		for _, s := range stems {
			if s.text == "" || s.key == "" {
				t.Fatalf("%s: empty stem", concept)
			}
			vw := newView("x "+s.text+" x", false)
			if !slices.ContainsFunc(vw.mentions(concept), func(m mention) bool { return m.from == 2 && m.to == 2+len(s.text) }) {
				t.Errorf("%s: %q (%s) is not found", concept, s.text, s.language)
			}
		}
	}
	for text, want := range map[string]int{
		"tokens": 1, "token_quantity": 1, "TOKENS": 1, "betoken": 0, "Tokenlimit": 2, "tokenizer": 1, "Jeton": 1,
	} {
		if got := len(newView(text, false).mentions("token")); (got > 0) != (want > 0) {
			t.Errorf("%q: %d mentions", text, got)
		}
	}
}

// Of a long log, the first lines and the last ones are understood.
func TestGrammarReadsBothEndsOfALog(t *testing.T) {
	quiet := strings.Repeat("2026-01-02 10:00:00 INFO worker: nothing to do\n", 300)
	const failed = "Kontekst przekroczony\n"
	for text, want := range map[string]Class{
		failed + "\n" + quiet: ContextOverflow, quiet + "\n" + failed: ContextOverflow, quiet + "\n" + failed + "\n" + quiet: None,
	} {
		if v := Classify(Input{Text: text}); v.Class != want {
			t.Errorf("%d bytes: %s by %s for %s", len(text), v.Class, v.Rule, want)
		}
	}
}

// What a pair needs: both concepts in one clause, near one another, in a short text.
func TestPairsStandTogether(t *testing.T) {
	filler := strings.Repeat("x", maxApart)
	for text, want := range map[string]Class{
		"Kontekst przekroczony": ContextOverflow, "przekroczony: Kontekst": ContextOverflow,
		"Kontekst. Przekroczony":                        None,
		`{"kontekst": 1, "x": "przekroczony"}`:          None,
		"Kontekst " + filler + " przekroczony":          None,
		"Kontekst nie przekroczony":                     None,
		"Kontekst przekroczony?":                        None,
		"Jeśli Kontekst przekroczony jest":              None,
		"- Kontekst przekroczony":                       None,
		"Kontekst przekroczony przez dwadzieścia słoni": None,
		"Kontekst przekroczony: file":                   None,
		strings.Repeat("Kontekst przekroczony ", 300):   None,
	} {
		if f := byRules(newView(text, false), 0); f.class() != want {
			t.Errorf("%.60q: %s for %s", text, f.class(), want)
		}
	}
}

// Where a rule fits and somebody tells of the error, the grammar does not ask again.
func TestGrammarDoesNotAskAgain(t *testing.T) {
	for _, l := range []struct {
		veto string
		told bool
	}{{frameVeto, false}, {unlikelyVeto, false}, {edgeVeto, false}, {strangeAccount, false}, {chatVeto, true}, {codeVeto, true}, {accountVeto + " (condition)", true}} {
		if got := (look{hit: true, veto: l.veto}).isTold(); got != l.told {
			t.Errorf("%s: %t", l.veto, got)
		}
	}
}

// The grammar explains itself as the rules do.
func TestGrammarIsExplained(t *testing.T) {
	for text, want := range map[string]string{
		"API-KEY ist nicht zulässig":         "auth by rule pair-key (paired, concepts)",
		"Kontekst przekroczony przez słonie": "stopped by " + strangeVeto,
	} {
		if got := Explain(Input{Text: text}); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q:\n%s", text, want, got)
		}
	}
}
