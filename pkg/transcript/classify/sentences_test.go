package classify

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// A sentence is understood alone, in the body of an answer and in an exception, and with what
// a client says around it.
func TestSentences(t *testing.T) {
	for _, s := range sentences() {
		said := s.example()
		body, _ := json.Marshal(map[string]any{"error": map[string]any{"message": said + "."}})
		for _, text := range []string{
			said, said + ".", string(body),
			"openai.APIError: " + said, "Error: " + said + "\n    at send (/app/chat.js:12:3)",
		} {
			if v := Classify(Input{Text: text}); v.Class != s.class {
				t.Errorf("%s: %s by %s, want %s: %s", s.client, v.Class, v.Rule, s.class, text)
			}
		}
	}
}

// The table has the columns that it says, and no sentence twice.
func TestSentenceColumns(t *testing.T) {
	const leastBytes = 16 // what is shorter is said of other things, too
	seen := map[string]string{}
	for _, s := range sentences() {
		flat := asFlattened(s.said)
		if seen[flat] != "" {
			t.Errorf("%s: %s has it: %s", s.client, seen[flat], s.said)
		}
		seen[flat] = s.client
		if !slices.Contains(Classes(), s.class) || s.class == None || !strings.Contains(s.client, "/") || strings.TrimSpace(s.said) != s.said {
			t.Errorf("%+v", s)
		}
		if parts := strings.Split(s.said, nameMark); len(parts) > 2 || len(strings.Join(parts, "")) < leastBytes {
			t.Errorf("%s: too little to know it by: %s", s.client, s.said)
		}
	}
	if n := strings.Count(sentencesTable, "\n") - strings.Count(sentencesTable, "\n#") - 1; n != len(seen) {
		t.Errorf("%d lines, %d sentences", n, len(seen))
	}
}

// A line that the first of two sentences holds would never be asked.
func TestNoSentenceHoldsAnother(t *testing.T) {
	all := slices.Concat(plainSentences(), otherSentences())
	for i, r := range all {
		for _, earlier := range all[:i] {
			if earlier.Class != r.Class && strings.Contains(r.Pattern, earlier.Pattern) {
				t.Errorf("%s is in %s: %s", earlier.Name, r.Name, r.Example)
			}
		}
	}
}

// What a client puts in is a name, and no more than that.
func TestSentenceWithAName(t *testing.T) {
	for text, want := range map[string]Class{
		"OpenAI API-Schlüssel ist ungültig oder leer": Auth, "API-Schlüssel ist ungültig oder leer": Auth,
		"Klucz API OpenAI jest nieprawidłowy lub pusty":                          Auth,
		"Klucz API OpenAI\" i jest nieprawidłowy lub pusty":                      None,
		"Klucz API " + strings.Repeat("x", 61) + " jest nieprawidłowy lub pusty": None,
		"Klucz API " + strings.Repeat("x", 60) + " jest nieprawidłowy lub pusty": Auth,
	} {
		vw := newView(text, false)
		got := None
		for _, r := range slices.Concat(plainSentences(), otherSentences()) {
			if r.look(vw).stands() {
				got = r.Class
			}
		}
		if got != want {
			t.Errorf("%s: %s", got, text)
		}
	}
}

// The file that a client has its sentences in is no error, whole or in part, however it is
// written.
func TestCataloguesOfSentences(t *testing.T) {
	pages := map[string][]sentence{}
	for _, s := range sentences() {
		pages[s.client] = append(pages[s.client], s)
	}
	written := slices.Sorted(maps.Keys(catalogueLines))
	for i, client := range slices.Sorted(maps.Keys(pages)) {
		page := pages[client]
		for from := 0; from+4 <= len(page); from += 14 {
			name := written[(i+from/14*3)%len(written)]
			text := catalogue(page[from:min(len(page), from+14)], catalogueLines[name])
			if v := Classify(Input{Text: text}); v.Class != None {
				t.Errorf("%s, %s, from %d on: %s by %s:\n%.300s", client, name, from, v.Class, v.Rule, text)
			}
		}
	}
}

// catalogueLines are the ways in which a sentence stands in a file: its key and itself.
var catalogueLines = map[string]string{
	"codes":  `    "%d": %q,` + "\n",
	"names":  `    "ExceededWindow%d": %q,` + "\n",
	"script": "    Error%d: %q,\n",
	"yaml":   "  error_%d: %q\n",
	"packed": `"e%d":%q,`,
}

// catalogue writes a page of one.
func catalogue(page []sentence, line string) string {
	var b strings.Builder
	b.WriteString("  \"response\": {\n")
	for i, s := range page {
		fmt.Fprintf(&b, line, 400+i, s.said)
	}
	return b.String() + "  },\n"
}

// What a provider says behind the sentence of a client knows more.
func TestSentencesAboveACause(t *testing.T) {
	for text, want := range map[string]Class{
		"Entschuldigung, der Server versteht Ihre Anfrage nicht. {\"error\":{\"message\":\"prompt is too long: 210000 tokens > 200000 maximum\"}}":                                   ContextOverflow,
		"Entschuldigung, Ihre Anfrage ist zu häufig. Der Server ist etwas überlastet. {\"error\":{\"message\":\"You exceeded your current quota\",\"code\":\"insufficient_quota\"}}": Quota,
		"Entschuldigung, der Server versteht Ihre Anfrage nicht. {\"error\":{\"message\":\"Something else is wrong\",\"type\":\"invalid_request_error\"}}":                           InvalidRequest,
	} {
		if v := Classify(Input{Text: text}); v.Class != want {
			t.Errorf("%s by %s: %s", v.Class, v.Rule, text)
		}
	}
}
