package cli

import (
	"testing"
	"time"
)

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

// As long as collections are seldom there is less garbage than that. They cost no more of a
// long run than of a short one.
func TestSeldomCollections(t *testing.T) {
	for _, c := range []struct {
		n      int
		passed time.Duration
		want   least
	}{{1, seldom, little}, {1, seldom - 1, usual}, {10, 10 * seldom, little}, {11, 10 * seldom, usual}, {1, time.Hour, little}} {
		if got := leastFor(c.n, c.passed); got != c.want {
			t.Errorf("%d in %v: %+v, want %+v", c.n, c.passed, got, c.want)
		}
	}
	const mb = 1 << 20
	if got := percentFor(4*mb, 0, little); got != 12 {
		t.Errorf("%d%% beside 4 MB", got)
	}
	if got := percentFor(8*mb, 8*mb, little); got != gcPercent {
		t.Errorf("%d%% beside 8 MB that are looked through", got)
	}
}
