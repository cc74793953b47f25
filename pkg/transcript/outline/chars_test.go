package outline

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
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
