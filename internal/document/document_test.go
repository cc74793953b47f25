package document_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"trtools/internal/document"
	"trtools/pkg/transcript"
)

// The elements can be read as lines, from anywhere and as far as anybody wants.
func TestReadAt(t *testing.T) {
	text := "{\"messages\":\n [" + user + " ,\r\n\r\n\t" + call + "\n]}"
	lines := []byte(user + " \n\r\r\r\r\t" + call + "\r\n")
	source := &failing{[]byte(text), 1 << 30}
	for _, in := range []io.ReaderAt{strings.NewReader(text), source} {
		d, _, err := document.Find(document.Input{R: strings.NewReader(text), Source: in})
		if err != nil || d.Size() != int64(len(lines)) || d.Whole() != int64(len(text)) || d.Len() != 2 {
			t.Fatal(d, err)
		}
		for from := range len(lines) {
			for to := from; to <= len(lines); to++ {
				b := make([]byte, to-from)
				if n, err := d.ReadAt(b, int64(from)); n != len(b) || err != nil || !bytes.Equal(b, lines[from:to]) && !bytes.Equal(bytes.ReplaceAll(b, []byte("\r"), []byte("\n")), bytes.ReplaceAll(lines[from:to], []byte("\r"), []byte("\n"))) {
					t.Fatalf("%d:%d: %q, %v, want %q", from, to, b[:n], err, lines[from:to])
				}
			}
			b := make([]byte, len(lines))
			if n, err := d.ReadAt(b, int64(from)); from > 0 && (n != len(lines)-from || !errors.Is(err, io.EOF)) {
				t.Fatalf("%d and on: %d bytes, %v", from, n, err)
			}
		}
		for _, off := range []int64{-1, int64(len(lines)), 1 << 40} {
			if n, err := d.ReadAt(make([]byte, 1), off); n != 0 || !errors.Is(err, io.EOF) {
				t.Errorf("at %d: %d bytes, %v", off, n, err)
			}
		}
	}
	array := "[" + user + "]"
	end, _, err := document.Find(document.Input{R: strings.NewReader(array), Source: &failing{[]byte(array), 1 << 30}})
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, len(user)+1)
	if n, err := end.ReadAt(b, 0); n != len(b) || err != nil || string(b) != user+"\n" {
		t.Errorf("up to the end of the file: %q, %v", b[:n], err)
	}
	d, _, err := document.Find(document.Input{R: strings.NewReader(text), Source: source})
	if err != nil {
		t.Fatal(err)
	}
	source.text = source.text[:len(text)-9]
	if _, err := d.ReadAt(make([]byte, len(lines)), 0); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("of a file that became shorter: %v", err)
	}
}

// The frame with some of the elements is a document of its own, with their bytes.
func TestCut(t *testing.T) {
	for _, p := range pages {
		text := p.head + p.first + p.list[0] + "," + p.lead + p.list[1] + "," + p.lead + p.list[2] + p.tail
		d := find(t, []byte(text))
		lines := make([]byte, d.Size())
		if _, err := d.ReadAt(lines, 0); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		at := []int64{0}
		for i, c := range lines {
			if c == '\n' {
				at = append(at, int64(i+1))
			}
		}
		for from := range 3 {
			for to := from; to <= 3; to++ {
				want := p.head + p.first + strings.Join(p.list[from:to], ","+p.lead) + p.tail
				if from == to {
					want = p.head + p.tail[strings.IndexByte(p.tail, ']'):]
				}
				got, err := io.ReadAll(d.Cut(at[from], at[to]))
				if err != nil || string(got) != want {
					t.Errorf("%s, %d:%d: %v\n%q\nwant\n%q", p.name, from, to, err, got, want)
				}
			}
			_, line := d.Place(at[from])
			begins := strings.Index(text, p.list[from])
			ends := begins + len(p.list[from])
			if want := int64(1 + strings.Count(text[:begins], "\n")); line != want {
				t.Errorf("%s: element %d begins on line %d, want %d", p.name, from, line, want)
			}
			for _, offset := range []int64{at[from], at[from+1] - 1} {
				if got, want := d.LastLine(offset), int64(1+strings.Count(text[:ends], "\n")); got != want {
					t.Errorf("%s: element %d ends on line %d, want %d", p.name, from, got, want)
				}
			}
		}
	}
}

// A frame that can no longer be read is an error of whoever reads the cut.
func TestCutFails(t *testing.T) {
	text := "[" + user + ",\n" + call + "]"
	for left := range 4 {
		source := &failing{[]byte(text), 1 << 30}
		d, _, err := document.Find(document.Input{R: strings.NewReader(text), Source: source})
		if err != nil {
			t.Fatal(err)
		}
		source.left = left
		if b, err := io.ReadAll(d.Cut(0, 5)); !errors.Is(err, errBroken) || !strings.HasPrefix(text, string(b)) {
			t.Errorf("after %d reads: %q, %v", left, b, err)
		}
		if at, line := d.Place(d.Size() - 1); at != int64(len(text)-1) || line < 1 || line > 2 {
			t.Errorf("after %d reads the bracket stands at %d, on line %d", left, at, line)
		}
	}
}

// What is said about no bytes is said about the place in front of an element, or at the
// bracket behind the last one; what a list has no place for is not said.
func TestFindingsOfNoLength(t *testing.T) {
	text := "[\n  " + user + ",\n  " + call + "\n]\n"
	d := find(t, []byte(text))
	for offset, want := range map[int64]int{
		0: strings.Index(text, user), 3: strings.Index(text, user), int64(len(user)) + 3: strings.Index(text, user) + len(user), int64(len(user)) + 4: strings.Index(text, call),
		d.Size(): len(text) - 2, d.Size() - 1: len(text) - 2,
	} {
		var got []transcript.Finding
		job := d.Job(transcript.Job{Report: func(f transcript.Finding) { got = append(got, f) }})
		job.Report(transcript.Finding{Code: transcript.MissingHeader, Offset: offset})
		job.Report(transcript.Finding{Code: transcript.BOM, Offset: offset})
		if len(got) != 1 || got[0].Code != transcript.BOM || got[0].Offset != int64(want) || got[0].Length != 0 || got[0].Line != int64(1+strings.Count(text[:want], "\n")) {
			t.Errorf("%d: %+v, want %d", offset, got, want)
		}
	}
	if job := d.Job(transcript.Job{}); job.Report != nil || job.Reject != nil {
		t.Error("somebody is told who did not ask")
	}
}

// A reject has the bytes that stood in the document, whatever line breaks they had; one
// that stood there differently has those of the document's lines.
func TestRejectsOfMixedLines(t *testing.T) {
	element := "{\r\"role\":\r\n\"user\",\n\"content\":\"x\"\r\r\n}"
	text := "[\n" + user + ",\n" + element + "\n]"
	d := find(t, []byte(text))
	lines := make([]byte, d.Size())
	if _, err := d.ReadAt(lines, 0); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	at := bytes.IndexByte(lines, '\n') + 1
	var got []transcript.Reject
	job := d.Job(transcript.Job{Reject: func(r transcript.Reject) { got = append(got, r) }})
	job.Reject(transcript.Reject{Offset: int64(at), Line: 2, Raw: lines[at : len(lines)-1]})
	job.Reject(transcript.Reject{Offset: int64(at), Line: 2, Raw: []byte("{\r  \"other\":1}")})
	for i, want := range []string{element, "{\n  \"other\":1}"} {
		if r := got[i]; string(r.Raw) != want || r.Line != 3 || r.Offset != int64(strings.Index(text, element)) {
			t.Errorf("%+v: %q, want %q", r, r.Raw, want)
		}
	}
}
