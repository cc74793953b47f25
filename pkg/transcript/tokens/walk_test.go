package tokens

import (
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// inSteps weighs a text without the table.
func inSteps(text []byte) (sum uint64) {
	at := place{}
	for _, b := range text {
		s := at.over(b)
		sum += uint64(costOf(s.costs[0])) + uint64(costOf(s.costs[1]))
		at = s.to
	}
	return sum
}

// walked and walkedLong weigh it with the table, in one lane and in as many as it may have.
func walked(text []byte) uint64 {
	w, _ := steps.walk(text, begin)
	return w
}

func walkedLong(text []byte, from step32) uint64 {
	w, _ := steps.walkLong(text, from)
	return w
}

// TestPlaces: the numbers of the places fit, and no weight is without a use.
func TestPlaces(t *testing.T) {
	used := map[string]bool{}
	list, known := []place{{}}, map[place]bool{{}: true}
	for from := 0; from < len(list); from++ {
		for b := range 256 {
			s := list[from].over(byte(b))
			used[s.costs[0]], used[s.costs[1]] = true, true
			if !known[s.to] {
				list, known[s.to] = append(list, s.to), true
			}
			if s.to == (place{}) {
				t.Fatalf("%d leads from %v to the start", b, list[from])
			}
		}
	}
	if len(list) >= maxPlaces {
		t.Errorf("%d places, and one for the steps that are not known: room for %d", len(list), maxPlaces)
	}
	for row := range strings.Lines(weights) {
		name, _, _ := strings.Cut(row, "\t")
		if used[name] != (row[0] != '#') || used[name] && costOf(name) == 0 {
			t.Errorf("weight %q is never added, or has no cost", name)
		}
	}
}

// A text is estimated alike with the table and without it, and so is garbage.
func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := [][]byte{[]byte(goSpelling(text(t, 40))), []byte(text(t, 40)), rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"), []byte(`\q\u12x` + text(t, 3))}
		for _, raw := range texts {
			if got, want := walked(raw), inSteps(raw); got != want {
				t.Fatalf("%q: %d with the table, %d step by step", raw, got, want)
			}
		}
	})
}

// Several goroutines ask at once while the table comes to be, also in lanes.
func TestAskedAtOnce(t *testing.T) {
	text := []byte(strings.Repeat("He said: 42 pictures, 日本.\\n", 100))
	want := inSteps(text)
	var table table
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 20 {
				if got, _ := table.walkLong(text, begin); got != want {
					t.Errorf("%d, want %d", got, want)
				}
			}
		})
	}
	all.Wait()
}
