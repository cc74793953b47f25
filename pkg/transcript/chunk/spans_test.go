package chunk

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"trtools/internal/history"
)

// spanOf returns a span that holds n chars, twice as many tokens, and so on.
func spanOf(first, last, n int64) span {
	return span{first, last, history.Size{Chars: n, Tokens: 2 * n, Payload: 3 * n, Messages: 4 * n}}
}

// Spans that share a record are one, whatever their order; what they hold adds up.
func TestJoined(t *testing.T) {
	a, b, c := spanOf(0, 10, 1), spanOf(5, 20, 10), spanOf(30, 40, 100)
	for _, x := range []struct {
		list, want []span
	}{
		{nil, nil},
		{[]span{a}, []span{a}},
		{[]span{c, b, a}, []span{spanOf(0, 20, 11), c}},
		{[]span{a, spanOf(10, 15, 10)}, []span{spanOf(0, 15, 11)}},
		{[]span{a, spanOf(11, 15, 10)}, []span{a, spanOf(11, 15, 10)}},
		{[]span{spanOf(0, 50, 1), spanOf(10, 20, 1), spanOf(45, 60, 1), spanOf(60, 60, 1)}, []span{spanOf(0, 60, 4)}},
	} {
		if got := joined(slices.Clone(x.list), nil); !slices.Equal(got, x.want) {
			t.Errorf("%v become %v, want %v", x.list, got, x.want)
		}
	}
}

// A dead message between two live ones keeps them together, one before or behind all does not.
func TestDeadBetween(t *testing.T) {
	live := []span{spanOf(10, 20, 1), spanOf(40, 50, 10), spanOf(60, 70, 100)}
	both, last := spanOf(10, 50, 11), spanOf(40, 70, 110)
	for _, x := range []struct {
		dead []int64
		want []span
	}{
		{[]int64{5}, live}, {[]int64{80}, live}, {[]int64{5, 80}, live},
		{[]int64{15}, []span{both, live[2]}}, {[]int64{30}, []span{both, live[2]}}, {[]int64{5, 55, 57}, []span{live[0], last}},
		{[]int64{30, 55}, []span{spanOf(10, 70, 111)}},
	} {
		if got := joined(slices.Clone(live), x.dead); !slices.Equal(got, x.want) {
			t.Errorf("%v: %v, want %v", x.dead, got, x.want)
		}
	}
	if got := joined(nil, []int64{5}); len(got) > 0 {
		t.Errorf("with nothing that lives: %v", got)
	}
}

// Shares are as even as units allow; of two ends that are as near, the first.
func TestNearestEnd(t *testing.T) {
	for _, c := range []struct {
		sizes []int64
		parts int
		want  string
	}{
		{[]int64{1, 2, 1}, 2, "[[0 1] [1 3]]"},
		{[]int64{1, 1, 1, 1}, 2, "[[0 2] [2 4]]"},
		{[]int64{5, 1, 1, 1}, 2, "[[0 1] [1 4]]"},
		{[]int64{1, 1, 1, 5}, 2, "[[0 3] [3 4]]"},
		{[]int64{0, 0, 0, 9}, 3, "[[0 2] [2 3] [3 4]]"},
		{[]int64{6, 1, 5, 6}, 3, "[[0 1] [1 3] [3 4]]"},
		{[]int64{1, 1, 1}, 9, "[[0 1] [1 2] [2 3]]"},
		{[]int64{4, 4, 4, 4, 4, 4}, 1, "[[0 6]]"},
		{nil, 3, "[]"},
	} {
		if got := fmt.Sprint((&Options{}).cut(sumsOf(c.sizes), c.parts)); got != c.want {
			t.Errorf("%v in %d: %s, want %s", c.sizes, c.parts, got, c.want)
		}
	}
}

// An estimate that may be too low by a factor leaves as much room; without a factor it
// is 1.2.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		o    Options
		n    int64
		fits bool
	}{
		{Options{}, 1 << 40, true},
		{Options{MaxTokens: 12}, 10, true}, {Options{MaxTokens: 12}, 11, false},
		{Options{MaxTokens: 12, Safety: 1}, 12, true}, {Options{MaxTokens: 12, Safety: 1}, 13, false},
		{Options{MaxTokens: 12, Safety: 2}, 6, true}, {Options{MaxTokens: 12, Safety: 2}, 7, false},
		{Options{MaxTokens: 1, Safety: 1}, 1, true}, {Options{MaxTokens: 1, Safety: 1}, 2, false},
	} {
		if got := c.o.fits(c.n); got != c.fits {
			t.Errorf("%+v: %d fits %v", c.o, c.n, got)
		}
	}
}

// A chunk's file is called after the input, with its number before the extension.
func TestPathsOfChunks(t *testing.T) {
	for name, want := range map[string]string{
		"a/b/session.jsonl": "out/session-0007.jsonl", "plain": "out/plain-0007", "a.tar.gz": "out/a.tar-0007.gz",
		"<stdin>": "out/chunk-0007.jsonl", "": "out/chunk-0007.jsonl", ".": "out/chunk-0007.jsonl", "/": "out/chunk-0007.jsonl", "x>y": "out/chunk-0007.jsonl",
	} {
		s := &stage{opt: Options{OutDir: "out"}}
		s.job.Name = name
		if got := filepath.ToSlash(s.path(7)); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}
