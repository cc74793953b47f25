package pair_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/pair"
)

// recognized runs the stage and returns what it says the input is.
func recognized(t *testing.T, opt pair.Options, data []byte) string {
	t.Helper()
	s := pair.New(opt, transcript.Job{Source: bytes.NewReader(data), Next: transcript.NewWriter(io.Discard)})
	if err := transcript.Run(bytes.NewReader(data), 0, s); err != nil {
		t.Fatal(err)
	}
	return s.(transcript.Recognizer).Recognized()
}

// What is found, what becomes of it and why, and what the input is taken for: with each
// option, beside a line that cannot be read, and in what a compaction keeps.
func TestTold(t *testing.T) {
	const damage = "no json\n"
	for _, c := range []struct {
		dialect, story, more string
		opt                  pair.Options
		want                 string
	}{
		{"openai-chat", "U A[x] R(x) F", "", pair.Options{}, `openai-chat, 4 records, 1 call`},
		{"openai-chat", "U A[x] U R(y) F", damage, pair.Options{HoldBack: true}, `openai-chat, 5 records, 1 call
2 missing-result info keep: tool call has no result; it may be on an unreadable line: "x"
4 orphan-result info keep: no open call has its id; it may be on an unreadable line: "y"
6 unreadable-line error keep: line is not JSON`},
		{"openai-chat", "U A[x] U R(y) F", damage, pair.Options{}, `openai-chat, 5 records, 1 call
2 missing-result error inject: tool call has no result: "x"
4 orphan-result error remove: no open call has its id: "y"
6 unreadable-line error keep: line is not JSON`},
		{"openai-chat", "U A[x] U R(y) F", "", pair.Options{Missing: pair.StripMissing, Orphans: pair.KeepOrphans}, `openai-chat, 5 records, 1 call
2 missing-result error remove: tool call has no result: "x"
4 orphan-result error keep: no open call has its id: "y"`},
		{"openai-chat", "U A[x] U R(y) F", "", pair.Options{Missing: pair.KeepMissing, Orphans: pair.TextOrphans}, `openai-chat, 5 records, 1 call
2 missing-result error keep: tool call has no result: "x"
4 orphan-result error replace: no open call has its id: "y"`},
		{"anthropic", "U A[x] R(x) F A[x] U R(x) F", "", pair.Options{}, `anthropic, 8 records, 2 calls
5 reused-id error rename: call id is used again in the same request: "x"
6 touched info replace: takes results of the calls before it
7 displaced-result error move: result does not stand where the API wants it: "x"
7 touched info rename: its call has another id: "x"`},
		{"claude-fan", "U F U A[x,y] R(y) C4 U F", "", pair.Options{}, `claude-code, 10 records, 2 calls
4 missing-result error inject: tool call has no result: "x"
7 touched info relink: parent changes with the records before it: "00000000-0000-4000-8000-000000000007"`},
		{"claude-serial", "U F U A[x] C2 U F", "", pair.Options{}, `claude-code, 8 records, 1 call
4 missing-result error inject: tool call has no result: "x"
5 touched info relink: parent changes with the records before it: "00000000-0000-4000-8000-000000000005"`},
	} {
		data := append(transcripttest.Named(c.dialect).Bytes(c.story), c.more...)
		o := run(t, c.opt, data)
		got := recognized(t, c.opt, data)
		for _, f := range o.findings {
			got += fmt.Sprintf("\n%d %s %s %s: %s", f.Line, f.Code, f.Severity, f.Action, f.Message)
		}
		if got != c.want {
			t.Errorf("%s, %s, %+v: %s\nwant %s", c.dialect, c.story, c.opt, got, c.want)
		}
	}
}

// A result that moves to its call takes the id that the call has by then, and all else
// of it stays.
func TestMovedWithANewID(t *testing.T) {
	for _, name := range []string{"anthropic", "converse", "claude-serial"} {
		d := transcripttest.Named(name)
		o := run(t, pair.Options{}, bytes.Replace(d.Bytes("U A[x] R(x) F A[x=2] U R(x=2) F"), []byte("result of x=2"), []byte("the second"), 1))
		if got := transcripttest.Notation(d, o.out); !strings.Contains(got, "A[x] R(x) F A[x_2") {
			t.Errorf("%s: %s\n%s", name, got, o.out)
		}
		if err := transcripttest.Check(d, o.out); err != nil {
			t.Errorf("%s: %v\n%s", name, err, o.out)
		}
	}
}
