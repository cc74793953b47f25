package cli

import "testing"

// There may be as much garbage as ever beside little that is held, not more than a certain
// amount beside more, and a share of it beside much.
func TestGarbage(t *testing.T) {
	for held, want := range map[uint64]int{
		0: gcPercent, 1 << 20: gcPercent, 21 << 20: gcPercent, 22 << 20: 145, 32 << 20: 100, 64 << 20: 50,
		128 << 20: leastPercent, 1 << 30: leastPercent, 1 << 40: leastPercent,
	} {
		if got := percentFor(held); got != want {
			t.Errorf("%d MB held: %d%%, want %d%%", held>>20, got, want)
		}
	}
}
