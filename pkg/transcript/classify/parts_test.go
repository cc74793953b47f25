package classify

import (
	"bytes"
	"strings"
	"testing"

	"trtools/internal/batch"
	"trtools/pkg/transcript"
)

// readPart runs a stage over one part of an input.
func readPart(t *testing.T, text string) (*stage, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	s := New(Options{}, transcript.Job{Next: transcript.NewWriter(&out)}).(*stage)
	if err := transcript.Run(strings.NewReader(text), 0, s); err != nil {
		t.Fatal(err)
	}
	return s, &out
}

// A stage that parts were added to goes on as if it had read them itself.
func TestPartsAreAdded(t *testing.T) {
	const user, windows = `{"messages":[{"role":"user","content":"x"}]}` + "\n", `{"messages":[{"role":"user","content":"x"}]}` + "\r\n"
	for name, parts := range map[string][]string{"one": {user}, "two": {user + user, user}, "windows": {windows, user}, "windows later": {user, windows}, "open": {user, strings.TrimSpace(user)}, "blank first": {"\n", user}, "blank last": {user, "\n"}, "blank": {"\n", "\n"}} {
		whole, _ := readPart(t, strings.Join(parts, ""))
		sum, _ := readPart(t, "")
		at := batch.Place{}
		for _, text := range parts {
			p, _ := readPart(t, text)
			if !p.Apart() || p.Plans() || !sum.Add(p, at) {
				t.Errorf("%s: a part does not stand for itself", name)
			}
			at.Lines, at.Bytes = at.Lines+int64(strings.Count(text, "\n")), at.Bytes+int64(len(text))
		}
		if sum.line != whole.line || sum.end != whole.end || sum.open != whole.open || sum.eol != whole.eol || sum.some != whole.some {
			t.Errorf("%s: line %d of %d, end %d of %d, open %t of %t, ending %q of %q, some %t of %t", name, sum.line, whole.line, sum.end, whole.end, sum.open, whole.open, sum.eol, whole.eol, sum.some, whole.some)
		}
	}
	for _, text := range []string{`{"type":"error","error":{"message":"Overloaded"}}` + "\n", "plain text\n", `{"role":"user","content":"x"}` + "\n"} {
		if s, _ := readPart(t, text); s.Apart() {
			t.Errorf("%s: what comes behind it may depend on it", text)
		}
	}
	if s := New(Options{Error: "Overloaded"}, transcript.Job{}).(*stage); s.Apart() {
		t.Error("an error that is given is about all that stands before")
	}
}

// The lines of code around a place tell that it is code, and an announced error that it is none.
func TestLinesOfCode(t *testing.T) {
	const one, two = "x := 1\n", "if a == b {\n"
	long := strings.Repeat("x", 595)
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"words", "«too long»", false}, {"two signs", "return «x»;", true}, {"announced", "Error: return «x»;", false}, {"an item", "\"Error: «too long»\",\n", false},
		{"three around, one of its own", "a := 1\nb := 2\nc := «3»", true}, {"two around", "a := 1\nb := «3»", false}, {"three around, none of its own", one + one + one + "«too long»", false}, {"four around", one + one + "«too long»\n" + one + one, true},
		{"four lines before", two + "y\ny\ny\n«too long»", false}, {"three lines before", two + two + "y\n«too long»", true}, {"three lines behind", "«too long»\ny\n" + two + two, true}, {"four lines behind", "«too long»\ny\ny\ny\n" + two + two, false},
		{"a line of 600 bytes", "(«" + long + "»)+=;", true}, {"a line of 601 bytes", "(«" + long + "x»)+=;", false},
	} {
		vw, p := marked(t, c.text)
		if got := vw.isCode(p); got != c.want {
			t.Errorf("%s: %t, %d signs", c.name, got, signsOf(vw.lines[p.first]))
		}
	}
}
