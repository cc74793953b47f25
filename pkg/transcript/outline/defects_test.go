package outline

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// damaged are the insides of strings with what is wrong in them, and what they
// become.
var damaged = []struct {
	in    string
	kinds Defects
	spans [][2]int
	out   string
}{
	{`a\[b`, InvalidEscape, [][2]int{{1, 2}}, `a\\[b`},
	{`\x41`, InvalidEscape, [][2]int{{0, 1}}, `\\x41`},
	{`\ `, InvalidEscape, [][2]int{{0, 1}}, `\\ `},
	{`\'`, InvalidEscape, [][2]int{{0, 1}}, `\\'`},
	{`\U0041`, InvalidEscape, [][2]int{{0, 1}}, `\\U0041`},
	{`\u12G4`, InvalidEscape, [][2]int{{0, 1}}, `\\u12G4`},
	{`\u12`, InvalidEscape, [][2]int{{0, 1}}, `\\u12`},
	{`\u`, InvalidEscape, [][2]int{{0, 1}}, `\\u`},
	{`\u00\n`, InvalidEscape, [][2]int{{0, 1}}, `\\u00\n`},
	{`\\\[\\`, InvalidEscape, [][2]int{{2, 3}}, `\\\\[\\`},
	{`C:\dir\new`, InvalidEscape, [][2]int{{2, 3}}, `C:\\dir\new`},
	{"\\é", InvalidEscape, [][2]int{{0, 1}}, "\\\\é"},
	{"a\tb", RawControl, [][2]int{{1, 2}}, `a\u0009b`},
	{"\x00\x1f", RawControl, [][2]int{{0, 1}, {1, 2}}, `\u0000\u001f`},
	{"\n", RawControl, [][2]int{{0, 1}}, `\n`},
	{"\\\t", InvalidEscape | RawControl, [][2]int{{0, 1}, {1, 2}}, `\\\u0009`},
	{"\\\\\x1b[0m", RawControl, [][2]int{{2, 3}}, `\\\u001b[0m`},
	{"\xff", InvalidUTF8, [][2]int{{0, 1}}, "\ufffd"},
	{"\xc3", InvalidUTF8, [][2]int{{0, 1}}, "\ufffd"},
	{"\xc3x", InvalidUTF8, [][2]int{{0, 1}}, "\ufffdx"},
	{"\xe2\x82", InvalidUTF8, [][2]int{{0, 2}}, "\ufffd"},
	{"\xf0\x9f\x98x", InvalidUTF8, [][2]int{{0, 3}}, "\ufffdx"},
	{"\xed\xa0\x80", InvalidUTF8, [][2]int{{0, 1}, {1, 2}, {2, 3}}, "\ufffd\ufffd\ufffd"},
	{"\xc0\x80", InvalidUTF8, [][2]int{{0, 1}, {1, 2}}, "\ufffd\ufffd"},
	{"\xf4\x90\x80\x80", InvalidUTF8, [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}}, strings.Repeat("\ufffd", 4)},
	{"\\\xff", InvalidEscape | InvalidUTF8, [][2]int{{0, 1}, {1, 2}}, "\\\\\ufffd"},
	{`\ud83d`, HalfPair, [][2]int{{0, 6}}, `\ufffd`},
	{`\uDE00\uD83D`, HalfPair, [][2]int{{0, 6}, {6, 12}}, `\ufffd\ufffd`},
	{`\ud83d\ud83d\ude00\ude00`, HalfPair, [][2]int{{0, 6}, {18, 24}}, `\ufffd\ud83d\ude00\ufffd`},
	{`\ud83d\ude0G`, HalfPair | InvalidEscape, [][2]int{{0, 6}, {6, 7}}, `\ufffd\\ude0G`},
	{`\\ud83d\\\udbff`, HalfPair, [][2]int{{9, 15}}, `\\ud83d\\\ufffd`},
	{`\u\ud83d`, InvalidEscape | HalfPair, [][2]int{{0, 1}, {2, 8}}, `\\u\ufffd`},
}

func TestDamaged(t *testing.T) {
	for _, c := range damaged {
		for _, around := range [][2]string{{`"`, `"`}, {`{"x":{"y":["`, `"]}}`}, {`{"`, `":1}`}, {`["é` + strings.Repeat("z", 90), `"]`}} {
			raw := []byte(around[0] + c.in + around[1])
			if got := defectsIn(t, raw); got != c.kinds {
				t.Errorf("%q: found %v, want %v", raw, got, c.kinds)
			}
			var spans [][2]int
			for d := range StringDefects(raw) {
				spans = append(spans, [2]int{d.Start - len(around[0]), d.End - len(around[0])})
			}
			if !slices.Equal(spans, c.spans) {
				t.Errorf("%q: spans %v, want %v", raw, spans, c.spans)
			}
			if got, want := string(MendStrings(raw)), around[0]+c.out+around[1]; got != want {
				t.Errorf("%q becomes %q, want %q", raw, got, want)
			}
		}
	}
}

// defectsIn parses raw, whose structure must be sound.
func defectsIn(t *testing.T, raw []byte) Defects {
	t.Helper()
	var d Doc
	if err := d.Parse(raw); err != nil {
		t.Fatalf("Parse(%q): %v", raw, err)
	}
	return d.Defects()
}

// What the scanner says in one pass, what the list says, and what the reference
// says is the same, for every kind at every place of the blocks that the scanner
// looks at, and at every distance from the end.
func TestDefectsEverywhere(t *testing.T) {
	insides := []string{"plain", `\n`, `\"`, `\\`, `\\\\\"`, `\u00e9`, `\ud83d\ude00`, "é", "漢", "😀", "\u07ff\u0800\uffff\U00010000\U0010ffff", "\x7f"}
	for _, c := range damaged {
		insides = append(insides, c.in)
	}
	for _, in := range insides {
		for before := range 8*shortWords + blockSize + 4 {
			for _, head := range []string{"", "é", `\n`} { // with those, the first block begins at once
				for _, after := range []int{0, 1, 5, 70} {
					checkDefects(t, []byte(`["`+head+strings.Repeat("a", before)+in+strings.Repeat("z", after)+`"]`))
				}
			}
		}
	}
}

// checkDefects compares what is found inside the strings of raw with the
// reference, and mends it.
func checkDefects(t *testing.T, raw []byte) {
	t.Helper()
	want, sound := readStrictly(raw)
	var d Doc
	if err := d.Parse(raw); (err == nil) != sound {
		t.Fatalf("Parse(%q) = %v, want sound: %v", raw, err, sound)
	}
	if !sound {
		if d.Defects() != 0 {
			t.Fatalf("%q is not sound and has defects", raw)
		}
		return
	}
	if got := d.Defects(); got != kindsOf(want) {
		t.Fatalf("%q: found %v, want %v", raw, got, kindsOf(want))
	}
	if got := slices.Collect(StringDefects(raw)); !slices.Equal(got, want) {
		t.Fatalf("%q: list %v, want %v", raw, got, want)
	}
	if got := Strict(raw); got != (kindsOf(want)&NotJSON == 0) {
		t.Fatalf("Strict(%q) = %v", raw, got)
	}
	checkMended(t, raw, want)
}

// checkMended: the result is JSON without defects for everybody, it differs from
// raw in the spans only, and it is read as raw is where that can be read.
func checkMended(t *testing.T, raw []byte, defects []Defect) {
	t.Helper()
	mended := MendStrings(raw)
	if left, sound := readStrictly(mended); !sound || len(left) > 0 || !json.Valid(mended) || !utf8.Valid(mended) {
		t.Fatalf("%q becomes %q, which has %v", raw, mended, left)
	}
	at, to := 0, 0
	for _, d := range defects {
		same := raw[at:d.Start]
		text := d.AppendMended(nil, raw)
		if !bytes.HasPrefix(mended[to:], same) || !bytes.HasPrefix(mended[to+len(same):], text) {
			t.Fatalf("%q becomes %q, which differs in front of or at %v", raw, mended, d)
		}
		at, to = d.End, to+len(same)+len(text)
	}
	if !bytes.Equal(raw[at:], mended[to:]) {
		t.Fatalf("%q becomes %q, which differs behind the last defect", raw, mended)
	}
	if kindsOf(defects) == HalfPair && !sameJSON(t, raw, mended) {
		t.Fatalf("%q becomes %q, which says something else", raw, mended)
	}
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	return bytes.Equal(Marshal(decode(t, a)), Marshal(decode(t, b)))
}

// A defect does not have an effect on the text behind it, nor on the next one
// that is parsed.
func TestDefectsAreOfOneText(t *testing.T) {
	var d Doc
	for _, raw := range []string{`["\x"]`, `{"a":"b"}`, `["\ud83d","\ude00"]`, `"`, "[\"\x00\"] x", `1`} {
		err := d.Parse([]byte(raw))
		want, sound := readStrictly([]byte(raw))
		if (err == nil) != sound || sound && d.Defects() != kindsOf(want) || !sound && (d.Defects() != 0 || d.Root().Exists()) {
			t.Errorf("%q: %v, defects %v", raw, err, d.Defects())
		}
	}
	for _, behind := range []string{`["\x"]`, "[\"\xff\"]", "\xff", "\x00", strings.Repeat("\xe9", 80)} {
		if n, err := d.ParsePrefix([]byte(`["\n"]` + behind)); n != 6 || err != nil || d.Defects() != 0 {
			t.Errorf("in front of %q: %v, %d, %v", behind, d.Defects(), n, err)
		}
	}
}

// Views of a string with defects read it as it will be when it is mended.
func TestTextOfDamaged(t *testing.T) {
	for _, c := range damaged {
		var want string
		if err := json.Unmarshal([]byte(`"`+c.out+`"`), &want); err != nil {
			t.Fatal(err)
		}
		v := parse(t, `["`+c.in+`",{"x`+c.in+`":7}]`)
		first, _ := v.First()
		if first.Text() != want || string(first.Bytes()) != want || !first.Is(want) || first.Is(want+"x") {
			t.Errorf("%q is read as %q, want %q", c.in, first.Text(), want)
		}
		object, _ := first.Next()
		if strings.Contains(c.in, `\`) && string(object.Get("x"+want).Raw()) != "7" {
			t.Errorf("the name x%q is not found as %q", c.in, "x"+want)
		}
	}
}

// Whoever looks for the first defect only does not pay for all.
func TestStringDefectsStops(t *testing.T) {
	seen := 0
	for range StringDefects([]byte(`["\x","\y"]`)) {
		seen++
		break
	}
	if seen != 1 {
		t.Errorf("saw %d", seen)
	}
}

// Which half of a pair a code unit is, or none, is told at the first and the last one of
// each kind, whatever stands beside it.
func TestPairsOfUnits(t *testing.T) {
	units := []string{`\ud7ff`, `\ud800`, `\udbff`, `\udc00`, `\udfff`, `\ue000`}
	for _, a := range units {
		for _, b := range units {
			for _, c := range units {
				checkDefects(t, []byte(`["`+a+b+c+`"]`))
				checkDefects(t, []byte(`["`+a+strings.Repeat("z", 2*blockSize)+b+c+`"]`))
			}
		}
	}
}
