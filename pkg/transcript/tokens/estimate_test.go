package tokens

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// reference is a sample with the counts of two tokenizers, as
// testdata/tokens/measure.mjs wrote it.
type reference struct {
	Name          string
	Text          string
	O200k, Claude int
}

func (r *reference) larger() int { return max(r.O200k, r.Claude) }

func references(t *testing.T) (list []reference) {
	t.Helper()
	f, err := os.Open(filepath.FromSlash("../../../testdata/tokens/reference.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for dec := json.NewDecoder(bufio.NewReader(f)); dec.More(); {
		var r reference
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

// TestReference: the estimate is never under nine tenths of the larger count,
// and rarely over it by much.
func TestReference(t *testing.T) {
	list := references(t)
	if len(list) < 80 {
		t.Fatalf("%d samples", len(list))
	}
	wide := 0
	for _, r := range list {
		got := Calibrated.Text([]byte(r.Text))
		ratio := float64(got) / float64(r.larger())
		if ratio < 0.9 || ratio > 1.6 {
			t.Errorf("%s: %d tokens, %.2f of %d", r.Name, got, ratio, r.larger())
		}
		if ratio > 1.25 {
			wide++
		}
	}
	if wide > len(list)/10 {
		t.Errorf("%d of %d samples are over by a quarter", wide, len(list))
	}
}

// TestSeed: the estimate of the seed is a quarter of the chars, rounded up.
func TestSeed(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "abcd": 1, "abcde": 2, "日本語日本": 2, "\U0001F600": 1} {
		if got := Chars4.Text([]byte(text)); got != want {
			t.Errorf("%q: %d tokens, want %d", text, got, want)
		}
	}
	if got := Chars4.JSON([]byte(`\ud83d\ude00\nab\u00e9`)); got != 2 {
		t.Errorf("five chars: %d tokens", got)
	}
}

func TestSmall(t *testing.T) {
	for text, want := range map[string]int{"": 0, " ": 0, "a": 1, "the": 1, "ok\n": 1} {
		if got := Calibrated.Text([]byte(text)); got < want || got > want+1 {
			t.Errorf("%q: %d tokens, want %d or one more", text, got, want)
		}
	}
}

// word draws what texts are made of.
var word = rapid.SampledFrom([]string{
	"word", " ", "  ", "\n", "\r\n", "\t", "Camel", "UPPER", "42", "007", "\"", "\\", "/", "//", "<", ">", "&", "--", "==", "-",
	"é", "日本", "Я", "हि", "বা", "한", "→", "“", "😀", "👩‍👩‍👧", "𠀀", "\u0000", "\u001b[31m", "\u2028", "\ufffd", "\u7fff", "\u0590",
})

func text(t *rapid.T, most int) string {
	return strings.Join(rapid.SliceOfN(word, 0, most).Draw(t, "words"), "")
}

// TestJSONIsText: a JSON string is estimated as the text that it holds, in the
// spellings that programs write.
func TestJSONIsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := text(t, 60)
		want := Calibrated.Text([]byte(s))
		for _, spell := range []func(string) string{goSpelling, pythonSpelling, phpSpelling} {
			raw := spell(s)
			if got := Calibrated.JSON([]byte(raw)); got != want {
				t.Fatalf("%s: %d tokens, want %d", raw, got, want)
			}
		}
	})
}

func goSpelling(s string) string {
	b, _ := json.Marshal(s)
	return string(b[1 : len(b)-1])
}

// pythonSpelling writes everything that is not ASCII as an escape.
func pythonSpelling(s string) string {
	var b strings.Builder
	for _, r := range s {
		q := goSpelling(string(r))
		if r < utf8.RuneSelf {
			b.WriteString(strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(q))
			continue
		}
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, u)
		}
	}
	return b.String()
}

// phpSpelling escapes slashes, and writes capitals in escapes.
func phpSpelling(s string) string {
	return strings.ReplaceAll(goSpelling(s), "/", `\/`)
}

// TestLanes: a long text is estimated from several places at once, to the same
// result.
func TestLanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := []byte(strings.Repeat(goSpelling(text(t, 40))+rapid.SampledFrom([]string{" ", "a b ", "\\u00fa z ", "x", "a\\n", "\\na\\tb", "a\\\\n"}).Draw(t, "glue"), 80))
		if got, want := walkedLong(raw, begin), inSteps(raw); got != want {
			t.Fatalf("%d in lanes, %d in one", got, want)
		}
	})
}

// TestNothingAllocates, once the table is there.
func TestNothingAllocates(t *testing.T) {
	raw := []byte(strings.Repeat(`func f() {\n\treturn \"é\" // 日本 }\n`, 100))
	Calibrated.JSON(raw)
	if n := testing.AllocsPerRun(10, func() { Calibrated.JSON(raw) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestAnyBytes: garbage is estimated as well, without a panic.
func TestAnyBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		if got := Calibrated.JSON(b); got < 0 || got > 8*len(b)+1 {
			t.Fatalf("%q: %d tokens", b, got)
		}
		Calibrated.Text(b)
	})
}

func TestNames(t *testing.T) {
	for i, name := range Names() {
		if got := Named(name); got != Model(i) {
			t.Errorf("%s is %d", name, got)
		}
	}
}

// A text that has no border for the first lanes goes on from where the one before it led.
func TestLanesWithoutBorder(t *testing.T) {
	words := strings.Repeat("word", 200)
	for _, raw := range []string{words, "\n" + words, words + " " + words, strings.Repeat(words+"\n", 20) + words, strings.Repeat(strings.Repeat("word", 30)+" ", 9) + words} {
		steps.walk([]byte(raw), begin)
		for n := range 40 {
			text := []byte(raw[n:])
			for _, before := range []string{"", "w", "\n", "7"} {
				_, from := steps.walk([]byte(before), begin)
				want, _ := steps.walk(text, from)
				if got := walkedLong(text, from); got != want {
					t.Fatalf("%.20q of %d bytes: %d in lanes, %d in one", text, len(text), got, want)
				}
			}
		}
	}
}

// Lanes of different texts, and of texts whose escapes are no borders.
func TestLanesOfDifferentTexts(t *testing.T) {
	var texts []string
	for _, r := range references(t) {
		texts = append(texts, r.Text)
	}
	texts = append(texts, strings.Join(texts, ""), strings.Repeat(`then"at\\not/`, 90), strings.Repeat("x\u00fa ú é\n", 90), strings.Repeat("a\tb\r\"t\\n", 90))
	for i, text := range texts {
		for _, spell := range []func(string) string{goSpelling, pythonSpelling, phpSpelling} {
			raw := []byte(spell(text))
			for n := range 3 {
				raw := raw[min(n, len(raw)):]
				if got, want := walkedLong(raw, begin), inSteps(raw); got != want {
					t.Fatalf("text %d from %d on: %d in lanes, %d in one", i, n, got, want)
				}
			}
		}
	}
}

// No char costs more than is said, alone or among others.
func TestMostPerChar(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		for n, text := range []string{1: string(r), 3: "a" + string(r) + "1", 4: strings.Repeat(string(r), 4)} {
			if got := Calibrated.Text([]byte(text)); got > n*MostPerChar {
				t.Fatalf("%q: %d tokens", text, got)
			}
		}
	}
}
