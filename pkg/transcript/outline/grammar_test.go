package outline

import (
	"encoding/json"
	"testing"
)

// Texts that are JSON.
var good = []string{
	// scalars at the top
	`0`, `-0`, `7`, `-1`, `10`, `1.5`, `0.0`, `-0.01`, `1e1`, `1E1`, `1e+1`, `1e-1`, `0e0`, `0E+00`, `1.0e0012`,
	`123456789012345678901234567890`, `1e99999`, `-1e-99999`, `true`, `false`, `null`, `""`, `"a"`,
	// strings that the scanner must not stop in
	`"\""`, `"\\"`, `"\\\""`, `"\\\\"`, `"{[,:]}"`, `"fifteen bytes.."`, `"sixteen bytes..."`, `"sixteen bytes..\\"`,
	`"sixteen bytes..\""`, `"seventeen bytes..\""`, `"\u0000\b\f\n\r\t\/"`, `"\ud83d\ude00"`, `"\ud83d"`, "\"\u2028\u2029\u0085\"", "\"\x7f\"",
	// containers
	`{}`, `[]`, `[[]]`, `[{}]`, `{"":{}}`, `{"a":[]}`, `[1,2]`, `{"a":1,"b":2}`, `{"a":1,"a":2}`, `[[],[],[{}]]`,
	`{"\"":1}`, `{"\\":1}`, `{"a":{"b":{"c":[null,true,false,-0.5e-5,"",{},[]]}}}`, `[[[[[[[[[[1]]]]]]]]]]`,
	// white space
	" 1", "1 ", "\t\n\r 1\t\n\r ", "[ ]", "{ }", "[\n1\r,\t2 ]", "{ \"a\" : 1 , \"b\"\n:\n2 }", " [ [ ] , { } ] ",
}

// Texts that are not JSON, for reasons outside strings.
var bad = []string{
	// numbers
	`+1`, `01`, `-01`, `00`, `1.`, `.5`, `-.5`, `-`, `--1`, `1e`, `1e+`, `1E-`, `1.e1`, `1.5.5`, `1e5.5`, `1e1e1`, `0x1`, `1_0`, `1a`,
	`Infinity`, `-Infinity`, `NaN`, `-a`, `1 000`, "\uff11", `[1e]`, `[-]`, `{"a":01}`, `[1.]`, `[1.,2]`, `[- 1]`, `0e`,
	// literals
	`nul`, `nulll`, `Null`, `TRUE`, `tru`, `truE`, `fals`, `falsee`, `t`, `undefined`, `[nul]`, `[nulle]`, `[true false]`, `{"a":tru}`,
	// strings
	`"`, `"a`, `"\"`, `"\\\"`, `'a'`, `a`, `a"`, `"a""b"`, `"a" "b"`, `["a]`, `{"a:1}`, `"sixteen bytes...`, `"sixteen bytes..\"`,
	// structure
	``, ` `, `,`, `:`, `[`, `]`, `{`, `}`, `[,]`, `[1,]`, `[,1]`, `[1,,2]`, `[1 2]`, `[1:2]`, `[1}`, `{]`, `[}`, `[]]`, `{}}`, `[[]`, `{{}}`,
	`{"a"}`, `{"a":}`, `{"a":1,}`, `{,"a":1}`, `{"a":1,,"b":2}`, `{"a":1 "b":2}`, `{"a" 1}`, `{"a",1}`, `{"a"::1}`, `{a:1}`, `{1:1}`, `{null:1}`,
	`{"a":1]`, `{[1]:2}`, `{"a":1:2}`, `{"a":"b":"c"}`, `["a":1]`, `[{"a":1]`, `[{]}`, `{"a":[}`, `{"a":[1}}`, `[1][2]`, `{}{}`, `1 2`, `{} []`, `null null`,
	// comments, markers, white space that is none
	`/**/1`, `1//`, `#1`, `[1/**/]`, "\ufeff1", "\ufeff{}", "1\x00", "{}\x00", "\x00", "[\x00]", "\x0b1", "\x0c1", "\u00a01", "1\u2028", "[1\u00a0]", "{\"a\":1\x00}", "\x1b", "\xff", "[\xff]",
}

// contexts put a text in places that different parts of the scanner read: at
// the top, opened, and skipped at some depth.
var contexts = [][2]string{
	{"", ""}, {"[", "]"}, {`{"content":`, `}`}, {`{"other":`, `}`}, {`{"other":[0,`, `]}`},
	{`{"other":{"x":[[`, `]],"y":1}}`}, {`{"message":{"content":[{"a":`, `}]}}`}, {`[`, ` , "x"]`},
}

func TestGood(t *testing.T) {
	var d Doc
	for _, text := range good {
		if !json.Valid([]byte(text)) {
			t.Fatalf("%q is not JSON", text)
		}
		for _, c := range contexts {
			raw := []byte(c[0] + text + c[1])
			checkParse(t, &d, raw)
			same(t, d.Root())
		}
	}
}

func TestBad(t *testing.T) {
	var d Doc
	for _, text := range bad {
		if structural([]byte(text)) {
			t.Fatalf("%q is JSON", text)
		}
		for _, c := range contexts {
			checkParse(t, &d, []byte(c[0]+text+c[1]))
		}
	}
}

// What is wrong inside strings does not keep a text from having an outline.
func TestInsideStrings(t *testing.T) {
	var d Doc
	for _, text := range []string{
		`"\x"`, `"\u12"`, `"\u123x"`, `"\ "`, "\"\n\"", "\"\x00\"", "\"\x1f\"", "\"\xff\"", "\"\xed\xa0\x80\"", `"\'"`, "\"\t\"", `"\U0041"`,
	} {
		for _, c := range contexts {
			raw := []byte(c[0] + text + c[1])
			if err := d.Parse(raw); err != nil {
				t.Errorf("Parse(%q) = %v", raw, err)
			}
			if Strict(raw) || d.Defects()&NotJSON == 0 {
				t.Errorf("Strict(%q) = true", raw)
			}
		}
	}
}

// An error names the first byte that does not fit.
func TestErrorOffset(t *testing.T) {
	var d Doc
	for text, want := range map[string]int{
		``: 0, `x`: 0, `{"a":1}x`: 7, `{"a":1} {`: 8, `[1,]`: 3, `{"a" 1}`: 5, `{"a":1,}`: 7, `[1 2]`: 3, `{"x":{"y":]}}`: 10,
		`{"a`: 3, `01`: 1, `1.x`: 2, `-x`: 1, `1ex`: 2, `tru`: 3, `[`: 1, `{"a":`: 5, `{1}`: 1, `[1}`: 2, "{}\x00": 2,
	} {
		err, _ := d.Parse([]byte(text)).(*SyntaxError)
		if err == nil || err.Offset != want {
			t.Errorf("Parse(%q) = %v, want an error at byte %d", text, err, want)
		}
	}
}

// A literal that is spelled wrong is wrong from its first wrong letter on.
func TestErrorOffsetLiteral(t *testing.T) {
	var d Doc
	for text, want := range map[string]int{`nulx`: 3, `[trve]`: 3, `{"a":faLse}`: 7} {
		err, _ := d.Parse([]byte(text)).(*SyntaxError)
		if err == nil || err.Offset != want {
			t.Errorf("Parse(%q) = %v, want an error at byte %d", text, err, want)
		}
	}
}

func TestParsePrefix(t *testing.T) {
	var d Doc
	for text, want := range map[string]int{
		`{}{}`: 2, ` {"a":1} x`: 8, `1 2`: 1, `12,`: 2, `"a"b`: 3, `[1]]`: 3, `nullx`: 4, "{}\n": 2, `01`: 1, `-1-1`: 2,
	} {
		n, err := d.ParsePrefix([]byte(text))
		if err != nil || n != want {
			t.Errorf("ParsePrefix(%q) = %d, %v, want %d", text, n, err, want)
		}
		if _, end := d.Root().Span(); end != want {
			t.Errorf("%q: the root ends at %d, want %d", text, end, want)
		}
	}
}

// After an error there is no value to look at.
func TestParsePrefixError(t *testing.T) {
	var d Doc
	d.Parse([]byte(`{"a":1}`))
	for _, text := range []string{``, `{`, `}`, `{"a":1,`, `[1,x]`} {
		if n, err := d.ParsePrefix([]byte(text)); err == nil || n != 0 {
			t.Errorf("ParsePrefix(%q) = %d, %v", text, n, err)
		}
		if d.Root().Exists() {
			t.Errorf("ParsePrefix(%q) failed and left a root", text)
		}
	}
}
