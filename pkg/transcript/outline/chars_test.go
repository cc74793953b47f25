package outline

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// charsOfShort is Chars of what a string says.
func charsOfShort(raw []byte) (n int) { return utf8.RuneCount(Decode(raw)) }

func TestChars(t *testing.T) {
	for _, text := range []string{
		`""`, `"abc"`, `"é€😀"`, `"\ud83d\ude00"`, `"a\ud83d"`, `"\ud83d\ud83d\ude00"`, `"\\ud83d"`,
		`"\n\"\\\/"`, `"\u00e9x\u20AC"`, `"tail\\"`,
	} {
		var d Doc
		if err := d.Parse([]byte(text)); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var s string
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		if got, want := d.Root().Chars(), utf8.RuneCountInString(s); got != want {
			t.Errorf("%s: %d chars, want %d", text, got, want)
		}
	}
}

// A long text is counted in blocks, to the same result as from escape to escape.
func TestCharsOfBlocks(t *testing.T) {
	pieces := []string{
		"plain text ", "x", `\n`, `\"`, `\\`, `\u00e9`, `\ud83d\ude00`, `\ud83d`, `\ude00`, "é", "日本", "🙂", "→",
		"\x80", "\xf0\x9f", "\xed\xa0\x80", `\q`, `\é`, `\u12`, "\x01", `\`,
	}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(0, 60).Draw(t, "pieces") {
			b.WriteString(rapid.SampledFrom(pieces).Draw(t, "piece"))
		}
		raw := []byte(b.String())
		if got, want := Chars(raw), charsOfShort(raw); got != want {
			t.Fatalf("%q: %d, want %d", raw, got, want)
		}
	})
}

// charsCounted compares what a scan has counted of each string with a count of its own,
// and returns how many of them the scan did count.
func charsCounted(t *testing.T, text []byte) (known int) {
	t.Helper()
	var d Doc
	if d.Parse(text) != nil {
		return 0
	}
	for v := range d.Root().All() {
		if got, want := v.Chars(), charsOfShort(v.inner()); got != want {
			t.Fatalf("%q: %d chars in %q, want %d", text, got, v.Raw(), want)
		}
		if v.node().flags&charsKnown != 0 {
			known++
		}
	}
	return known
}

// Chars are counted with the scan that checks a string, wherever it stands, and to the same
// result where it has to be counted again.
func TestCharsOfScans(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	known, all := 0, 0
	for range 20_000 {
		var b []byte
		for b = append(b, '['); len(b) < 2 || r.IntN(4) > 0; b = append(b, `",`...) {
			b = append(b, '"')
			most := 21 + r.IntN(2)*r.IntN(len(closer)-21)
			for range r.IntN(20) {
				b = append(b, closer[r.IntN(most)]...)
			}
		}
		b = append(b[:len(b)-1], ']')
		known += charsCounted(t, b)
		all++
	}
	if known < all/2 {
		t.Errorf("in %d lists %d strings are counted while they are scanned", all, known)
	}
}

// What is usual is counted at once, in a build without assembly too.
func TestCharsOfPlainStrings(t *testing.T) {
	for _, text := range []string{`"abc"`, `""`, `"a\nb"`, `"` + strings.Repeat(`some \"words\"\n`, 40) + `"`} {
		if charsCounted(t, []byte("["+text+"]")) != 1 {
			t.Errorf("%s is not counted", text)
		}
	}
	for _, text := range []string{`"\ud83d\ude00"`, "\"\x80\"", `"\x"`} {
		if charsCounted(t, []byte("["+text+"]")) != 0 {
			t.Errorf("%s is counted without a closer look", text)
		}
	}
}
