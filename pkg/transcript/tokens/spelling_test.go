package tokens

import (
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
	"trtools/internal/transcripttest"
)

// Every feature is found by the name that it has.
func TestPartNames(t *testing.T) {
	explore(true, func(_ int, _ byte, _ int, costs [2]feature) {
		for _, p := range costs {
			if p != 0 && featureNamed(p.String()) != p {
				t.Fatalf("%q is part %d, found as %d", p, p, featureNamed(p.String()))
			}
		}
	})
}

// A text is estimated alike with the table and without it, and so is garbage.
func TestStepwise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := [][]byte{[]byte(goSpelling(text(t, 40))), []byte(text(t, 40)), rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"), []byte(`\q\u12x` + text(t, 3))}
		for _, raw := range texts {
			for _, s := range []*spelling{plain, spelled} {
				if got, want := s.stepwise(raw), walk(s.tabled(), raw, 0); got != want {
					t.Fatalf("%q: %d step by step, %d with the table", raw, got, want)
				}
			}
		}
	})
}

// Who asks about a few messages does not pay for a table; who asks about many pays once.
func TestTableWhenItPays(t *testing.T) {
	message := []byte(strings.Repeat(`func f() {\n\treturn \"é\" }\n`, 32))
	s := &spelling{json: true}
	want := s.walk(message)
	if n := transcripttest.Allocated(func() { s.walk(message) }); n > 1<<10 {
		t.Errorf("%d bytes for a message of %d", n, len(message))
	}
	session := func() {
		for range 100 {
			if got := s.walk(message); got != want {
				t.Fatalf("%d, and %d before", got, want)
			}
		}
	}
	if n := transcripttest.Allocated(session); n < 256<<10 {
		t.Errorf("%d bytes: a hundred messages are walked over step by step", n)
	}
	if n := transcripttest.Allocated(session); n > 1<<10 {
		t.Errorf("%d bytes for the next hundred", n)
	}
}

// Several goroutines ask at once while the table comes to be.
func TestAskedAtOnce(t *testing.T) {
	s := &spelling{}
	text := []byte(strings.Repeat("He said: 42 pictures, 日本.\n", 100))
	want := s.stepwise(text)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 20 {
				if got := s.walk(text); got != want {
					t.Errorf("%d, want %d", got, want)
				}
			}
		})
	}
	all.Wait()
}
