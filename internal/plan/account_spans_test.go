package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// room is how many bytes the inputs below have.
const room = 24

// Spans hold the bytes that some chosen finding names: whatever findings overlap, lie in
// each other or touch, a range is covered if each byte of it is named, and split gives
// the others.
func TestSpansAreTheirBytes(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 1))
		var named [room]bool
		var l Findings
		for range random.IntN(7) {
			start := random.IntN(room)
			end := start + random.IntN(min(9, room-start+1))
			chosen := random.IntN(4) > 0
			f := Finding{Start: int64(start), End: int64(end), Reject: chosen}
			l.Add(f)
			for i := start; chosen && i < end; i++ {
				named[i] = true
			}
		}
		s := spansOf(&l, func(f Finding) bool { return f.Reject })
		for start := range room {
			for end := start; end <= room; end++ {
				want := !slices.Contains(named[start:end], false)
				if got := s.cover(int64(start), int64(end)); got != want {
					t.Fatalf("seed %d, %v: %d to %d covered: %v", seed, s, start, end, got)
				}
				checkSplit(t, s, named, start, end)
			}
		}
	}
}

// checkSplit wants the bytes of a range that are not named, in order, and no empty part.
func checkSplit(t *testing.T, s spans, named [room]bool, start, end int) {
	t.Helper()
	raw := make([]byte, 0, room)
	var want []byte
	for i := start; i < end; i++ {
		raw = append(raw, byte(i))
		if !named[i] {
			want = append(want, byte(i))
		}
	}
	parts := s.split(raw, int64(start))
	if slices.ContainsFunc(parts, func(p []byte) bool { return len(p) == 0 }) || !slices.Equal(slices.Concat(parts...), want) {
		t.Fatalf("%v: of %d to %d is left %v, want %v", s, start, end, parts, want)
	}
}

// Where the bytes of a text come from is known after any edits: those that stay are
// found at their old place, those that an edit wrote are from nowhere.
func TestOriginsAfterEdits(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 2))
		text := make([]int, room) // by byte of the text: where it comes from, -1 for nowhere
		for i := range text {
			text[i] = 100 + i
		}
		where := origins{{0, room, 100}}
		for range 3 {
			edits, edited := someEdits(random, text)
			if where, text = where.after(edits), edited; len(text) == 0 {
				break
			}
			for from := range text {
				to := from + 1 + random.IntN(len(text)-from)
				var got []int
				for _, s := range where.between(from, to, 0) {
					if s.from < from || s.to > to || s.last() != s.at+int64(s.to-s.from) {
						t.Fatalf("seed %d: %+v in %d to %d", seed, s, from, to)
					}
					for at := s.at; at < s.last(); at++ {
						got = append(got, int(at))
					}
				}
				if want := slices.DeleteFunc(slices.Clone(text[from:to]), func(at int) bool { return at < 0 }); !slices.Equal(got, want) {
					t.Fatalf("seed %d: %d to %d come from %v, want %v", seed, from, to, got, want)
				}
			}
		}
	}
}

// The edits of several layers are joined to edits of the first text, wherever that stands.
func TestEditsOfOrigins(t *testing.T) {
	const at = 100
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 3))
		whole := []byte(strings.Repeat("-", at) + strings.Repeat("abc", room/3))
		text, where := whole[at:], origins{{0, len(whole) - at, at}}
		for range 3 {
			edits, _ := someEdits(random, make([]int, len(text)))
			for _, e := range edits {
				copy(e.Text, "ABCD")
			}
			where, text = where.after(edits), outline.Splice(text, edits)
		}
		if got := outline.Splice(whole, where.edits(text, at, len(whole))); string(got[at:]) != string(text) {
			t.Fatalf("seed %d: %q, want %q", seed, got[at:], text)
		}
	}
}

// someEdits returns sorted edits of a text that do not overlap, and what they make of it.
func someEdits(random *rand.Rand, text []int) (edits []outline.Edit, edited []int) {
	at := 0
	for range random.IntN(4) {
		start := at + random.IntN(len(text)-at+1)
		end := start + random.IntN(len(text)-start+1)
		e := outline.Edit{Start: start, End: end, Text: make([]byte, random.IntN(4))}
		edits, edited = append(edits, e), append(edited, text[at:start]...)
		for range e.Text {
			edited = append(edited, -1)
		}
		at = end
	}
	return edits, append(edited, text[at:]...)
}

// Edits overlap if one begins before the one in front of it ends, not if they touch.
func TestOverlap(t *testing.T) {
	for _, c := range []struct {
		edits [][2]int
		want  bool
	}{
		{nil, false}, {[][2]int{{0, 3}}, false}, {[][2]int{{0, 3}, {3, 5}}, false}, {[][2]int{{0, 3}, {2, 5}}, true},
		{[][2]int{{4, 6}, {0, 4}}, false}, {[][2]int{{4, 6}, {0, 5}}, true}, {[][2]int{{2, 2}, {2, 5}}, false}, {[][2]int{{1, 5}, {2, 2}}, true},
	} {
		var list []outline.Edit
		for _, e := range c.edits {
			list = append(list, outline.Edit{Start: e[0], End: e[1]})
		}
		sortEdits(list)
		if got := overlap(list); got != c.want {
			t.Errorf("%s: %v", fmt.Sprint(c.edits), got)
		}
	}
}
