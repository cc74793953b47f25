package classify

import (
	"strings"
	"testing"
)

// Escapes of JSON and Python are decoded, however many backslashes they have; of what is
// none one backslash stays.
func TestDecodeEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`a\nb`: "a\nb", `a\rb`: "a\nb", `a\tb`: "a b", `a\\\\nb`: "a\nb", `\"a\"`: `"a"`, `\'a\'`: `'a'`, `a\/b`: "a/b", "\\`a": "`a", `\u0041b`: "Ab", `\u00e9`: "é", `\x41b`: "Ab",
		`\u00g1`: `\u00g1`, `\u12`: `\u12`, `\x4`: `\x4`, `\xg1`: `\xg1`, `a\qb`: `a\qb`, `a\`: `a`, `a\\`: `a`, `a\\qb`: `a\qb`, ``: ``, `plain`: `plain`,
		`C:\Users\runtime\next`: `C:\Users\runtime\next`, `"C:\\Users\\x\\next.js\n a"`: "\"C:\\Users\\x\\next.js\n a\"", `in C:\Users\x, a\nb`: "in C:\\Users\\x, a\nb",
		`Option A:\nfoo`: "Option A:\nfoo", `error:\qa\nb`: "error:\\qa\nb", `\n:\qa\nb`: "\n:\\qa\nb",
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
	one, two, short := ofRules.weight([]string{"context window"}), ofRules.weight([]string{"context window", "context length"}), ofRules.weight([]string{"context window", "a"})
	if ofRules.weight(nil) != 0 || short != 0 || two <= 0 || one <= two || ofRules.weight([]string{"context"}) >= two {
		t.Errorf("%d, %d, %d, %d", ofRules.weight(nil), one, two, short)
	}
}

// Terminal sequences and entities are taken out, and what stands between them stays.
func TestDecorationGoes(t *testing.T) {
	for text, want := range map[string]string{
		"a\x1b[31mb\x1b[0mc": "abc", "a\x1b[1;31mb": "ab", "a\x1b": "a", "a\x1b[": "a", "a\x1b[3": "a", "a\x1bMb": "aMb", "\x1b[@b": "b", "\x1b[~b": "b", "plain": "plain",
	} {
		if got := stripANSI(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"a&#62;b&#x3e;c": "a>b>c", "a&gt;b&amp;c": "a>b&c", "a&#999;b": "a&#999;b", "a&#127;b": "a\x7fb", "a&#128;b": "a&#128;b", "&#;a": "&#;a", "a&#": "a&#", "a&#62": "a&#62", "a&#62;": "a>", "a&#000062;b": "a&#000062;b",
		"a&#00062;b": "a2b", "a & b": "a & b", "plain": "plain", "&#62;&#60;": "><",
	} {
		if got := decodeEntities(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Of a stack trace only what is no frame stays: of Python a frame and its line of source,
// of Node the frames, but not the members behind the last one.
func TestFramesGo(t *testing.T) {
	for text, want := range map[string]string{
		"Error: x\n    at f (a.js:1:2)\n    at g:3\nend":                    "Error: x\nend",
		"Error: x\n    at f (a.js:1:2) {\n  code: 1\n}":                     "Error: x\n\n  code: 1\n}",
		"at f (a.js:1:2)\n":                                                 "at f (a.js:1:2)\n",
		"  at noon\nend":                                                    "  at noon\nend",
		"  File \"a.py\", line 1, in f\n    raise e\nError: x":              "Error: x",
		"  File \"a.py\", line 1, in f\n    raise e\n    ^^^^~\nError: x":   "Error: x",
		"  File \"a.py\", line 1\n    one\n    two\nError: x":               "    two\nError: x",
		"  File \"a.py\", line 1\n  File \"b.py\", line 2\n    b\nError: x": "Error: x",
		"File \"a.py\", line 1\n a\nb":                                      "b",
		"  File \"a.py\", line 1\n  same\nError: x":                         "  same\nError: x",
		"File \"a.py\" is gone\n    raise e":                                "File \"a.py\" is gone\n    raise e",
		"look at this\n\nend":                                               "look at this\n\nend",
		"no trace\n  ^^\n":                                                  "no trace\n  ^^\n",
	} {
		if got := dropFrames(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A page is told by what it begins with, within 4096 bytes.
func TestPages(t *testing.T) {
	for text, want := range map[string]bool{
		"<html>": true, "<!DOCTYPE html>": true, "x <h1>a</H1>": true, "a < b": false, strings.Repeat("x", 4090) + "<html>": true, strings.Repeat("x", 4091) + "<html>": true, strings.Repeat("x", 4092) + "<html>": false,
	} {
		if got := looksLikeHTML(text); got != want {
			t.Errorf("%.20q, %d bytes: %t", text, len(text), got)
		}
	}
}

// What an exact sentence lacks where somebody tells of it, or lists it.
func TestExactLacks(t *testing.T) {
	for _, c := range []struct {
		text  string
		class Class
		want  string
	}{
		{"«prompt is too long»", ContextOverflow, ""}, {"my app says «prompt is too long»", ContextOverflow, chatVeto}, {"my app says «prompt is too long»", InvalidMaxTokens, ""}, {"Error: my app says «prompt is too long»", ContextOverflow, ""},
		{"- «prompt is too long»", ContextOverflow, frameVeto}, {"- «max_tokens is too large»", InvalidMaxTokens, frameVeto}, {"- «unauthorized»", Auth, ""}, {"- «max_tokens is too large»: 9000", InvalidMaxTokens, ""}, {"- Error: «prompt is too long»", ContextOverflow, ""},
	} {
		vw, p := marked(t, c.text)
		if got := vw.exactLacks(p, c.class); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.text, c.class, got, c.want)
		}
	}
}

// What loose and common words lack.
func TestOtherWordsLack(t *testing.T) {
	long := strings.Repeat("lorem ipsum dolor sit amet ", 15)
	for _, c := range []struct {
		text     string
		strength Strength
		class    Class
		want     string
	}{
		{"«context window exceeded»", Common, ContextOverflow, ""}, {"a bigger «context window exceeded»", Common, ContextOverflow, edgeVeto}, {"there is a «context window exceeded»", Common, ContextOverflow, edgeVeto},
		{"- «context window exceeded»", Common, ContextOverflow, edgeVeto}, {"- «bad gateway»", Common, ServerError, ""}, {long + ": «bad gateway»", Common, ServerError, lengthVeto}, {"Error: " + long + ": «bad gateway»", Common, ServerError, ""}, {long + "\nError: «bad gateway»", Common, ServerError, ""},
		{"a bigger «context window exceeded»", Bare, ContextOverflow, ""},
		{"- «context window exceeded»", Loose, ContextOverflow, frameVeto}, {"- «max_tokens is too large»", Loose, InvalidMaxTokens, frameVeto}, {"- «bad gateway»", Loose, ServerError, ""}, {"The file is «longer than the limit»", Loose, ContextOverflow, frameVeto}, {"Error: «longer than the limit»", Counted, ContextOverflow, ""},
		{"Error: it is «too long when sent»", Loose, ContextOverflow, ""}, {"it is «too long when sent»", Loose, ContextOverflow, frameVeto}, {"it is usually «too long for it»", Loose, ContextOverflow, chatVeto}, {"it is usually «a bad gateway then»", Loose, ServerError, frameVeto},
		{"for example «too long for it»", Loose, ContextOverflow, chatVeto}, {"in a place where all of it was «this long» and what came of it", Loose, ContextOverflow, ""}, {"in a place where all of it was «this bad» and what came of it", Loose, ServerError, frameVeto},
	} {
		vw, p := marked(t, c.text)
		if got := vw.lacksEvidence(p, &Rule{Class: c.class, Strength: c.strength}); got != c.want {
			t.Errorf("%s, %s, %s: %q, want %q", c.text, c.strength, c.class, got, c.want)
		}
	}
}

// Words stand for an error by themselves if they are three fifths of their sentence, or
// stand alone, or if their short passage has the wording of one.
func TestBareErrors(t *testing.T) {
	long := strings.Repeat("x ", 200)
	for text, want := range map[string]bool{
		"x «bcdefg» y": true, "xx «bcdefg» y": false, "xxxx: «bcdefg», yyyy": true, "xx «bcdefg» y, please": true, long + "«bcdefg»": false, "«bcdefg» yyyyyyyyy": false, "«bcdefg»": true,
	} {
		vw, p := marked(t, text)
		if got := vw.isBareError(p); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
