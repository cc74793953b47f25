package recover_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/recover"
)

// A tool loop of 200 batches after one prompt loses old batches as a whole and
// keeps the task and the newest ones.
func TestToolLoop(t *testing.T) {
	for _, d := range transcripttest.All() {
		t.Run(d.Name, func(t *testing.T) {
			var b strings.Builder
			b.WriteString("U")
			for i := range 200 {
				if d.Single {
					fmt.Fprintf(&b, " A[c%d] R(c%d)", i, i)
				} else {
					fmt.Fprintf(&b, " A[c%d,d%d] R(d%d) R(c%d)", i, i, i, i)
				}
			}
			if d.Log || d.Name == "cursor" {
				t.Skip("nothing goes, or there are no results")
			}
			data := d.Bytes(b.String())
			for n, batches := range map[int]int{2: 5, 3: 2} {
				if d.Inline { // a batch is one message
					batches *= 2
				}
				if d.Apart && n == 2 { // a batch is three messages, and the first of ten brings its unit
					batches = 4
				}
				checkLoop(t, d, run(t, level(n), data).out, batches)
			}
		})
	}
}

// checkLoop wants the first user text and so many batches.
func checkLoop(t *testing.T, d transcripttest.Dialect, out []byte, batches int) {
	t.Helper()
	if err := transcripttest.Check(d, out); err != nil {
		t.Fatal(err)
	}
	checkPairs(t, out)
	for _, list := range d.Read(out) {
		if users := transcripttest.Users(list); len(users) != 1 {
			t.Errorf("user texts %v", users)
		}
	}
	for i := range 200 {
		name := fmt.Sprintf("result of c%d", i)
		if got, want := bytes.Contains(out, []byte(name+`"`)), i >= 200-batches; got != want {
			t.Errorf("%s is there: %v", name, got)
		}
	}
}

// A user's message that is newest stays whole at every level, an older one is cut
// at the last.
func TestTexts(t *testing.T) {
	words := strings.Repeat("word ", 2000)
	line := func(role, text string) string { return fmt.Sprintf(`{"role":%q,"content":%q}`+"\n", role, text) }
	data := []byte(line("system", words) + line("user", "first "+words) + line("assistant", "answer "+words) + line("user", "newest "+words))
	for n, want := range map[int][]int{1: {10000, 10006, 5000, 10007}, 3: {10000, 4000, 4000, 10007}} {
		out := run(t, level(n), data).out
		for i, l := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
			got := len(l) - len(line("", "")) + 1 - len([]string{"system", "user", "assistant", "user"}[i])
			if got > want[i] || got < want[i]-2 {
				t.Errorf("level %d: text %d has %d chars, want %d or hardly less", n, i, got, want[i])
			}
		}
	}
}

// What is dead is not touched, whatever its size.
func TestDeadStays(t *testing.T) {
	d := transcripttest.Named("codex")
	dead := bytes.ReplaceAll(d.Bytes("U A[x] R(x) F"), []byte("result of x"), bytes.Repeat([]byte("long "), 8000))
	boundary := `{"timestamp":"2026-01-02T00:00:00.000Z","type":"compacted","payload":{"message":"so far","replacement_history":[]}}` + "\n"
	live := bytes.SplitAfterN(d.Bytes("U2 A[y] R(y) F"), []byte("\n"), 2)[1]
	data := append(append(dead, boundary...), live...)
	for n := 1; n <= 3; n++ {
		if o := run(t, level(n), data); !bytes.HasPrefix(o.out, append(dead, boundary...)) {
			t.Errorf("level %d changed what is dead:\n%v", n, o.findings)
		}
	}
}

// A stale verdict, which the model's next answer followed, asks for nothing.
func TestStaleVerdict(t *testing.T) {
	data := []byte(`{"role":"user","content":"hi"}
{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 5 tokens > 4 maximum"},"classification":{"class":"context_overflow","recoverable":true,"attempt":2}}
{"role":"assistant","content":"hello"}
`)
	want := []byte(`{"role":"user","content":"hi"}
{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 5 tokens > 4 maximum"}}
{"role":"assistant","content":"hello"}
`)
	if o := run(t, recover.Options{}, data); !bytes.Equal(o.out, want) {
		t.Errorf("%s", o.out)
	}
}

// The whole chain works without anybody to report to.
func TestNoReport(t *testing.T) {
	data := transcripttest.Named("anthropic").Bytes("U A[x] U F")
	s := recover.New(level(3), transcript.Job{Next: transcript.NewWriter(io.Discard)})
	if err := transcript.Run(bytes.NewReader(data), 0, s); err != nil {
		t.Fatal(err)
	}
}
