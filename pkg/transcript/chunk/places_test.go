package chunk_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"trtools/internal/document"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
)

// Chunks of a document have the lines and the offset that their messages have there, and
// are documents.
func TestChunksOfADocument(t *testing.T) {
	elements := []string{
		"{\n  \"role\": \"user\",\n  \"content\": \"one\"\n }",
		"{\"role\": \"assistant\", \"content\": \"two\"}",
		"{\n  \"role\": \"user\",\n  \"content\": \"three\"}",
		"{\"role\": \"assistant\", \"content\": \"four\"}",
	}
	text := "{\n \"messages\": [\n " + strings.Join(elements, ",\n ") + "\n ]\n}\n"
	source := strings.NewReader(text)
	d, damaged, err := document.Find(document.Input{R: strings.NewReader(text), Source: source})
	if d == nil || err != nil {
		t.Fatal(damaged, err)
	}
	var out bytes.Buffer
	job := d.Job(transcript.Job{Name: "x.json", Source: source, Next: transcript.NewWriter(&out)})
	if err := d.Run(0, chunk.New(chunk.Options{Parts: 2}, job)); err != nil {
		t.Fatal(err)
	}
	list := infos(t, out.Bytes())
	if len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	for i, want := range [][2]int64{{3, 7}, {8, 11}} {
		if c := list[i]; c.FirstLine != want[0] || c.LastLine != want[1] || c.Offset != int64(strings.Index(text, elements[2*i])) {
			t.Errorf("chunk %d: %+v, want lines %v", i+1, c, want)
		}
		whole := "{\n \"messages\": [\n " + strings.Join(elements[2*i:2*i+2], ",\n ") + "\n ]\n}\n"
		if c := list[i]; c.Bytes != int64(len(whole)) {
			t.Errorf("chunk %d has %d bytes, want those of\n%s", i+1, c.Bytes, whole)
		}
	}
}

// Messages of a document are given to be summarized one a line, without the white space
// around and inside them.
func TestSummariesOfADocument(t *testing.T) {
	for _, lines := range []string{"\n", "\r\n"} {
		one, two := `{"role":"assistant","content":"one"}`, `{"role":"assistant","content":"two"}`
		text := strings.ReplaceAll("[\n  {\"role\":\"user\",\"content\":\"go\"},\n  "+one+",\n  {\n    \"role\": \"assistant\",\n    \"content\": \"two\"\n  },\n  {\"role\":\"user\",\"content\":\"on\"}\n]\n", "\n", lines)
		d, _, err := document.Find(document.Input{R: strings.NewReader(text), Source: strings.NewReader(text)})
		if d == nil || err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		var a asked
		job := d.Job(transcript.Job{Next: document.NewWriter(d, transcript.NewWriter(&out))})
		if err := d.Run(0, chunk.New(chunk.Options{KeepLast: -1, Summarize: a.summarize}, job)); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(a.chunks, ""), one+"\n"+two+"\n"; got != want || !strings.Contains(out.String(), "what 1 says") {
			t.Errorf("given %q, want %q; becomes\n%s", got, want, out.String())
		}
	}
}

// No record changes without a finding about it: neither one that is replaced nor the
// user's message that a summary is added to, where two of them may not stand in a row.
func TestEveryChangeIsTold(t *testing.T) {
	for _, d := range transcripttest.All() {
		t.Run(d.Name, func(t *testing.T) {
			data := d.Bytes("U F U F U F U F U F")
			out, found, _, err := summaryOf(t, chunk.Options{Parts: 2, KeepLast: 2, Summarize: new(asked).summarize}, data)
			if err != nil {
				t.Fatal(err)
			}
			stays, at := slices.Collect(bytes.Lines(out)), int64(0)
			for line := range bytes.Lines(data) {
				end := at + int64(len(line))
				told := slices.ContainsFunc(found, func(f transcript.Finding) bool { return f.Offset < end && max(f.Offset+1, f.Offset+f.Length) > at })
				if !told && !slices.ContainsFunc(stays, func(s []byte) bool { return bytes.Equal(s, line) }) {
					t.Errorf("goes without a finding: %s", line)
				}
				at = end
			}
		})
	}
}

// gone is a source that cannot be read any more from some time on.
type gone struct {
	io.ReaderAt
	left int
}

var errGone = errors.New("the file is gone")

func (g *gone) ReadAt(b []byte, off int64) (int, error) {
	if g.left--; g.left < 0 {
		return 0, errGone
	}
	return g.ReaderAt.ReadAt(b, off)
}

// A source that can no longer be read ends the run with an error, whenever that happens;
// nobody is given what is not there.
func TestSourceGoes(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F U F U F U F")
	data = bytes.Replace(data, []byte("result of x"), []byte(strings.Repeat("a long result ", 400)), 1)
	for _, how := range []chunk.Oversized{chunk.CutOversized, chunk.NoteOversized} {
		for reads := 0; ; reads++ {
			opt := chunk.Options{MaxTokens: 100, KeepLast: 2, Oversized: how}
			opt.Summarize = func(_ context.Context, in io.Reader, _ chunk.Number) (string, error) {
				text, err := io.ReadAll(in)
				if err == nil && !bytes.HasPrefix(text, []byte("{")) {
					t.Errorf("%d reads: given %q", reads, text)
				}
				return "said", err
			}
			source := &gone{bytes.NewReader(data), reads}
			o := run(opt, data, source)
			if source.left >= 0 {
				if reads < 5 || o.err != nil {
					t.Errorf("%d reads are enough: %v", reads, o.err)
				}
				break
			}
			if o.err == nil {
				t.Errorf("no error after %d reads", reads)
			}
		}
	}
}
