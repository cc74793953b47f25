package document_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"trtools/internal/dialect"
	"trtools/internal/document"
	"trtools/pkg/transcript"
)

const (
	user = `{"role":"user","content":"x"}`
	call = `{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}`
)

// TestFind: what is a document, what is a damaged one, and what are lines.
func TestFind(t *testing.T) {
	record := "{\n\"role\":\"user\",\n\"content\":\"x\"\n}\n"
	pretty := "{\n\"messages\":[\n" + user + ",\n" + call + "\n]\n}\n"
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "lines"},
		{"blanks", "\n \n", "lines"},
		{"lines", user + "\n" + call + "\n", "lines"},
		{"a line", user, "lines"},
		{"a request on a line", `{"messages":[` + user + `]}` + "\n", "lines"},
		{"an array", "[" + user + "]", "document"},
		{"an array behind a mark and blanks", "\xef\xbb\xbf \n[" + user + "]\n\n", "document"},
		{"an array behind comments", "// Path: p\r\n\n // Task: t\n[" + user + "]\n", "document"},
		{"lines behind a comment", "// Path: p\n" + user + "\n" + call + "\n", "lines"},
		{"nothing but a comment", "// Path: p", "lines"},
		{"an array among lines", "[" + user + "]\n" + user + "\n", "lines"},
		{"an array of something else", `[{"a":1},{"b":[` + user + `]}]`, "lines"},
		{"an array of numbers", "[1,\n2,\n3]", "damaged"},
		{"an empty array", "[\n\n]", "damaged"},
		{"over several lines", pretty, "document"},
		{"CR and LF", strings.ReplaceAll(pretty, "\n", "\r\n"), "document"},
		{"an object on a line that is no record", `{"a":1,"body":{"input":[` + call + `]}}`, "document"},
		{"an object of unknown members", "{\n\"words\":[" + user + "]}", "damaged"},
		{"an object of unknown members on a line", `{"words":[` + user + `]}`, "lines"},
		{"in two objects", `{"request":{"body":{"messages":[` + user + "\n]}}}", "document"},
		{"in three objects", `{"request":{"body":{"params":{"messages":[` + user + "\n]}}}}", "damaged"},
		{"in an object of another name", `{"words":{"messages":[` + user + "\n]}}", "damaged"},
		{"one list in a list", "{\n\"messages\":[[" + user + "]]}", "document"},
		{"one list in a list on a line", `{"messages":[[` + user + `]]}`, "lines"},
		{"several lists in a list", `{"messages":[[` + user + `],[` + call + `]]}`, "damaged"},
		{"several lists in an array", "[[" + user + "],\n[" + call + "]]", "damaged"},
		{"two documents", pretty + pretty, "damaged"},
		{"two documents in one line", strings.TrimSpace(pretty) + strings.TrimSpace(pretty), "damaged"},
		{"records that jq printed", record + record + record, "damaged"},
		{"the beginning of another one", pretty + "{", "lines"},
		{"a record over several lines", record, "damaged"},
		{"records over two lines each", "{\n\"role\":\"user\",\"content\":\"x\"}\n{\n\"role\":\"user\",\"content\":\"y\"}\n", "damaged"},
		{"cut off behind its second line break", "[" + user + ",\n" + user + ",\n" + user[:9], "damaged"},
		{"cut off behind its first line break", "[" + user + "," + user + ",\n" + user[:9], "lines"},
		{"a record over several lines, then lines", record + user + "\n" + record, "lines"},
		{"a record over several lines, then a call", record + call + "\n", "lines"},
		{"a record over several lines, then a word", record + "done\n", "lines"},
		{"a cut record, then lines", `{"role":"user",` + "\n" + user + "\n" + user, "lines"},
		{"a cut conversation, then lines", `{"messages":[` + user + ",\n" + `{"messages":[` + user + "]}\n" + `{"messages":[` + user + "]}\n", "lines"},
		{"a cut conversation, a blank line, then lines", `{"messages":[` + user + ",\n" + `{"messages":[` + user + "]}\n\n" + `{"messages":[` + user + "]}\n", "lines"},
		{"a message in the eighth place", "[" + strings.Repeat("{\"a\":1},\n", 7) + user + "," + user + "," + user + "]", "document"},
		{"a message in the ninth place", "[" + strings.Repeat("{\"a\":1},\n", 8) + user + "," + user + "," + user + "]", "damaged"},
		{"a message in the eighth and last place", "[" + strings.Repeat("{\"a\":1},\n", 7) + user + "]", "document"},
		{"a message in the ninth and last place", "[" + strings.Repeat("{\"a\":1},\n", 8) + user + "]", "damaged"},
		{"a cut string, then lines", "[" + `{"role":"us` + "\n" + user + "\n", "lines"},
		{"cut off", pretty[:len(pretty)-5], "damaged"},
		{"cut off in a string", pretty[:len(pretty)-60], "damaged"},
		{"cut off before a message is whole", "{\n\"messages\":[\n{\"role\":\n", "lines"},
		{"a comma too many", strings.Replace(pretty, "\n]", ",\n]", 1), "damaged"},
		{"a comma is missing", strings.Replace(pretty, "},\n{", "}\n {", 1), "damaged"},
		{"a raw line break in a string", strings.Replace(pretty, `"c"`, "\"c\n\"", 1), "damaged"},
	} {
		readers := map[string]io.Reader{"whole": strings.NewReader(c.text), "byte by byte": iotest.OneByteReader(strings.NewReader(c.text)), "with its end": iotest.DataErrReader(strings.NewReader(c.text))}
		for n := range len(c.text) {
			readers[fmt.Sprint("from ", n, " on")] = io.MultiReader(strings.NewReader(c.text[:n]), strings.NewReader(c.text[n:]))
		}
		for how, r := range readers {
			d, damaged, err := document.Find(document.Input{R: r, Source: strings.NewReader(c.text)})
			got := "lines"
			if d != nil {
				got = "document"
			} else if damaged != nil {
				got = "damaged"
			}
			if err != nil || got != c.want {
				t.Errorf("%s, %s: %v, %s, want %s", c.name, how, err, got, c.want)
			}
		}
	}
}

// An object whose first line is longer than a megabyte, and what is read at once, is a record, whatever follows; an
// array may have as long a line as it likes.
func TestLongFirstLine(t *testing.T) {
	message := func(n int) string { return `{"role":"user","content":"` + strings.Repeat("x", n) + `"}` }
	for _, c := range []struct {
		text     string
		document bool
	}{
		{`{"messages":[` + message(1<<20-200) + ",\n" + user + "]}\n", true}, {`{"messages":[` + message(1<<20) + ",\n" + user + "]}\n", true}, {`{"messages":[` + message(1<<20+1<<17) + ",\n" + user + "]}\n", false}, {"[" + message(3<<20) + ",\n" + user + "]\n", true},
	} {
		first := min(1<<20, len(c.text))
		r := io.MultiReader(strings.NewReader(c.text[:first]), strings.NewReader(c.text[first:])) // a megabyte is no line that is longer
		d, damaged, err := document.Find(document.Input{R: r, Source: strings.NewReader(c.text)})
		if err != nil || damaged != nil || (d != nil) != c.document {
			t.Errorf("%.20s... of %d bytes: %v, %v, %v", c.text, len(c.text), d != nil, damaged, err)
		}
	}
}

// A source that cannot be read when one line with a list is looked at is left to whoever
// reads the lines.
func TestOneLineThatCannotBeRead(t *testing.T) {
	text := `{"messages":[` + user + "]}\n"
	d, damaged, err := document.Find(document.Input{R: strings.NewReader(text), Source: &failing{[]byte(text), 0}})
	if d != nil || damaged != nil || err != nil {
		t.Errorf("%v, %v, %v", d, damaged, err)
	}
}

// The place of the damage is that of the byte that does not fit.
func TestDamaged(t *testing.T) {
	for text, want := range map[string]struct {
		line, offset, length int64
		why                  string
	}{
		"[\n" + user + ",\n" + user + ",\n":          {4, 64, 0, "document is cut off; it stays as it is"},
		"[\n" + user + ",\n" + user + ",\n ]\n[]":    {4, 65, 1, "document is not JSON from here on; it stays as it is"},
		"[\n" + user + ",\n{\"role\":\"us":           {3, 44, 0, "document is cut off; it stays as it is"},
		"[\n" + user + ",\n{\"role\":\"us\n":         {3, 44, 1, "document is cut off; it stays as it is"},
		"[\n" + user + ",\n{\"role\":\"us\n\n":       {3, 44, 1, `document has a raw line break in a string, where JSON wants \n; it stays as it is`},
		"[\n" + user + ",\n{\"role\":\"us\ner\"}\n]": {3, 44, 1, `document has a raw line break in a string, where JSON wants \n; it stays as it is`},
	} {
		_, damaged, err := document.Find(document.Input{R: strings.NewReader(text), Source: strings.NewReader(text)})
		if err != nil || damaged == nil {
			t.Fatalf("%q: %v", text, err)
		}
		f := damaged.Finding(strings.NewReader(text))
		if f.Line != want.line || f.Offset != want.offset || f.Length != want.length || f.Message != want.why || damaged.Size != int64(len(text)) {
			t.Errorf("%q: %+v, %+v", text, f, *damaged)
		}
		if f.Code != transcript.UnreadableLine || !f.Open() {
			t.Errorf("%+v", f)
		}
	}
}

// A format that is assumed is what a message has to be of.
func TestFindFormat(t *testing.T) {
	text := "[\n" + call + "\n]"
	for name, want := range map[string]bool{"openai-chat": true, "pi": false} {
		d, _, err := document.Find(document.Input{R: strings.NewReader(text), Source: strings.NewReader(text), Format: dialect.Named(name)})
		if err != nil || (d != nil) != want {
			t.Errorf("%s: %v, %v", name, d, err)
		}
	}
}

// Of several lists the one nearest to the root is taken, and of those the first.
func TestNearestList(t *testing.T) {
	text := `{"request":{"messages":[` + user + "]},\n" + `"data":[1],"input":[` + call + `],"items":[` + user + "]}"
	d := find(t, []byte(text))
	b := make([]byte, d.Size())
	if _, err := d.ReadAt(b, 0); err != nil && !errors.Is(err, io.EOF) || string(b) != call+"\n" {
		t.Errorf("%q, %v", b, err)
	}
}

// What stands behind the eighth element is not read again to look for messages.
func TestRestIsNotLookedAt(t *testing.T) {
	head := "[" + strings.Repeat("{\"a\":1},\n", 8)
	text := head + strings.Repeat("{\"b\":2},\n", 9) + user + "]"
	d, damaged, err := document.Find(document.Input{R: strings.NewReader(text), Source: strings.NewReader(head)})
	if d != nil || damaged == nil || !damaged.Foreign || err != nil {
		t.Errorf("%v, %+v, %v", d, damaged, err)
	}
}

// wide is an array whose first element is an object of so many bytes, and its second a
// message.
type wide int64

const wideHead, wideTail = `[{"a":"`, `"},` + "\n" + user + "]"

func (w wide) ReadAt(b []byte, off int64) (n int, err error) {
	for n < len(b) {
		switch at := off + int64(n); {
		case at < int64(len(wideHead)):
			n += copy(b[n:], wideHead[at:])
		case at < int64(w)-1:
			part := b[n:min(int64(len(b)), int64(n)+int64(w)-1-at)]
			part[0] = 'x'
			for k := 1; k < len(part); k *= 2 {
				copy(part[k:], part[:k])
			}
			n += len(part)
		case at < w.size():
			n += copy(b[n:], wideTail[at-int64(w)+1:])
		default:
			return n, io.EOF
		}
	}
	return n, nil
}

func (w wide) size() int64 { return int64(w) - 1 + int64(len(wideTail)) }

// Messages are looked for in the first 64 MiB of a list.
func TestFarMessage(t *testing.T) {
	for _, c := range []struct {
		size int64
		is   bool
	}{{1 << 20, true}, {64<<20 + 1, false}} {
		w := wide(c.size)
		d, damaged, err := document.Find(document.Input{R: io.NewSectionReader(w, 0, w.size()), Source: w})
		if err != nil || (d != nil) != c.is || (damaged != nil) == c.is {
			t.Errorf("an element of %d bytes: %v, %v, %v", c.size, d != nil, damaged, err)
		}
	}
}

// Errors of reading are told, wherever they come.
func TestFindFails(t *testing.T) {
	text := "[\n" + strings.Repeat(user+",\n", 10) + user + "]"
	broken := errors.New("broken")
	for i := range len(text) {
		r := io.MultiReader(strings.NewReader(text[:i]), iotest.ErrReader(broken))
		_, _, err := document.Find(document.Input{R: r, Source: strings.NewReader(text)})
		var read *transcript.ReadError
		if i > len(user)+5 && (!errors.As(err, &read) || !errors.Is(err, broken)) {
			t.Fatalf("%d: %v", i, err)
		}
	}
	_, _, err := document.Find(document.Input{R: strings.NewReader(text), Source: strings.NewReader(text[:20])})
	if err == nil {
		t.Error("a source that is too short is taken")
	}
}

// P9: no beginning of a document panics, and none is edited.
func TestPrefixes(t *testing.T) {
	for _, l := range layouts {
		text, _ := l.write([][]byte{[]byte(user), []byte(call), []byte(user)})
		for i := range text {
			d, _, err := document.Find(document.Input{R: bytes.NewReader(text[:i]), Source: bytes.NewReader(text[:i])})
			if err != nil || d != nil && len(bytes.TrimSpace(text[i:])) > 0 {
				t.Fatalf("%s: %v, %v of %q", l.name, err, d, text[:i])
			}
		}
	}
}
