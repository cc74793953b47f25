package tokens

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// named writes what a text is the sum of, in the order of the names, with how often each
// is added if that is not once.
func named(text string) string {
	parts := Parts([]byte(text))
	var list []string
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		if n := parts[name]; n != 1 {
			name = fmt.Sprint(name, " x", n)
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

// What a text costs: each run by its length up to some length, by what stands before it,
// its letters and marks.
func TestParts(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " ": "",
		"a": "letter a, lower fresh 1", "z": "letter z, lower fresh 1", "A": "upper fresh 1", "Z": "upper fresh 1", "0": "digit fresh 1", "9": "digit fresh 1",
		"Ab": "letter b, title fresh 2, upper fresh 1", "ABc": "letter c, title glued 2, upper fresh 1, upper fresh 2", "aB": "letter a, lower fresh 1, upper glued 1",
		"-Ab": "letter b, mark -, marks fresh 1, title marked 2, upper marked 1", "Abz": "letter b, letter z, title fresh 2, title fresh 3, upper fresh 1",
		"AbC": "letter b, title fresh 2, upper fresh 1, upper glued 1", "a b": "letter a, letter b, lower fresh 1 x2", "a  b": "letter a, letter b, lower fresh 1 x2, space fresh 2",
		"    ": "space fresh 2, space fresh 3 x2", "\n    a": "indent fresh 1, indent fresh 2, indent fresh 3 x2, letter a, line fresh 1, lower fresh 1", "\t\t\t\t": "tab fresh 1, tab fresh 2, tab fresh 3 x2",
		"\t a": "letter a, lower fresh 1, tab fresh 1", "\n\r\n": "line fresh 1, line fresh 2 x2", "\n\ta": "letter a, line fresh 1, lower fresh 1, tab fresh 1",
		"bbbbbbbbbbbb": "letter b x12, lower fresh 1, lower fresh 10 x3, lower fresh 2, lower fresh 3, lower fresh 4, lower fresh 5, lower fresh 6, lower fresh 7, lower fresh 8, lower fresh 9",
		"AAAAAAAA":     "upper fresh 1, upper fresh 2, upper fresh 3, upper fresh 4, upper fresh 5, upper fresh 6 x3", "1234567": "digit fresh 1, digit fresh 2, digit fresh 3, digit fresh 4, digit fresh 5 x3",
		" 1": "digit fresh 1, space digit", "  1": "digit fresh 1, space fresh 2", "\t1": "digit fresh 1, tab fresh 1", "a1": "digit glued 1, letter a, lower fresh 1", " 12": "digit fresh 1, digit fresh 2, space digit",
		"a-b": "letter a, letter b, lower fresh 1, lower marked 1, mark -, marks glued 1", "1.5": "digit fresh 1, digit marked 1, mark ., marks glued 1", "A(": "mark (, marks glued 1, upper fresh 1", "é(": "latin, mark (, marks glued 1",
		"a (b": "letter a, letter b, lower fresh 1, lower marked 1, mark (, marks fresh 1", "a()b": "letter a, letter b, lower fresh 1, lower marked 1, mark (, mark ), marks fresh 2, marks glued 1",
		"!!!!": "mark ! x4, marks fresh 1, marks fresh 2, marks fresh 3 x2", "-=-=": "mark - x2, mark = x2, marks fresh 1, marks fresh 2, marks fresh 3 x2",
		"--": "mark -, marks fresh 1, rule", "====": "mark =, marks fresh 1, rule x3", "***": "mark *, marks fresh 1, rule x2", "##": "mark #, marks fresh 1, rule", "__": "mark _, marks fresh 1, rule", "..": "mark ., marks fresh 1, rule",
		"~~": "mark ~, marks fresh 1, rule", "++": "mark +, marks fresh 1, rule", "//": "mark / x2, marks fresh 1, marks fresh 2", "--!": "mark !, mark -, marks fresh 1, marks fresh 3, rule", "- -": "mark - x2, marks fresh 1 x2",
		"\x00": "control fresh 0", "\x1f": "control fresh 0", "\x7f": "control fresh 0", "\x00a": "control fresh 0, letter a, lower glued 1", "[@`{": "mark @, mark [, mark `, mark {, marks fresh 1, marks fresh 2, marks fresh 3 x2",
		"é": "latin", "日本": "ideographs x2", "日a": "ideographs, letter a, lower glued 1", "😀": "pictures", "𠀀": "beyond", "हि": "devanagari x2", "বা": "indic x2", "\u097f": "devanagari", "\u0980": "indic", "\u0a00": "indic",
		"\u00ff": "latin", "\u07ff": "arabic", "\u0800": "rare", "\uffff": "fullwidth", "\U0001F000": "pictures", "\U0001FFFF": "pictures", "\U0001C000": "pictures", "\U0001BFFF": "beyond",
	} {
		if got := named(text); got != want {
			t.Errorf("%q costs %s, want %s", text, got, want)
		}
	}
}

// The estimate of a text is the sum of its features.
func TestPartsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := text(t, 60)
		sum := 0
		for name, n := range Parts([]byte(s)) {
			sum += n * int(costOf(name))
		}
		if got, _ := steps.walk(withoutEscapes([]byte(s)), begin); got != uint64(sum) {
			t.Fatalf("%q costs %d, its parts %d", s, got, sum)
		}
	})
}

// Every character costs the same however it is spelled, and so does the letter behind it.
func TestEveryCharacter(t *testing.T) {
	for r := range rune(0x110000) {
		if utf16.IsSurrogate(r) || r > 0xffff && r%0x400 != 0 && r%0x400 != 0x3ff && r%97 != 0 {
			continue
		}
		text := append(utf8.AppendRune(nil, r), 'a')
		spellings := [][]byte{nil, nil}
		for _, u := range utf16.Encode([]rune{r}) {
			spellings[0], spellings[1] = fmt.Appendf(spellings[0], `\u%04x`, u), fmt.Appendf(spellings[1], `\u%04X`, u)
		}
		spellings[0], spellings[1] = append(spellings[0], 'a'), append(spellings[1], 'a')
		want := costs(withoutEscapes(text))
		for _, raw := range spellings {
			if got := costs(raw); !slices.Equal(got, want) {
				t.Fatalf("U+%04X as %s: %v, want %v", r, raw, got, want)
			}
		}
	}
}

// costs returns what the steps over a text add, whatever that weighs.
func costs(text []byte) (list []string) {
	at := place{}
	for _, b := range text {
		s := at.over(b)
		for _, p := range s.costs {
			if p != "" {
				list = append(list, p)
			}
		}
		at = s.to
	}
	return list
}

// Escapes of one letter cost what they stand for, behind whatever word.
func TestShortEscapes(t *testing.T) {
	for _, before := range []string{"", "a", "A", "7", "-", " ", "  ", "x\n", "\t", "é", "😀"} {
		for _, c := range []string{"\n", "\r", "\t", "\b", "\f", "\"", "\\", "/"} {
			for _, after := range []string{"a", " a", "7", "--"} {
				s := before + c + after
				raw := goSpelling(before) + map[string]string{"\n": `\n`, "\r": `\r`, "\t": `\t`, "\b": `\b`, "\f": `\f`, "\"": `\"`, "\\": `\\`, "/": `\/`}[c] + after
				if got, want := Calibrated.JSON([]byte(raw)), Calibrated.Text([]byte(s)); got != want {
					t.Errorf("%s: %d tokens, want %d", raw, got, want)
				}
			}
		}
	}
}

// The estimate is rounded to the nearest token; what costs anything costs one.
func TestRounding(t *testing.T) {
	for weight, want := range map[uint64]int{0: 0, 1: 1, unit/2 - 1: 1, unit: 1, unit + unit/2 - 1: 1, unit + unit/2: 2, 2*unit + unit/2 - 1: 2, 2*unit + unit/2: 3} {
		if got := tokensOf(weight); got != want {
			t.Errorf("%d: %d tokens, want %d", weight, got, want)
		}
	}
}

// A byte that is no hexadecimal digit ends an escape, as something rare.
func TestHexDigits(t *testing.T) {
	for c := range 256 {
		isHex := strings.IndexByte("0123456789abcdefABCDEF", byte(c)) >= 0
		rare := slices.Equal(costs([]byte{'\\', 'u', byte(c)}), []string{"rare"})
		if rare == isHex {
			t.Errorf("%q is a digit: %v", rune(c), !rare)
		}
	}
}

// What a request adds around texts, unless only chars are counted.
func TestFrame(t *testing.T) {
	if m := Calibrated; m.Message() != 4 || m.Call() != 8 {
		t.Errorf("%d tokens for a message, %d for a call", m.Message(), m.Call())
	}
	if m := Chars4; m.Message() != 0 || m.Call() != 0 {
		t.Errorf("chars: %d tokens for a message, %d for a call", m.Message(), m.Call())
	}
}
