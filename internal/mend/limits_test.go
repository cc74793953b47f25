package mend

import (
	"strings"
	"testing"
)

// adversaries are inputs of n parts that invite work that grows faster than they
// do.
var adversaries = map[string]func(n int) string{
	"glued":            func(n int) string { return strings.Repeat(ra, n) },
	"torn in strings":  func(n int) string { return strings.Repeat(rb[:12], n) + ra },
	"torn at values":   func(n int) string { return strings.Repeat(`{"role":`, n) + ra },
	"torn in arrays":   func(n int) string { return strings.Repeat(`{"a":[`, n) + ra },
	"torn and whole":   func(n int) string { return strings.Repeat(rb[:12]+ra, n) },
	"values and whole": func(n int) string { return strings.Repeat(`{"role":`+ra, n) },
	"arrays and whole": func(n int) string { return strings.Repeat(`{"a":[{"b":1},`+ra, n) },
	"comma and whole":  func(n int) string { return strings.Repeat(`{"a":{"b":1},`+ra, n) },
	"whole and torn":   func(n int) string { return strings.Repeat(ra+`{"a"`, n) },
	"braces":           func(n int) string { return strings.Repeat("{", n) },
	"brackets":         func(n int) string { return strings.Repeat("[", n) },
	"NUL between":      func(n int) string { return strings.Repeat(ra+"\x00", n) },
	"NUL inside":       func(n int) string { return strings.Repeat(`{"role":`+"\x00"+`"x"}`, n) },
	"NUL and torn":     func(n int) string { return strings.Repeat(`{"role":`+"\x00", n) + ra },
	"escapes":          func(n int) string { return `{"role":"` + strings.Repeat(`\[`, n) + `"}` },
	"values":           func(n int) string { return strings.Repeat("null ", n) + ra },
	"quotes":           func(n int) string { return strings.Repeat(`{"`, n) + ra },

	"split":             func(n int) string { return `{"role":"` + strings.Repeat("x\n", n) + `"}` },
	"split with quotes": func(n int) string { return `{"role":"x` + strings.Repeat("\n"+`","k":"`, n) + `"}` },
	"never joined":      func(n int) string { return `{"role":"x` + strings.Repeat("\nx {", n) + `"x` },
	"lines of torn":     func(n int) string { return strings.Repeat(rb[:12]+"\n", n) + ra },
	"lines of values":   func(n int) string { return strings.Repeat(`{"a":`+"\n", n) + ra },
	"lines of names":    func(n int) string { return strings.Repeat(`{",":`+"\n", n) + ra },
	"lines of brackets": func(n int) string { return strings.Repeat("[\n", n) + ra },
	"lines of braces":   func(n int) string { return strings.Repeat("{\n", n) + ra },
	"lines of strings":  func(n int) string { return strings.Repeat(`{"a":"x`+"\n", n) + ra },
	"documents":         func(n int) string { return strings.Repeat("{\n\"a\":\n1}\n", n) + ra },
	"cut documents":     func(n int) string { return strings.Repeat(strings.Repeat("[\n", 20)+"}\n", n/20) + ra },
}

// The work that damage costs grows as the input does.
func TestLinear(t *testing.T) {
	n := 5000
	if testing.Short() {
		n = 500
	}
	for name, text := range adversaries {
		t.Run(name, func(t *testing.T) {
			small, large := text(n), text(8*n)
			a, b := run(small).m.work, run(large).m.work
			perByte := float64(b) / float64(len(large))
			t.Logf("%d bytes of work, then %d: %.1f a byte", a, b, perByte)
			if b > 9*a+1000 || perByte > 40 {
				t.Errorf("%d bytes of work for %d, and %d for %d", a, len(small), b, len(large))
			}
		})
	}
}

// They are mended, or stay, like anything else.
func TestAdversaries(t *testing.T) {
	for name, text := range adversaries {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 17, 40} {
				invariants(t, Options{Known: hasRole}, []byte(lines(rc, text(n), rb)))
				invariants(t, Options{Known: hasRole}, []byte(text(n)))
			}
		})
	}
}

// Glued records are all read, however many there are.
func TestManyGlued(t *testing.T) {
	const n = 40_000
	if r := run(strings.Repeat(ra, n)); len(r.records) != n || len(r.regions) != 1 || len(r.findings) != 1 {
		t.Errorf("%d records, %d regions, %d findings", len(r.records), len(r.regions), len(r.findings))
	}
	if r := run(strings.Repeat(rb[:12]+ra, n)); len(r.records) != n || len(r.rejects) != n {
		t.Errorf("%d records, %d rejects", len(r.records), len(r.rejects))
	}
}

// A record that was split by line breaks is joined whatever the lengths of its lines, up
// to a number of lines; a longer one stays as it is.
func TestMostLinesOfARecord(t *testing.T) {
	split := func(n int) string { return `{"role":"` + strings.Repeat("x\n", n-1) + `"}` }
	for n, joined := range map[int]bool{2: true, 3: true, 10_000: true, 10_001: false} {
		r := run(lines(ra, split(n), rb))
		if want := map[bool]int{true: 3, false: 2}[joined]; len(r.records) != want {
			t.Errorf("%d lines: %d records, want %d", n, len(r.records), want)
		}
	}
	long := `{"role":"` + "\n" + strings.Repeat("long ", 100) + `"}`
	if r := run(lines(long, rb)); len(r.records) != 2 {
		t.Errorf("a short line and a long one: %d records", len(r.records))
	}
}
