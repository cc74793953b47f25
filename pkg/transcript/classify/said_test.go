package classify

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// TestSaid: what goes wrong has its class in whatever words it is said, on a line of its own,
// behind what logs and clients put in front, and inside of a JSON body.
func TestSaid(t *testing.T) {
	data, err := os.ReadFile("testdata/said.tsv")
	if err != nil {
		t.Fatal(err)
	}
	texts := 0
	for line := range bytes.Lines(data) {
		classes, text, ok := strings.Cut(strings.TrimSuffix(string(line), "\n"), "\t")
		if !ok {
			continue
		}
		texts++
		for _, said := range []string{
			text,
			"2026-03-01 12:00:00,123 ERROR [llm.client] call failed: " + text,
			`{"error":{"message":` + string(outline.Quote(text)) + `}}`,
		} {
			if v := Classify(Input{Text: said}); !slices.Contains(strings.Split(classes, "|"), string(v.Class)) {
				t.Errorf("%s, not %s (%s): %s", v.Class, classes, v.Rule, said)
			}
		}
	}
	if texts < 900 {
		t.Errorf("%d texts", texts)
	}
}
