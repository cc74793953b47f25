package outline

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

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
