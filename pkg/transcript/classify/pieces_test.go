package classify

import "testing"

// Escapes of JSON and Python are decoded, however many backslashes they have; of what is
// none one backslash stays.
func TestDecodeEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`a\nb`: "a\nb", `a\rb`: "a\nb", `a\tb`: "a b", `a\\\\nb`: "a\nb", `\"a\"`: `"a"`, `\'a\'`: `'a'`, `a\/b`: "a/b", "\\`a": "`a", `\u0041b`: "Ab", `\u00e9`: "é", `\x41b`: "Ab",
		`\u00g1`: `\u00g1`, `\u12`: `\u12`, `\x4`: `\x4`, `\xg1`: `\xg1`, `a\qb`: `a\qb`, `a\`: `a`, `a\\`: `a`, `a\\qb`: `a\qb`, ``: ``, `plain`: `plain`,
	} {
		if got := decodeEscapes(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A number is cut if a digit goes on at either end, or one behind a mark of thousands.
func TestIsCut(t *testing.T) {
	for text, want := range map[string]bool{
		"[12]": false, "a [12] b": false, "1[12]": true, "[12]1": true, "1.[12]": true, "[12],1": true, "1_[12]": true, "[12]'1": true, ",[12],": false, "[12].": false, "a.[12]": false, "[12].a": false, "1-[12]-1": false,
	} {
		var low string
		var at [2]int
		for _, c := range text {
			switch c {
			case '[':
				at[0] = len(low)
			case ']':
				at[1] = len(low)
			default:
				low += string(c)
			}
		}
		if got := isCut(low, at[0], at[1]); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// Only numbers of three digits from 400 to 599 look like a status.
func TestIsStatus(t *testing.T) {
	for n, want := range map[int64]bool{399: false, 400: true, 599: true, 600: false} {
		if isStatus(n, "000") != want || isStatus(n, "0,000") {
			t.Errorf("%d", n)
		}
	}
}

// A window begins with a word.
func TestSpaceBefore(t *testing.T) {
	vw := newView("one two three", false)
	for i, want := range map[int]int{-5: 0, 0: 0, 1: 0, 3: 0, 4: 4, 5: 4, 7: 4, 8: 8, 13: 8} {
		if got := vw.spaceBefore(i); got != want {
			t.Errorf("%d: %d, want %d", i, got, want)
		}
	}
}

// A number that stands in a sentence twice is both the limit and what did not stay below.
func TestTwice(t *testing.T) {
	for said, want := range map[string]bool{"": false, "4096 tokens": false, "4096 of 4096": true, "4096, 4096 and 4096": true, "5 of 4096": false} {
		if got := twice(said, 4096); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}

// A set of keys is worth more the longer the shortest of them is, and the fewer they are;
// one with a key that is too short is worth nothing.
func TestWeightOfKeys(t *testing.T) {
	one, two, short := weight([]string{"context window"}), weight([]string{"context window", "context length"}), weight([]string{"context window", "a"})
	if weight(nil) != 0 || short != 0 || two <= 0 || one <= two || weight([]string{"context"}) >= two {
		t.Errorf("%d, %d, %d, %d", weight(nil), one, two, short)
	}
}
