package tokens

import (
	"strings"
	"testing"
)

// A character or an escape that is broken off does not swallow what stands behind it, in
// whatever way it is estimated.
func TestBrokenOff(t *testing.T) {
	words := strings.Repeat("words that stand behind it ", 20)
	least := Calibrated.JSON([]byte(words))
	for _, broken := range []string{"\xe9", "\xf0\x9f", "\xe2\x82", "\xc3", `\x`, `\u00`, `\u`, `\ud83d`, "\\\xe9"} {
		raw := []byte(broken + " " + words)
		if got := Calibrated.JSON(raw); got < least || got > least+6 {
			t.Errorf("%q: %d tokens, want at least %d", broken, got, least)
		}
		stepwise, table, long := inSteps(raw), walked(raw), walkedLong(raw, begin)
		if stepwise != table || long != table {
			t.Errorf("%q: %d in steps, %d in the table, %d in lanes", broken, stepwise, table, long)
		}
	}
}
