package input_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"trtools/internal/input"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

type stage struct{ *input.Reader }

func (stage) Flush() error { return nil }
func (stage) Close() error { return nil }

// A line over the limit is reported once, whatever pieces it comes in, and one that
// is no JSON stays; both in the order of the input, with their bytes.
func TestUnreadable(t *testing.T) {
	var found []transcript.Finding
	r := input.NewReader(&transcript.Job{Name: "x", Report: func(f transcript.Finding) { found = append(found, f) }})
	defer r.Close()
	data := []byte("{}\n" + strings.Repeat("x", 1<<20) + "\nno json\n")
	if err := transcript.Run(bytes.NewReader(data), 1000, stage{r}); err != nil {
		t.Fatal(err)
	}
	if err := r.Report("tr-x"); err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, f := range found {
		got += fmt.Sprintln(f.Tool, f.File, f.Line, f.Offset, f.Length, f.Code, f.Action, len(f.SHA256))
	}
	want := "tr-x x 2 3 1048577 line-too-long keep 64\ntr-x x 3 1048580 7 unreadable-line keep 64\n"
	if got != want {
		t.Errorf("got %swant %s", got, want)
	}
}

// A strict run stops at a line that clients skip, which is reported.
func TestStrict(t *testing.T) {
	reported := 0
	r := input.NewReader(&transcript.Job{Strict: true, Report: func(transcript.Finding) { reported++ }})
	defer r.Close()
	err := transcript.Run(strings.NewReader("{}\n{\"a\":\"\\x\"}\n{}\n"), 0, stage{r})
	var unreadable *transcript.Unreadable
	if !errors.As(err, &unreadable) || unreadable.Line != 2 || reported != 1 {
		t.Errorf("%v, %d findings", err, reported)
	}
}

// An empty plan gives the input back, from a file and from a pipe.
func TestWrite(t *testing.T) {
	for _, d := range transcripttest.All() {
		data := append(d.Bytes("U A[x] R(x) F"), "no json\r\n{\"open\":1}"...)
		for _, job := range []transcript.Job{{}, {Source: bytes.NewReader(data)}} {
			var out bytes.Buffer
			job.Next = transcript.NewWriter(&out)
			r := input.NewReader(&job)
			if err := transcript.Run(bytes.NewReader(data), 0, stage{r}); err != nil {
				t.Fatal(err)
			}
			if err := r.Run(r.NewPlan(), "x"); err != nil || !bytes.Equal(out.Bytes(), data) {
				t.Errorf("%s: %v\n%s", d.Name, err, out.Bytes())
			}
			r.Close()
		}
	}
}

// Lines that are put in end as the first line does.
func TestEOL(t *testing.T) {
	for text, want := range map[string]string{"a\r\nb\n": "\r\n", "a\nb\r\n": "\n", "a": "\n", "": "\n", "\r\n": "\r\n"} {
		r := input.NewReader(&transcript.Job{})
		if err := transcript.Run(strings.NewReader(text), 0, stage{r}); err != nil {
			t.Fatal(err)
		}
		if r.EOL != want {
			t.Errorf("%q: %q", text, r.EOL)
		}
		r.Close()
	}
}

// A conversation stands where its messages stand in the input.
func TestConversation(t *testing.T) {
	const line = `{"id": %d, "messages": [{"role":"user","content":"one"}, {"role":"assistant","content":"two"}]}`
	data := fmt.Sprintf(line+"\n"+line+"\n", 1, 2)
	n := 0
	r := input.NewReader(&transcript.Job{Source: strings.NewReader(data)})
	r.Conversation = func(c *input.Conversation) {
		start, end := c.Span(1)
		text, err := c.Text(1)
		if err != nil || data[start:end] != string(text) || string(text) != `{"role":"assistant","content":"two"}` {
			t.Errorf("conversation %d: %q, %q, %v", n, data[start:end], text, err)
		}
		if h := c.Index.Main(nil); h.Len() != 2 || h.Size().Chars != 6 {
			t.Errorf("conversation %d: %d messages", n, h.Len())
		}
		n++
	}
	if err := transcript.Run(strings.NewReader(data), 0, stage{r}); err != nil || n != 2 || r.History().Len() != 0 {
		t.Fatalf("%d conversations, %v", n, err)
	}
}
