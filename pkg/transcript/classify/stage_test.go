package classify_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/outline"
)

// annotate runs the stage over what r gives.
func annotate(t *testing.T, opt classify.Options, r io.Reader, src io.ReaderAt) string {
	t.Helper()
	var out bytes.Buffer
	job := transcript.Job{Name: "x", Source: src, Next: transcript.NewWriter(&out), Report: func(f transcript.Finding) {
		if f.Severity == "" || f.Action == "" {
			t.Errorf("incomplete finding %+v", f)
		}
	}}
	if err := transcript.Run(r, 0, classify.New(opt, job)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const overflow = `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 5 tokens > 4 maximum"}}`

// Verdicts are put in and taken out byte by byte, whatever the record looks
// like.
func TestMarks(t *testing.T) {
	for _, rec := range []string{
		overflow, `{"type":"error"}`, `{ "type" : "error" }`, `{"type":"error","error":{"message":"x"}}`,
		"{\t\"error\":{},\"n\":1.10,\"n\":2 }", `{"isApiErrorMessage":true,"message":{"content":"API Error: 529"}}`,
	} {
		out := strings.TrimSuffix(annotate(t, classify.Options{}, strings.NewReader(rec+"\n"), nil), "\n")
		var d outline.Doc
		if err := d.Parse([]byte(out)); err != nil {
			t.Fatalf("%s became %s: %v", rec, out, err)
		}
		verdict, own := dialect.VerdictOf(d.Root())
		if own || !verdict.Get("class").Exists() {
			t.Errorf("%s became %s: %v", rec, out, own)
		}
		if back := string(outline.Splice([]byte(out), dialect.StripVerdict(d.Root()))); back != rec {
			t.Errorf("%s came back as %s", rec, back)
		}
	}
}

// A record that is made of an error's text is told from one that stood there.
func TestOwnRecords(t *testing.T) {
	out := annotate(t, classify.Options{Error: "Overloaded (529)"}, strings.NewReader("{}\n"), nil)
	last := strings.Split(out, "\n")[1]
	var d outline.Doc
	if err := d.Parse([]byte(last)); err != nil {
		t.Fatal(err)
	}
	if _, own := dialect.VerdictOf(d.Root()); !own {
		t.Errorf("%s: %v", last, own)
	}
}

// A loader that refuses unknown members gets the verdict beside its record, once.
func TestStrictLoader(t *testing.T) {
	rec := `{"id":"0123456789abcdef0123456789abcdef","parent_id":null,"timestamp":1.5,"type":"message","message":{"role":"assistant","content":[],"stopReason":"error","errorMessage":"429 Too Many Requests"}}` + "\n"
	out := annotate(t, classify.Options{}, strings.NewReader(rec), nil)
	if !strings.HasPrefix(out, rec+`{"type":"classification","classification":{"v":1,"class":"rate_limit"`) {
		t.Errorf("%s", out)
	}
	if again := annotate(t, classify.Options{}, strings.NewReader(out), nil); again != out {
		t.Errorf("again:\n%s", again)
	}
}

// The output begins before the input ends, and does not depend on how it is
// read.
func TestStreams(t *testing.T) {
	in := strings.Repeat(`{"role":"user","content":"hi"}`+"\n", 50) + overflow + "\n"
	want := annotate(t, classify.Options{Error: "Overloaded"}, strings.NewReader(in), nil)
	if got := annotate(t, classify.Options{Error: "Overloaded"}, iotest.OneByteReader(strings.NewReader(in)), nil); got != want {
		t.Error("the read size matters")
	}
	r, w := io.Pipe()
	out := make(chan string, 1000)
	go func() {
		job := transcript.Job{Next: transcript.NewWriter(lineChan(out)), Report: func(transcript.Finding) {}}
		_ = transcript.Run(r, 0, classify.New(classify.Options{}, job))
		close(out)
	}()
	io.WriteString(w, overflow+"\n")
	if got := <-out; !strings.Contains(got, "context_overflow") {
		t.Errorf("%q", got)
	}
	w.Close()
}

type lineChan chan string

func (c lineChan) Write(p []byte) (int, error) {
	c <- string(p)
	return len(p), nil
}

// The line is looked for again for every error, each time behind the last place
// only.
func TestManyErrors(t *testing.T) {
	call := `{"role":"assistant","content":[{"type":"tool_use","id":"toolu_01","name":"ls","input":{}}]}` + "\n"
	bad := `{"type":"error","error":{"message":"messages.9: tool_use ids were found without tool_result blocks immediately after: toolu_01"}}` + "\n"
	in := `{"role":"user","content":"hi"}` + "\n" + bad + call + strings.Repeat(bad, 300)
	out := annotate(t, classify.Options{}, strings.NewReader(in), strings.NewReader(in))
	if n := strings.Count(out, `"line":3`); n != 300 {
		t.Errorf("%d lines named", n)
	}
	if n := strings.Count(out, `"line":null`); n != 1 {
		t.Errorf("%d without a line", n)
	}
}
