package plan

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// Every line is read as it is, in few reads, and what was returned stays as it is until more
// is read: short and long ones, one of any ending, and those that the plan changes.
func TestAhead(t *testing.T) {
	var in bytes.Buffer
	var refs []int64
	for i := range 3000 {
		refs = append(refs, int64(in.Len()))
		size := 10 + i%700
		if i == 1500 {
			size = aheadSize + 10
		}
		fmt.Fprintf(&in, `{"n":%d,"x":"%s"}%s`, i, strings.Repeat("x", size), []string{"\n", "\r\n"}[i%2])
	}
	refs = append(refs, int64(in.Len()))
	in.WriteString(`{"n":"last"}`)
	data := in.String()
	for name, source := range map[string]io.ReaderAt{"file": &counted{Reader: bytes.NewReader([]byte(data))}, "held": Hold([]byte(data))} {
		p := New(&File{Source: source})
		p.Edit(refs[7], with("2")) // which an earlier layer knows nothing of
		a := Ahead{Plan: p}
		var texts []string
		var got [][]byte
		check := func() {
			for i, text := range texts {
				if string(got[i]) != text {
					t.Fatalf("%s: a text became %.80q, was %.80q", name, got[i], text)
				}
			}
			texts, got = texts[:0], got[:0]
		}
		for i, ref := range refs {
			text, ok := a.Text(ref)
			if !ok {
				check()
				text = a.Read(ref)
			}
			if want := strings.TrimRight(lineAt(data, ref), "\r\n"); string(text) != want {
				t.Fatalf("%s: record %d is %.80q, want %.80q", name, i, text, want)
			}
			texts, got = append(texts, string(text)), append(got, text)
		}
		check()
		if p.Err() != nil {
			t.Errorf("%s: %v", name, p.Err())
		}
		if h, ok := source.(*counted); ok && h.reads > 2*len(data)/aheadSize+20 {
			t.Errorf("%d reads for %d bytes", h.reads, len(data))
		}
	}
}

func lineAt(data string, at int64) string {
	line, _, _ := strings.Cut(data[at:], "\n")
	return line
}

// A source that cannot be read fails the plan.
func TestAheadFails(t *testing.T) {
	p := New(&File{Source: failing{strings.NewReader(""), -1}})
	a := Ahead{Plan: p}
	if _, ok := a.Text(0); ok {
		t.Error("a text without reading")
	}
	if text := a.Read(0); text != nil || p.Err() == nil {
		t.Errorf("%q, %v", text, p.Err())
	}
}
