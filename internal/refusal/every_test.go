package refusal

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The escape of U+0000 is found wherever it stands, and nothing is taken for it.
func TestHoldsNUL(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{`\`, "u", "0", "000", "a", nul})).Draw(t, "text"), "")
		if got, want := holdsNUL([]byte(text)), strings.Contains(text, nul); got != want {
			t.Errorf("%q: %v", text, got)
		}
	})
}
