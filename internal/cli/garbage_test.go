package cli

import "testing"

// There may be as much garbage as ever where a collection has to look through what is held,
// and a certain amount where it does not; a share of what is held beside much.
func TestGarbage(t *testing.T) {
	const mb = 1 << 20
	leastPercent := int(usual.percent)
	for _, c := range []struct {
		held, scanned uint64
		want          int
	}{
		{0, 0, gcPercent}, {1 * mb, 0, gcPercent}, {2 * mb, 0, gcPercent}, {4 * mb, 0, gcPercent}, {6 * mb, 0, 100}, {12 * mb, 0, 50}, {24 * mb, 0, leastPercent},
		{64 * mb, 0, leastPercent}, {1 << 40, 0, leastPercent}, {8 * mb, 4 * mb, 75}, {8 * mb, 8 * mb, gcPercent}, {16 * mb, 16 * mb, gcPercent}, {32 * mb, 32 * mb, 100},
		{64 * mb, 64 * mb, 50}, {64 * mb, 32 * mb, 50}, {64 * mb, 8 * mb, leastPercent}, {1 << 40, 1 << 40, leastPercent},
		{16 * mb, 64 * mb, gcPercent}, // stacks and globals are looked through as well
	} {
		if got := percentFor(c.held, c.scanned, usual); got != c.want {
			t.Errorf("%d MB held, %d MB looked through: %d%%, want %d%%", c.held/mb, c.scanned/mb, got, c.want)
		}
	}
}

// As long as collections cost next to nothing there is less garbage than that.
func TestCheapCollections(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		held         uint64
		cost, passed float64
		want         least
	}{
		{8 * mb, 0, 0, little}, {8 * mb, 0.001, 0.1, little}, {8 * mb, 0.0011, 0.1, usual}, {8 * mb, 1, 100, little}, {8 * mb, 1, 99, usual},
		{littleHeld, 0, 1, little}, {littleHeld - 1, 0, 1, usual},
	} {
		if got := leastFor(c.held, c.cost, c.passed); got != c.want {
			t.Errorf("%v of %v seconds beside %d bytes: %+v, want %+v", c.cost, c.passed, c.held, got, c.want)
		}
	}
	if got := percentFor(4*mb, 0, little); got != 12 {
		t.Errorf("%d%% beside 4 MB", got)
	}
	if got := percentFor(8*mb, 8*mb, little); got != gcPercent {
		t.Errorf("%d%% beside 8 MB that are looked through", got)
	}
}
