package refusal

import (
	"bytes"
	"strings"
	"testing"
)

// The escape of U+0000 is found wherever it stands, and nothing that only looks like it.
func TestHoldsNUL(t *testing.T) {
	for _, text := range []string{nul, `\u000`, `0000`, `\u001b0000`, `\u00001`, `u0000`, `\\u0000`, nul + nul} {
		for before := range 9 {
			for after := range 9 {
				raw := []byte(strings.Repeat("0", before) + text + strings.Repeat("0", after))
				if got, want := holdsNUL(raw), bytes.Contains(raw, []byte(nul)); got != want {
					t.Errorf("holdsNUL(%q) is %v", raw, got)
				}
			}
		}
	}
}
