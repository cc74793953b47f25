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
