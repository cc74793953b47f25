package chunk

import (
	"math/rand/v2"
	"testing"
)

// filed returns n conversations, and the same as spans.
func filed(n int) (l lines, want []span) {
	r := rand.New(rand.NewPCG(1, 2))
	at := int64(0)
	for range n {
		s := span{at, at, r.Int64N(1 << 32), r.Int64N(1000), r.Int64N(1 << 30)}
		l.add(s.first, s.chars, s.messages, s.measure)
		want = append(want, s)
		at += 100 + r.Int64N(10_000)
	}
	return l, want
}

// Conversations come out as they were added, and what is added to a measure later counts.
func TestLines(t *testing.T) {
	for _, n := range []int{0, 1, 31, 5000} {
		l, want := filed(n)
		for k := range want {
			if k%3 == 0 {
				l.sizes.At(k).measure += 5
				want[k].measure += 5
			}
		}
		got := l.spans(3)
		if l.len() != n || len(got) != n || cap(got) < n+3 {
			t.Fatalf("%d of %d, room for %d", len(got), n, cap(got))
		}
		for k, s := range want {
			chars, messages, measure := l.size(k)
			if got[k] != s || chars != s.chars || messages != s.messages || measure != s.measure {
				t.Fatalf("conversation %d is %v, want %v", k, got[k], s)
			}
		}
	}
}

// Runs of which functions tell, in place of a list, begin at the beginning of the input, and
// their measures add up.
func TestRuns(t *testing.T) {
	l, want := filed(100)
	s := &stage{lines: l}
	s.lines.at.Shift(50)
	units := newRuns(s.lines.len(), s.lines.at.At, s.lines.size)
	sums := units.sums()
	for k, x := range want {
		first := x.first + 50
		if k == 0 {
			first = 0
		}
		if units.first(k) != first || sums[k+1]-sums[k] != x.measure {
			t.Errorf("run %d begins at %d and has %d, want %d and %d", k, units.first(k), sums[k+1]-sums[k], first, x.measure)
		}
	}
	if units.n != 100 || len(sums) != 101 || sums[0] != 0 {
		t.Errorf("%d runs, %d sums", units.n, len(sums))
	}
}
