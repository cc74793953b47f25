package chunk

import (
	"testing"

	"pgregory.net/rapid"
	"trtools/pkg/transcript/tokens"
)

// sumsOf returns the sums of the sizes in front of each, and of all.
func sumsOf(sizes []int64) []int64 {
	sums := []int64{0}
	for i, n := range sizes {
		sums = append(sums, sums[i]+n)
	}
	return sums
}

// greedy counts the chunks that are needed if each is filled as far as it goes.
func greedy(o *Options, sizes []int64) (n int) {
	sum := int64(-1)
	for _, s := range sizes {
		if sum < 0 || !o.fits(sum+s) || !o.fits(s) {
			n, sum = n+1, 0
		}
		if sum += s; !o.fits(s) {
			sum = -1
		}
	}
	return n
}

// Chunks cover everything in order, none is empty, there are as few as can be.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.Int64Range(0, 60), 0, 40).Draw(t, "sizes")
		o := &Options{MaxTokens: rapid.Int64Range(1, 30).Draw(t, "max")}
		cuts := o.cut(sumsOf(sizes), 0)
		at := 0
		for _, c := range cuts {
			sum := int64(0)
			for _, s := range sizes[c[0]:c[1]] {
				sum += s
			}
			if c[0] != at || c[1] <= at || !o.fits(sum) && c[1]-c[0] > 1 {
				t.Fatalf("%v of %v", cuts, sizes)
			}
			at = c[1]
		}
		if at != len(sizes) || len(cuts) != greedy(o, sizes) {
			t.Fatalf("%v of %v, want %d", cuts, sizes, greedy(o, sizes))
		}
	})
}

// Parts are as many as there are things for, and none is larger than its share
// and one thing.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.Int64Range(0, 60), 1, 40).Draw(t, "sizes")
		parts := rapid.IntRange(1, 12).Draw(t, "parts")
		cuts := (&Options{}).cut(sumsOf(sizes), parts)
		if len(cuts) != min(parts, len(sizes)) {
			t.Fatalf("%v of %v", cuts, sizes)
		}
		for _, c := range cuts {
			if c[1] <= c[0] {
				t.Fatalf("%v has an empty part", cuts)
			}
		}
	})
}

// The last chunk is not what happens to be left.
func TestEven(t *testing.T) {
	for _, c := range []struct {
		sizes []int64
		max   int64
		want  [][2]int
	}{
		{[]int64{40, 40, 40, 40, 40, 40}, 50, [][2]int{{0, 3}, {3, 6}}}, // not 5 and 1
		{[]int64{40, 40, 40}, 10, [][2]int{{0, 1}, {1, 2}, {2, 3}}},     // each just fits
		{[]int64{4, 400, 4, 4}, 10, [][2]int{{0, 1}, {1, 2}, {2, 4}}},   // one is too large
		{[]int64{0, 0}, 1, [][2]int{{0, 2}}},
	} {
		got := (&Options{MaxTokens: c.max, Estimate: tokens.Chars4}).cut(sumsOf(c.sizes), 0)
		if len(got) != len(c.want) {
			t.Errorf("%v: %v, want %v", c.sizes, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%v: %v, want %v", c.sizes, got, c.want)
			}
		}
	}
}
