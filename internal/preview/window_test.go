package preview

import (
	"bytes"
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"

	"trtools/pkg/transcript/outline"
)

// spellings are ways in which programs write a string, drawn from a seed.
func spelling(s string, seed int64) []byte {
	if seed == 0 {
		return quote(s)
	}
	r := rand.New(rand.NewSource(seed))
	var b bytes.Buffer
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case seed%3 == 1 && c >= 0x80, seed%3 == 2 && r.Intn(8) == 0:
			for _, u := range utf16.Encode([]rune{c}) {
				fmt.Fprintf(&b, `\u%04x`, u)
			}
		case c == '/' && r.Intn(2) == 0:
			b.WriteString(`\/`)
		case c < 0x20 || c == '"' || c == '\\':
			q := quote(string(c))
			b.Write(q[1 : len(q)-1])
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.Bytes()
}

// TestMeasure: chars and lines are those of the decoded text.
func TestMeasure(t *testing.T) {
	piece := rapid.SampledFrom([]string{"word", "\n", "\\", "\\n", "\\\n", "\"", "/", "u", "n", "é", "日本", "👍🏽", "\x00", "\t", "\r\n", "uuuu", "\\u000a", "nnnnnnnn"})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces"), "")
		raw := spelling(s, int64(rapid.IntRange(0, 30).Draw(t, "seed")))
		b := Read(NewJSONString(raw))
		if b.Size != utf8.RuneCountInString(s) || b.lines != lineCount([]byte(s)) {
			t.Fatalf("%s: %d chars, %d lines, want %d and %d", raw, b.Size, b.lines, utf8.RuneCountInString(s), lineCount([]byte(s)))
		}
	})
}

// TestWindows: what is cut of both ends of a long text alone is what is cut of
// all of it.
func TestWindows(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		"word ", "line\n", "\r\n", "\\", "\"", "é", "e\u0301", "日本語", "한국", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "क्षि", "ก็ำ", strings.Repeat("\u0301", 30), strings.Repeat("x", 200), strings.Repeat("я", 50),
	})
	windowed := 0
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(piece, 1, 20).Draw(t, "pieces"), "")
		s = strings.Repeat(s, 30_000/len(s)+1)
		raw := spelling(s, int64(rapid.IntRange(0, 3).Draw(t, "seed")))
		limit := Limit{Cap: rapid.IntRange(0, 6000).Draw(t, "cap"), Head: rapid.IntRange(0, 3000).Draw(t, "head"), Tail: rapid.IntRange(0, 1000).Draw(t, "tail")}
		part, all := Read(NewJSONString(raw)), Read(NewJSONString(raw))
		all.text.Bytes()
		got, ok := part.Cut(limit, "")
		want, okWant := all.Cut(limit, "")
		if ok != okWant || got.Size != want.Size || !bytes.Equal(got.Raw, want.Raw) {
			t.Fatalf("%.200q cut to %+v is %.300s, want %.300s", s, limit, got.Raw, want.Raw)
		}
		if !part.text.decoded {
			windowed++
		}
		short, _ := part.Summarize("")
		if want, _ := all.Summarize(""); !bytes.Equal(short.Raw, want.Raw) {
			t.Fatalf("summary %s, want %s", short.Raw, want.Raw)
		}
	})
	if windowed == 0 {
		t.Error("every text was decoded")
	}
}

// TestNotDecoded: a summary and a cut of a long text decode little of it.
func TestNotDecoded(t *testing.T) {
	text := NewJSONString(spelling(strings.Repeat("func f() { return \"x\" }\n", 4000), 0))
	b := Read(text)
	if c, ok := b.Summarize(""); !ok || text.decoded {
		t.Errorf("summary %s, decoded %v", c.Raw, text.decoded)
	}
	if c, ok := b.Cut(Limit{Cap: 6000, Head: 4000, Tail: 1000}, ""); !ok || text.decoded {
		t.Errorf("%d bytes, decoded %v", len(c.Raw), text.decoded)
	}
}

// TestPersisted: the preview of Claude Code keeps its path and its end when it is
// cut again, and a second cut changes nothing.
func TestPersisted(t *testing.T) {
	long := "<persisted-output>\nOutput too large (98.1KB). Full output saved to: /home/u/.claude/tool-results/b1.txt\n\nPreview (first 2KB):\n" +
		strings.Repeat("a line of it\n", 150) + "...\n</persisted-output>"
	for limit := 40; limit < 2200; limit += 9 {
		c, ok := Read(NewJSONString(quote(long))).Cut(Limit{Cap: limit, Head: 4000, Tail: 1000}, "")
		got := string(NewJSONString(orNone(c.Raw)).Bytes())
		switch {
		case !ok && limit >= utf8.RuneCountInString(long):
		case !ok || utf8.RuneCountInString(got) > limit:
			t.Fatalf("cap %d: %d chars", limit, utf8.RuneCountInString(got))
		case limit > 110 && (!strings.Contains(got, "saved to: /home/u/.claude/tool-results/b1.txt\n") || !strings.HasSuffix(got, "</persisted-output>")):
			t.Fatalf("cap %d: %q", limit, got)
		}
		if _, again := Read(NewJSONString(orNone(c.Raw))).Cut(Limit{Cap: limit, Head: 4000, Tail: 1000}, ""); ok && again {
			t.Fatalf("cap %d: cut again", limit)
		}
	}
}

func orNone(raw []byte) []byte {
	if raw == nil {
		return []byte(`""`)
	}
	return raw
}

// TestKeptElsewhere: a summary names the file in which another program keeps the
// whole output.
func TestKeptElsewhere(t *testing.T) {
	body := strings.Repeat("output\n", 600)
	for text, want := range map[string]string{
		body + "\n[Showing lines 1-600 of 9000. Full output: /tmp/pi-bash-1.log]": "/tmp/pi-bash-1.log",
		"The output was cut. Full output saved to: /x/y z.txt\n" + body:           "/x/y z.txt",
		body: "", body + "Full output: none": "", body + "Full output: /a" + body: "",
	} {
		c, ok := Read(NewJSONString(quote(text))).Summarize("")
		if saved := " -- saved to " + want; !ok || bytes.Contains(c.Raw, []byte(saved)) != (want != "") {
			t.Errorf("%.60q...: %s", text, c.Raw)
		}
	}
}

// TestBase64IsText: what looks like base64 is cut like any text.
func TestBase64IsText(t *testing.T) {
	line := "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0NTY3ODkrL2FiY2RlZmdoaWprbG1ub3Bx\n"
	for _, text := range []string{strings.Repeat(line, 400), strings.Repeat(line[:68], 400), "data:text/plain;base64," + strings.Repeat(line, 400)} {
		c, ok := Read(NewJSONString(quote(text))).Cut(Limit{Cap: 6000, Head: 4000, Tail: 1000}, "")
		if !ok || c.Size > 6000 {
			t.Errorf("%.40q...: %d chars", text, c.Size)
		}
	}
}

// A border is a place from which a text can be read: not inside a char, nor inside an
// escape.
func TestUnitBorder(t *testing.T) {
	for _, piece := range []string{"a", "é", "日本", "🙂", `\n`, `\u00e9`, `\ud83d\ude00`, `\\`, "a 日 and some words that follow it", `x\ud83d\ude00 and some words that follow it`} {
		raw := []byte(strings.Repeat(piece, 2000/len(piece)))
		for i := range 600 {
			at := unitBorder(raw, i)
			if at < 0 {
				if !strings.Contains(piece, `\`) {
					t.Fatalf("%q has no border behind %d", piece, i)
				}
				continue
			}
			if want := string(outline.Decode(raw[:at])) + string(outline.Decode(raw[at:])); at < i || at > i+margin || want != string(outline.Decode(raw)) {
				t.Fatalf("%q at %d is a border behind %d", piece, at, i)
			}
		}
	}
	if at := unitBorder([]byte("some words"), 10); at >= 0 {
		t.Errorf("the end of a text is a border: %d", at)
	}
}

// What an earlier cut left is cut again at its own ends: an end that is short enough stays
// whole.
func TestCutAgainAtOneEnd(t *testing.T) {
	text := strings.Repeat("a line of the text\n", 500) + "the last words"
	once, ok := Read(NewJSONString(quote(text))).Cut(Limit{Cap: 4000, Head: 2000, Tail: 300}, "/p")
	if !ok {
		t.Fatal("not cut")
	}
	head, tail, _ := strings.Cut(string(NewJSONString(once.Raw).Bytes()), "... [")
	_, tail, _ = strings.Cut(tail, "] ...")
	for _, c := range []struct {
		limit          Limit
		sameHead, same bool
	}{{Limit{Cap: 3000, Head: 500, Tail: 300}, false, true}, {Limit{Cap: 3000, Head: 500, Tail: 3000}, false, true}, {Limit{Cap: 4000, Head: 3000, Tail: 50}, true, false}} {
		again, ok := Read(NewJSONString(once.Raw)).Cut(c.limit, "")
		got := string(NewJSONString(orNone(again.Raw)).Bytes())
		if !ok || strings.HasPrefix(got, head) != c.sameHead || strings.HasSuffix(got, tail) != c.same || !strings.HasSuffix(got, "the last words") || !strings.Contains(got, " saved to /p] ") {
			t.Errorf("%+v: %v, %q", c.limit, ok, got)
		}
		if e, ok := findMarker([]byte(got)); !ok || e.facts.Chars != utf8.RuneCountInString(text) {
			t.Errorf("%+v: %+v", c.limit, e)
		}
	}
}

// A summary leaves the path out where it would be no shorter with it.
func TestSummaryWithoutRoom(t *testing.T) {
	path := "/" + strings.Repeat("p", 300)
	for n, want := range map[int]string{400: path, 200: "", 20: "none"} {
		c, ok := Read(NewJSONString(quote(strings.Repeat("x", n)))).Summarize(path)
		switch got := string(orNone(c.Raw)); {
		case want == "none":
			if ok {
				t.Errorf("%d chars become %s", n, got)
			}
		case !ok || strings.Contains(got, " saved to "+path) != (want != "") || c.Size != utf8.RuneCountInString(got)-2:
			t.Errorf("%d chars: %v, %s", n, ok, got)
		}
	}
}

// Of a saved result that is cut the name of the file stays.
func TestPersistedKeepsItsPath(t *testing.T) {
	head := "<persisted-output>\nOutput too large (98.1KB). Full output saved to: /x/b1.txt\n\nPreview (first 2KB):\n"
	for _, c := range []struct {
		text string
		cap  int
		want string
	}{
		{head + strings.Repeat("x", 900), 80, "<persisted-output>\nFull output saved to: /x/b1.txt\n</persisted-output>"},
		{head + strings.Repeat("x", 900), 70, "<persisted-output>\nFull output saved to: /x/b1.txt\n</persisted-output>"},
		{head + strings.Repeat("x", 900), 69, head[:69]},
		{"<persisted-output>\nno path " + strings.Repeat("x", 900), 80, "<persisted-output>\nno path " + strings.Repeat("x", 53)},
	} {
		got, ok := Read(NewJSONString(quote(c.text))).Cut(Limit{Cap: c.cap}, "")
		if text := string(NewJSONString(orNone(got.Raw)).Bytes()); !ok || text != c.want {
			t.Errorf("%.60q at %d: %v, %d chars, %q", c.text, c.cap, ok, len(text), text)
		}
	}
}

// Where another program says that it keeps the whole text, at either end of it.
func TestPathBehindWords(t *testing.T) {
	const words = "Full output: "
	for text, want := range map[string]string{
		words + "/a": "/a", "x " + words + " /a b.txt \nmore": "/a b.txt", "[" + words + "/a]": "/a", words + `C:\a`: `C:\a`, words + "/a\n" + words + "/b": "/b",
		"": "", words: "", words + "a": "", words + "C:": "", words + "/a]b": "", words + "/a\x00b": "", words + "/a\rb": "", words + "/\xff": "",
		words + "/" + strings.Repeat("a", 1023): "/" + strings.Repeat("a", 1023), words + "/" + strings.Repeat("a", 1024): "",
	} {
		if got := pathBehind([]byte(text), 0, len(text), words); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A marker is looked for wherever its end may be.
func TestMayBeCut(t *testing.T) {
	mark := "... [9 of 10 chars omitted, 1 line, text - saved to /a"
	for text, want := range map[string]bool{
		`"` + mark + `] ..."`: true, `"` + mark + `]] ..."`: true, `"] ` + mark + `] ..."`: true, `"` + mark + `]] ... ]"`: true, `"` + mark + `]"`: false, `"a] ..."`: false, `"` + mark + ` ..."`: false, `""`: false,
	} {
		if got := MayBeCut([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// A text only gives way to one that is shorter, in chars and in bytes.
func TestReplaceWithShorter(t *testing.T) {
	for _, c := range []struct {
		text, with string
		ok         bool
	}{{"abc", "ab", true}, {"abc", "abc", false}, {"éé", "ab", false}, {"abc", "éé", false}, {"abcd", "é", true}, {"ab", "\n", false}, {"abc", "\n", true}, {"", "", false}} {
		got, ok := Read(NewJSONString(quote(c.text))).ReplaceWith(c.with)
		if ok != c.ok || ok && (string(got.Raw) != string(quote(c.with)) || got.Size != utf8.RuneCountInString(c.with)) {
			t.Errorf("%q by %q: %v, %+v", c.text, c.with, ok, got)
		}
	}
}
