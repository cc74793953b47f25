package document_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/document"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/pair"
)

// layout is a way to write a document.
type layout struct {
	name         string
	head, tail   string // around the elements
	first, other string // in front of them
	indent       string // of an element's own lines, "" for one line
	crlf         bool
}

var layouts = []layout{
	{"compact array", "[", "]", "", "", "", false},
	{"compact with blanks", "\ufeff [ ", " ]\n", "", " ", "", false},
	{"a line each", "[\n", "\n]\n", "", "\n", "", false},
	{"two spaces", "[\n  ", "\n]\n", "", "\n  ", "  ", false},
	{"four spaces", "{\n    \"n\": 1.50,\n    \"messages\": [\n        ", "\n    ],\n    \"n\": \"\\u00e9\"\n}\n", "", "\n        ", "    ", false},
	{"tabs", "{\n\t\"body\": {\n\t\t\"input\": [\n\t\t\t", "\n\t\t]\n\t}\n}", "", "\n\t\t\t", "\t", false},
	{"CRLF", "[\n  ", "\n]\n", "", "\n  ", "  ", true},
	{"brackets together", "{\"messages\":\n[", "]}\n", "", " ", "  ", false},
}

// write writes elements as a document, and returns each as it stands there.
func (l layout) write(elements [][]byte) (doc []byte, written [][]byte) {
	doc = append(doc, l.head...)
	prefix := l.other[strings.LastIndexByte(l.other, '\n')+1:]
	for i, el := range elements {
		if i > 0 {
			doc = append(append(doc, ','), l.other...)
		}
		var buf bytes.Buffer
		if l.indent == "" || json.Indent(&buf, el, prefix, l.indent) != nil {
			buf.Reset()
			buf.Write(el)
		}
		text := buf.Bytes()
		if l.crlf {
			text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		doc, written = append(doc, text...), append(written, text)
	}
	doc = append(doc, l.tail...)
	if l.crlf {
		doc = bytes.ReplaceAll(bytes.ReplaceAll(doc, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	}
	return doc, written
}

// outcome is what one run gave.
type outcome struct {
	out      []byte
	findings []transcript.Finding
	rejects  []transcript.Reject
}

func (o *outcome) job() transcript.Job {
	return transcript.Job{
		Name: "x", Report: func(f transcript.Finding) { o.findings = append(o.findings, f) },
		Reject: func(r transcript.Reject) { o.rejects = append(o.rejects, r) },
	}
}

func find(t *testing.T, data []byte) *document.Document {
	t.Helper()
	d, damaged, err := document.Find(document.Input{R: bytes.NewReader(data), Source: bytes.NewReader(data)})
	if err != nil || d == nil {
		t.Fatalf("%v, %v, %v:\n%s", d, damaged, err, data)
	}
	return d
}

// repair is tr-pair's stage.
func repair(j transcript.Job) transcript.Stage { return pair.New(pair.Options{}, j) }

// overDocument runs a stage over a document.
func overDocument(t *testing.T, data []byte, stage func(transcript.Job) transcript.Stage) (o outcome) {
	t.Helper()
	d := find(t, data)
	var out bytes.Buffer
	job := o.job()
	job.Next = document.NewWriter(d, transcript.NewWriter(&out))
	if err := d.Run(0, stage(d.Job(job))); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	o.out = out.Bytes()
	return o
}

// overLines runs it over lines.
func overLines(data []byte, stage func(transcript.Job) transcript.Stage) (o outcome, err error) {
	var out bytes.Buffer
	job := o.job()
	job.Next, job.Source = transcript.NewWriter(&out), bytes.NewReader(data)
	err = transcript.Run(bytes.NewReader(data), 0, stage(job))
	o.out = out.Bytes()
	return o, err
}

// elements returns the texts of the elements of a document's list.
func elements(t *testing.T, l layout, doc []byte) (list []outline.Value) {
	t.Helper()
	head, tail := l.head, l.tail
	if l.crlf {
		head, tail = strings.ReplaceAll(head, "\n", "\r\n"), strings.ReplaceAll(tail, "\n", "\r\n")
	}
	head, tail = head[:strings.LastIndexByte(head, '[')+1], tail[strings.IndexByte(tail, ']'):]
	if !bytes.HasPrefix(doc, []byte(head)) || !bytes.HasSuffix(doc, []byte(tail)) {
		t.Fatalf("what stands around the messages changed:\n%s", doc)
	}
	var d outline.Doc
	inner := doc[len(head)-1 : len(doc)-len(tail)+1]
	if err := d.Parse(inner); err != nil {
		t.Fatalf("%v:\n%s", err, doc)
	}
	for el := range d.Root().All() {
		list = append(list, el)
	}
	return list
}

// compact returns a text without the white space between its tokens.
func compact(text []byte) string {
	var buf bytes.Buffer
	if json.Compact(&buf, text) == nil {
		return buf.String()
	}
	buf.Reset()
	if json.Compact(&buf, fmt.Appendf(nil, "{%s}", text)) == nil { // a member of an object
		return buf.String()
	}
	return string(text)
}

// records returns the lines that are records.
func records(data []byte) (list [][]byte) {
	for line := range bytes.Lines(data) {
		var d outline.Doc
		line = bytes.TrimSpace(line)
		if d.Parse(line) == nil && d.Root().Kind() == outline.Object {
			list = append(list, bytes.ReplaceAll(bytes.ReplaceAll(line, []byte("\t"), []byte(" ")), []byte("\x00"), nil))
		}
	}
	return list
}

// TestSameRepair: a document is repaired as the same messages one a line are. What
// nothing is said about keeps its bytes, findings name the bytes of the document, and
// a second run changes nothing.
func TestSameRepair(t *testing.T) {
	seeds := 40
	if testing.Short() {
		seeds = 8
	}
	for _, d := range transcripttest.All() {
		if d.Log {
			continue // in lines their pairs are not judged, in a list they are
		}
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				s := transcripttest.Damaged(d, uint64(seed))
				list := records(s.Data)
				if !known(list) {
					continue
				}
				want, err := overLines(append(bytes.Join(list, []byte("\n")), '\n'), repair)
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range layouts {
					check(t, l, list, want, fmt.Sprintf("%s, seed %d, %v", l.name, seed, s.Damage))
				}
			}
		})
	}
}

// known reports whether one of the first records is of a known format: else there is
// no document.
func known(list [][]byte) bool {
	return slices.ContainsFunc(list[:min(len(list), 8)], func(text []byte) bool {
		var d outline.Doc
		return d.Parse(text) == nil && dialect.NewDetector(nil, "").View(d.Root(), &dialect.View{})
	})
}

func check(t *testing.T, l layout, list [][]byte, want outcome, story string) {
	t.Helper()
	doc, written := l.write(list)
	got := overDocument(t, doc, repair)
	have := checkElements(t, l, doc, got, want, written, story)
	checkFindings(t, doc, got, want, story)
	if have == 0 {
		return
	}
	again := overDocument(t, got.out, repair)
	if !bytes.Equal(again.out, got.out) {
		t.Fatalf("%s: the second run changes\n%s\ninto\n%s", story, got.out, again.out)
	}
}

// checkElements compares the elements of the output with the lines that are wanted.
// Those that are not changed keep their bytes. It returns how many there are.
func checkElements(t *testing.T, l layout, doc []byte, got, want outcome, written [][]byte, story string) int {
	t.Helper()
	var lines []string
	for line := range bytes.Lines(want.out) {
		lines = append(lines, compact(bytes.TrimSpace(line)))
	}
	same := map[string]string{}
	for _, el := range written {
		same[compact(el)] = string(el)
	}
	have := elements(t, l, got.out)
	if len(have) != len(lines) {
		t.Fatalf("%s: %d elements, want %d\n%s\n%s", story, len(have), len(lines), got.out, want.out)
	}
	for i, el := range have {
		if compact(el.Raw()) != lines[i] {
			t.Fatalf("%s: element %d is\n%s\nwant\n%s\nof\n%s", story, i, el.Raw(), lines[i], doc)
		}
		if old, ok := same[lines[i]]; ok && old != string(el.Raw()) {
			t.Fatalf("%s: element %d was\n%q\nand is\n%q", story, i, old, el.Raw())
		}
	}
	return len(have)
}

// checkFindings compares findings with those about the lines.
func checkFindings(t *testing.T, doc []byte, got, want outcome, story string) {
	t.Helper()
	want.findings = slices.DeleteFunc(slices.Clone(want.findings), func(f transcript.Finding) bool { return f.Code == transcript.MissingHeader })
	if len(got.findings) != len(want.findings) || len(got.rejects) != len(want.rejects) {
		t.Fatalf("%s: findings %+v\nwant %+v", story, got.findings, want.findings)
	}
	for i, f := range got.findings {
		w := want.findings[i]
		if f.Code != w.Code || f.ID != w.ID || f.Action != w.Action || f.Message != w.Message {
			t.Fatalf("%s: finding %+v, want %+v", story, f, w)
		}
		checkPlace(t, doc, f, story)
	}
	for i, r := range got.rejects {
		end := int(r.Offset) + len(r.Raw)
		if end > len(doc) || !bytes.Equal(doc[r.Offset:end], r.Raw) || compact(r.Raw) != compact(bytes.TrimSpace(want.rejects[i].Raw)) {
			t.Fatalf("%s: reject %+v, want %+v", story, r, want.rejects[i])
		}
	}
}

// checkPlace checks that a finding names a place of the document.
func checkPlace(t *testing.T, doc []byte, f transcript.Finding, story string) {
	t.Helper()
	if f.Offset < 0 || f.Offset+f.Length > int64(len(doc)) {
		t.Fatalf("%s: %+v is outside", story, f)
	}
	text := doc[f.Offset : f.Offset+f.Length]
	sum := sha256.Sum256(text)
	line := int64(bytes.Count(doc[:f.Offset], []byte("\n")) + 1)
	if f.SHA256 != hex.EncodeToString(sum[:]) || f.Line != line || !bytes.Equal(text, bytes.TrimSpace(text)) {
		t.Fatalf("%s: %+v is about line %d, %q", story, f, line, text)
	}
}
