package document_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"trtools/internal/document"
	"trtools/pkg/transcript"
)

// pages are documents of three messages, as programs lay them out, with what a new
// message is written as.
var pages = []struct {
	name, head, first, lead, tail string
	list                          [3]string
	added                         string
}{
	{"no blanks", "[", "", "", "]", [3]string{`{"role":"user","content":"1"}`, `{"role":"assistant","content":"2"}`, `{"role":"user","content":"3"}`}, `{"role":"user","content":"new"}`},
	{"one line", "[", "", " ", "]\n", [3]string{`{"role":"user","content":"1"}`, `{"role":"assistant","content":"2"}`, `{"role":"user","content":"3"}`}, `{"role":"user","content":"new"}`},
	{"a line each", "{\"messages\":[", "\n", "\n", "\n]}\n", [3]string{`{"role":"user","content":"1"}`, `{"role":"assistant","content":"2"}`, `{"role":"user","content":"3"}`}, `{"role":"user","content":"new"}`},
	{
		"two spaces", "{\n  \"messages\": [", "\n    ", "\n    ", "\n  ]\n}\n",
		[3]string{"{\n      \"role\": \"user\",\n      \"content\": \"1\"\n    }", "{\n      \"role\": \"assistant\",\n      \"content\": \"2\"\n    }", "{\n      \"role\": \"user\",\n      \"content\": \"3\"\n    }"},
		"{\n      \"role\": \"user\",\n      \"content\": \"new\"\n    }",
	},
	{
		"CRLF", "[", "\r\n\t", "\r\n\t", "\r\n]",
		[3]string{"{\r\n\t\t\"role\": \"user\",\r\n\t\t\"content\": \"1\"\r\n\t}", "{\r\n\t\t\"role\": \"assistant\",\r\n\t\t\"content\": \"2\"\r\n\t}", "{\r\n\t\t\"role\": \"user\",\r\n\t\t\"content\": \"3\"\r\n\t}"},
		"{\r\n\t\t\"role\": \"user\",\r\n\t\t\"content\": \"new\"\r\n\t}",
	},
	{
		"only the first on several lines", "[", "\n  ", "\n  ", "\n]",
		[3]string{"{\n    \"role\": \"user\",\n    \"content\": \"1\"\n  }", `{"role":"assistant","content":"2"}`, `{"role":"user","content":"3"}`}, "{\n    \"role\": \"user\",\n    \"content\": \"new\"\n  }",
	},
	{
		"only the last on several lines", "[", "\n  ", "\n  ", "\n]",
		[3]string{`{"role":"user","content":"1"}`, `{"role":"assistant","content":"2"}`, "{\n    \"role\": \"user\",\n    \"content\": \"3\"\n  }"}, "{\n    \"role\": \"user\",\n    \"content\": \"new\"\n  }",
	},
	{
		"the first behind its bracket", "[", "", ",\n"[1:], "]",
		[3]string{"{\n  \"role\": \"user\",\n  \"content\": \"1\"\n}", "{\n  \"role\": \"assistant\",\n  \"content\": \"2\"\n}", "{\n  \"role\": \"user\",\n  \"content\": \"3\"\n}"},
		"{\n  \"role\": \"user\",\n  \"content\": \"new\"\n}",
	},
}

// lines are what a stage passes on, by what each is: a number for an element as it was,
// n for a new one.
func passOn(t *testing.T, d *document.Document, w *document.Writer, story string) error {
	t.Helper()
	lines := make([]byte, d.Size())
	if _, err := d.ReadAt(lines, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	list := bytes.SplitAfter(lines, []byte("\n"))
	at := []int64{0, int64(len(list[0])), int64(len(list[0]) + len(list[1]))}
	for _, c := range story {
		r := &transcript.Record{Raw: []byte(`{"role":"user","content":"new"}` + "\n"), Change: transcript.Inserted}
		if c != 'n' {
			k := c - '1'
			r = &transcript.Record{Raw: list[k], Offset: at[k]}
		}
		if err := w.Push(r); err != nil {
			return err
		}
	}
	return w.Close()
}

// What stays keeps its bytes and the white space in front of it; a new message is
// indented as the others are, in front of all, between them and behind them.
func TestNewElements(t *testing.T) {
	for _, p := range pages {
		text := p.head + p.first + p.list[0] + "," + p.lead + p.list[1] + "," + p.lead + p.list[2] + p.tail
		for _, story := range []string{"123", "n123", "1n23", "12n3", "123n", "nn123", "1nn23", "n1", "13", "1n3", "3n", "23", "3", "n", "nn", "2n", "n2n3n", "", "12", "1"} {
			d := find(t, []byte(text))
			var out bytes.Buffer
			next := &counted{Writer: transcript.NewWriter(&out)}
			if err := passOn(t, d, document.NewWriter(d, next), story); err != nil || next.empty > 0 {
				t.Fatalf("%s, %s: %v, %d times nothing is new", p.name, story, err, next.empty)
			}
			var list []string
			for _, c := range story {
				if c == 'n' {
					list = append(list, p.added)
				} else {
					list = append(list, p.list[c-'1'])
				}
			}
			want := p.head + p.tail[strings.IndexByte(p.tail, ']'):]
			if len(list) > 0 {
				want = p.head + p.first + strings.Join(list, ","+p.lead) + p.tail
			}
			if out.String() != want {
				t.Errorf("%s, %s:\n%q\nwant\n%q", p.name, story, out.String(), want)
			}
		}
	}
}

// A new message is indented as the first of the first four that is written on several
// lines.
func TestMarginOfFirstElements(t *testing.T) {
	const pretty, wider, added = "{\n      \"role\": \"user\",\n      \"content\": \"x\"\n  }", "{\n        \"role\": \"user\",\n        \"content\": \"x\"\n  }", `{"role":"user","content":"new"}`
	for k := range 6 {
		list := []string{user, user, user, user, user, user}
		if list[k] = pretty; k < 5 {
			list[k+1] = wider
		}
		text := "[\n  " + strings.Join(list, ",\n  ") + "\n]"
		want := added
		if k < 4 {
			want = strings.Replace(pretty, `"x"`, `"new"`, 1)
		}
		d := find(t, []byte(text))
		var out bytes.Buffer
		w := document.NewWriter(d, transcript.NewWriter(&out))
		err := errors.Join(w.CopyRange(nil, 0, d.Size()), w.Push(&transcript.Record{Raw: []byte(added + "\n"), Change: transcript.Inserted}), w.Close())
		if want = strings.TrimSuffix(text, "\n]") + ",\n  " + want + "\n]"; err != nil || out.String() != want {
			t.Errorf("element %d: %v\n%s\nwant\n%s", k, err, out.String(), want)
		}
	}
}

// Of a range that begins or ends in the white space around an element, the element itself
// is passed on if any of its bytes are in it.
func TestRangesOfParts(t *testing.T) {
	text := "{\"messages\":[ " + user + "  ,\n  " + call + "  ,\n  " + user + "  ]}"
	d := find(t, []byte(text))
	first := len(" " + user + "  ,") // bytes of the line
	second := len("\n  " + call + "  ,")
	third := len("\n  " + user + "  ,") // the bracket as its last byte
	all := first + second + third
	const lead, gap = "{\"messages\":[ ", "  ,\n  "
	for _, c := range []struct {
		from, to int
		want     string
	}{
		{0, all, lead + user + gap + call + gap + user},
		{len(" " + user), all, lead + call + gap + user},
		{len(" "+user) - 1, all, lead + user + gap + call + gap + user},
		{0, first + len("\n  "), lead + user},
		{0, first + len("\n  ") + 1, lead + user + gap + call},
		{len(" " + user), first + len("\n  "), ""},
		{first + len("\n  "+call) - 1, first + second + len("\n  ") + 1, lead + call + gap + user},
		{first + len("\n  "+call), first + second + len("\n  ") + 1, lead + user},
		{first + len("\n  "+call), first + second + len("\n  "), ""},
	} {
		want := c.want + "  ]}"
		if c.want == "" {
			want = "{\"messages\":[]}"
		}
		var out bytes.Buffer
		w := document.NewWriter(d, transcript.NewWriter(&out))
		err := w.CopyRange(nil, int64(c.from), int64(c.to))
		if err = errors.Join(err, w.Close()); err != nil || out.String() != want {
			t.Errorf("%d:%d: %v\n%q\nwant\n%q", c.from, c.to, err, out.String(), want)
		}
	}
}

// counted takes a document, and counts the bytes of it that are new, and how often there
// were none.
type counted struct {
	*transcript.Writer
	fresh, empty int
}

func (c *counted) Push(r *transcript.Record) error {
	if c.fresh += len(r.Raw); len(r.Raw) == 0 {
		c.empty++
	}
	return c.Writer.Push(r)
}

// Of a changed message only what is between its equal ends is new: the rest is copied.
func TestChangedElements(t *testing.T) {
	for _, p := range pages {
		text := p.head + p.first + p.list[0] + "," + p.lead + p.list[1] + "," + p.lead + p.list[2] + p.tail
		d := find(t, []byte(text))
		lines := make([]byte, d.Size())
		if _, err := d.ReadAt(lines, 0); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		list := bytes.SplitAfter(lines, []byte("\n"))
		var out bytes.Buffer
		next := &counted{Writer: transcript.NewWriter(&out)}
		w := document.NewWriter(d, next)
		at := int64(0)
		for k, raw := range list[:3] {
			r := &transcript.Record{Raw: raw, Offset: at}
			if k == 1 {
				r.Raw, r.Change = bytes.Replace(raw, []byte(`"2"`), []byte(`"two"`), 1), transcript.Changed
			}
			if err := w.Push(r); err != nil {
				t.Fatal(err)
			}
			at += int64(len(raw))
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if want := strings.Replace(text, `"2"`, `"two"`, 1); out.String() != want || next.fresh != len("two") {
			t.Errorf("%s: %d new bytes in\n%q\nwant\n%q", p.name, next.fresh, out.String(), want)
		}
	}
}

// failing is a source whose reads fail from some time on, and that tells the end of the
// file together with the last bytes.
type failing struct {
	text []byte
	left int
}

var errBroken = errors.New("broken")

func (f *failing) ReadAt(b []byte, off int64) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errBroken
	}
	n := copy(b, f.text[min(off, int64(len(f.text))):])
	if off+int64(n) == int64(len(f.text)) {
		return n, io.EOF
	}
	return n, nil
}

// failingOnce is a source of which one read fails, of those that want bytes.
type failingOnce struct{ failing }

func (f *failingOnce) ReadAt(b []byte, off int64) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	if f.left--; f.left == -1 {
		return 0, errBroken
	}
	whole := failing{f.text, 1}
	return whole.ReadAt(b, off)
}

// One read that fails is enough: what is written is not taken for the document.
func TestWriterFailsOnce(t *testing.T) {
	for _, p := range pages {
		text := p.head + p.first + p.list[0] + "," + p.lead + p.list[1] + "," + p.lead + p.list[2] + p.tail
		for _, story := range []string{"n1n3", "23", "13n", "3n1", "n"} {
			for left := 0; ; left++ {
				source := &failingOnce{failing{[]byte(text), 1 << 30}}
				d, _, err := document.Find(document.Input{R: strings.NewReader(text), Source: source})
				if err != nil {
					t.Fatal(err)
				}
				source.left = left
				err = passOn(t, d, document.NewWriter(d, transcript.NewWriter(io.Discard)), story)
				if source.left >= 0 {
					break
				}
				if !errors.Is(err, errBroken) {
					t.Fatalf("%s, %s: after %d reads %v", p.name, story, left, err)
				}
			}
		}
	}
}

// What stands in front of an element behind a new one is copied with it.
func TestLeadIsCopied(t *testing.T) {
	for _, p := range pages {
		text := p.head + p.first + p.list[0] + "," + p.lead + p.list[1] + "," + p.lead + p.list[2] + p.tail
		for _, story := range []string{"n2", "n3"} {
			d := find(t, []byte(text))
			next := &counted{Writer: transcript.NewWriter(io.Discard)}
			if err := passOn(t, d, document.NewWriter(d, next), story); err != nil || next.fresh != len(p.added)+len(",") {
				t.Errorf("%s, %s: %v, %d new bytes", p.name, story, err, next.fresh)
			}
		}
	}
}

// An error of reading ends the writing, whenever it comes, and a source may tell its end
// with its last bytes.
func TestWriterFails(t *testing.T) {
	p := pages[3]
	text := p.head + p.first + p.list[0] + "," + p.lead + p.list[1] + "," + p.lead + p.list[2] + p.tail
	for _, story := range []string{"n1n3", "23", "13n"} {
		for left := 0; ; left++ {
			source := &failing{[]byte(text), 1 << 30}
			d, _, err := document.Find(document.Input{R: strings.NewReader(text), Source: source})
			if err != nil {
				t.Fatal(err)
			}
			source.left = left
			err = passOn(t, d, document.NewWriter(d, transcript.NewWriter(io.Discard)), story)
			if source.left >= 0 {
				if err != nil || left < 4 {
					t.Errorf("%s: %d reads are enough: %v", story, left, err)
				}
				break
			}
			if !errors.Is(err, errBroken) {
				t.Fatalf("%s: after %d reads %v", story, left, err)
			}
		}
	}
}

// numbers is a stage that notes the lines of what it is given, and passes it on.
type numbers struct {
	transcript.Stage
	lines []int64
}

func (n *numbers) Push(r *transcript.Record) error {
	n.lines = append(n.lines, r.Line)
	return n.Stage.Push(r)
}

// A stage is given every element with the number of its line in the document, and what it
// passes on unchanged is the document, whatever the elements are.
func TestLinesOfElements(t *testing.T) {
	for text, want := range map[string][]int64{
		"[" + user + ",\n1,2,\n\n[]," + user + ",3]":      {1, 2, 2, 4, 4, 4},
		"{\n\"messages\":[\n" + user + "\n,\n\"x\"\n]}\n": {3, 5},
		"[1," + user + "\n,4\n\n]":                        {1, 1, 2},
	} {
		d := find(t, []byte(text))
		var out bytes.Buffer
		job := d.Job(transcript.Job{Next: document.NewWriter(d, transcript.NewWriter(&out))})
		n := &numbers{Stage: job.Next}
		if err := d.Run(0, n); err != nil || out.String() != text || !slices.Equal(n.lines, want) {
			t.Errorf("%q: %v, lines %v, want %v, and %q", text, err, n.lines, want, out.String())
		}
	}
}

func TestSameEnds(t *testing.T) {
	for _, c := range []struct {
		a, b       string
		head, tail int
	}{{"", "", 0, 0}, {"abc", "abc", 3, 0}, {"abc", "axc", 1, 1}, {"aa", "aaa", 2, 0}, {"abc", "", 0, 0}, {"xabx", "xx", 1, 1}} {
		if head, tail := document.SameEnds([]byte(c.a), []byte(c.b)); head != c.head || tail != c.tail {
			t.Errorf("%q %q: %d, %d", c.a, c.b, head, tail)
		}
	}
}
