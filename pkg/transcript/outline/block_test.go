package outline

import (
	"math/bits"
	"strings"
	"testing"
	"unicode/utf8"
)

// Every byte, at every place of a word and of a block, next to every kind of
// neighbour: nothing is carried from one byte to the next.
func TestClassify(t *testing.T) {
	for _, neighbour := range []byte{0, 1, 0x1f, ' ', '!', '"', '#', '[', '\\', ']', 'a', 0x7f, 0x80, 0xa2, 0xdc, 0xff} {
		for c := range 256 {
			for _, at := range []int{0, 1, 6, 7, 8, 31, 55, 56, 62, 63} {
				var p block
				for i := range p {
					p[i] = neighbour
				}
				p[at] = byte(c)
				special, high := classify(&p)
				for i, c := range p[:blockSize] {
					if want := c < ' ' || c == '"' || c == '\\'; special>>i&1 == 1 != want {
						t.Fatalf("%#x among %#x: special is %v", c, neighbour, !want)
					}
					if want := c >= utf8.RuneSelf; high>>i&1 == 1 != want {
						t.Fatalf("%#x among %#x: beyond ASCII is %v", c, neighbour, !want)
					}
				}
			}
		}
	}
}

func TestCharLen(t *testing.T) {
	edges := []byte{0, '"', 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff}
	for a := 0x80; a < 256; a++ {
		for b := range 256 {
			for _, c := range edges {
				for _, d := range edges {
					text := []byte{byte(a), byte(b), c, d}
					_, want := utf8.DecodeRune(text)
					if want == 1 {
						want = 0
					}
					if got := charLen(uint32(a) | uint32(b)<<8 | uint32(c)<<16 | uint32(d)<<24); got != want {
						t.Fatalf("% x: length %d, want %d", text, got, want)
					}
				}
			}
		}
	}
}

// Runs of backslashes of every length, at every place, end at the right quote.
func TestBackslashRuns(t *testing.T) {
	for before := range blockSize + 2 {
		for n := range 2*blockSize + 2 {
			raw := []byte(`["` + strings.Repeat("x", before) + strings.Repeat(`\`, n) + `"]","` + strings.Repeat("y", 70) + `"]`)
			checkDefects(t, raw)
		}
	}
}

// Healthy text is read without leaving the fast loop: the work is a step a block
// and one an escape, and a second look is for what is damaged.
func TestHealthyTextIsSkipped(t *testing.T) {
	for _, unit := range []string{"plain text ", `line\n\tof \"code\" \\ `, `\u043f\u0440`, "漢字 é 😀", `a\/b\u2192`} {
		text := []byte(strings.Repeat(unit, 200))
		for from := 0; from < len(unit); {
			at, next, f, _ := skipPlain(text, from)
			if at != next || f.odd|f.control|f.quote != 0 || f.bad || len(text)-at >= len(block{}) {
				t.Fatalf("%q: stopped at %d of %d, %+v", unit, at, len(text), f)
			}
			from += stepOf(text[from:])
		}
	}
}

// stepOf returns the length of the escape or character that b begins with.
func stepOf(b []byte) int {
	if b[0] == '\\' {
		size, _ := DecodeEscape(b)
		return size
	}
	return max(1, bits.LeadingZeros8(^b[0]))
}
