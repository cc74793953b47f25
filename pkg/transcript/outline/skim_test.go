//go:build amd64 && !purego

package outline

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// skimmed returns a string of such bytes, and something behind it.
func skimmed(r *rand.Rand) []byte {
	most := 21
	if r.IntN(3) == 0 {
		most = len(closer)
	}
	var b []byte
	for len(b) < 2*blockSize || r.IntN(8) > 0 {
		b = append(b, closer[r.IntN(most)]...)
	}
	b = append(b, `"`...)
	for len(b) < 5*blockSize { // not looked at
		b = append(b, closer[r.IntN(len(closer))]...)
	}
	return append(b, `"`...)
}

// What skim passes over is sound, it stops between two characters, and only where there
// is a reason within a block.
func TestSkim(t *testing.T) {
	needsAVX2(t)
	r := rand.New(rand.NewPCG(1, 2))
	stopped, ended := 0, 0
	for range 40_000 {
		b := skimmed(r)
		n, excess, escaped, ends := skim(b)
		defects, sound := readStrictly(slices.Concat([]byte(`"`), b[:n], []byte(`"`)))
		switch {
		case !sound || len(defects) > 0:
			t.Fatalf("%q: passes over %v in %q", b, defects, b[:n])
		case (escaped != 0) != bytes.Contains(b[:n], []byte(`\`)):
			t.Fatalf("%q: escapes in %q: %v", b, b[:n], escaped != 0)
		case excess != n-Chars(b[:n]):
			t.Fatalf("%q: %d bytes more than chars in %q, want %d", b, excess, b[:n], n-Chars(b[:n]))
		case ends && b[n] != '"':
			t.Fatalf("%q: no end at %d", b, n)
		case !ends && len(b)-n >= blockSize:
			stopped++
			if !needsLook(b[n:]) {
				t.Fatalf("%q: stops at %d before %q", b, n, b[n:])
			}
		case ends:
			ended++
		}
	}
	if stopped < 4_000 || ended < 4_000 {
		t.Errorf("%d stopped, %d ended", stopped, ended)
	}
}

// needsLook reports whether a string has something in its first block that skim does not
// take.
func needsLook(b []byte) bool {
	end := 0
	for ; b[end] != '"'; end++ {
		if b[end] == '\\' {
			end++
		}
	}
	defects, _ := readStrictly(slices.Concat([]byte(`"`), b[:end+1]))
	first := bytes.ToLower(b[:min(end, blockSize)])
	return len(defects) > 0 && defects[0].Start <= blockSize || bytes.Contains(first, []byte(`\ud`))
}

// Nothing behind the text is looked at, wherever it ends.
func TestSkimStaysInside(t *testing.T) {
	needsAVX2(t)
	text := bytes.Repeat([]byte("x"), 4*blockSize)
	for size := range 3 * blockSize {
		n, _, _, ends := skim(text[:size])
		m, chars, _ := Tally(text[:size])
		if want := size / blockSize * blockSize; n != want || m != want || chars != want || ends {
			t.Errorf("of %d bytes %d are passed over, %d counted as %d, ends: %v", size, n, m, chars, ends)
		}
	}
}

// What Tally counts is what a walk in single steps finds, and it stops for a reason.
func TestTally(t *testing.T) {
	needsAVX2(t)
	r := rand.New(rand.NewPCG(5, 6))
	for range 40_000 {
		b := skimmed(r)
		n, chars, lines := Tally(b)
		wantChars, wantLines, reason := tallied(b[:n])
		if chars != wantChars || lines != wantLines || reason {
			t.Fatalf("%q: %d chars, %d lines in %q, want %d, %d", b, chars, lines, b[:n], wantChars, wantLines)
		}
		if len(b)-n < blockSize {
			continue
		}
		if _, _, reason := tallied(b[n : n+blockSize]); !reason {
			t.Fatalf("%q: stops at %d before %q", b, n, b[n:])
		}
	}
}

// tallied counts in single steps, and reports whether it meets something that is neither
// UTF-8 nor an escape of two characters.
func tallied(b []byte) (chars, lines int, reason bool) {
	for i := 0; i < len(b); chars++ {
		if b[i] != '\\' {
			c, size := utf8.DecodeRune(b[i:])
			reason = reason || c == utf8.RuneError && size == 1 && utf8.FullRune(b[i:])
			i += size
			continue
		}
		if i+1 < len(b) {
			reason = reason || !strings.ContainsRune(`"\/bfnrt`, rune(b[i+1]))
			if b[i+1] == 'n' {
				lines++
			}
		}
		i += 2
	}
	return chars, lines, reason
}

// Every pair of bytes, and every edge behind one, at every edge of what is looked at.
func TestSkimUTF8(t *testing.T) {
	needsAVX2(t)
	edges, places := []byte{'x', 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff}, []int{0, 14, 15, 16, 29, 30, 31, 32, 47, 59, 60, 61, 62, 63}
	if testing.Short() {
		edges, places = []byte{'x', 0x80, 0xbf, 0xc0}, []int{0, 31, 62}
	}
	for _, at := range places {
		b := bytes.Repeat([]byte("x"), 2*blockSize)
		for first := 0x80; first < 256; first++ {
			for second := 0x70; second < 256; second++ {
				for _, third := range edges {
					for _, fourth := range edges {
						copy(b[at:], []byte{byte(first), byte(second), third, fourth})
						n, _, _, _ := skim(b)
						m, _, _ := Tally(b)
						if want := utf8.Valid(b); (len(b)-n < blockSize) != want || (len(b)-m < blockSize) != want {
							t.Fatalf("% x at %d: passes %d, counts %d, valid: %v", b[at:at+4], at, n, m, want)
						}
					}
				}
			}
		}
	}
}

// Without the instructions nothing is skimmed, and the same is found.
func TestWithoutSkim(t *testing.T) {
	defer func(was bool) { skims = was }(skims)
	skims = false
	if n, _, _, ends := skim(bytes.Repeat([]byte("x"), 1000)); n != 0 || ends {
		t.Errorf("%d bytes", n)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		checkDefects(t, slices.Concat([]byte(`["`), skimmed(r), []byte(`"]`)))
	}
}

func needsAVX2(t *testing.T) {
	t.Helper()
	if !skims {
		t.Skip("this processor has no AVX2")
	}
}
