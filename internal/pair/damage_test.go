package pair_test

import (
	"bytes"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// Groups of dialects for which a case is meant.
const (
	chats    = "openai-chat openai-flat"
	repeats  = chats + " gemini pi pi-v1" // the same id may come again
	uniques  = "claude-serial claude-fan anthropic converse"
	byID     = "openai-responses codex codex-ordinal"
	adjacent = repeats + " " + uniques // results stand beside their call
	every    = adjacent + " " + byID
)

// cases give a conversation and what has to become of it, under the numbers of
// the survey of peers. Where that leaves a choice the design decides.
var cases = []struct{ name, dialects, in, want string }{
	{"1 clean", every + " openai-legacy gemini-no-id", "U A[x] R(x) F", "U A[x] R(x) F"},
	{"2 no result", every + " openai-legacy gemini-no-id", "U A[x] F", "U A[x] S(x) F"},
	{"3 no result at the end", every + " openai-legacy gemini-no-id", "U A[x]", "U A[x] S(x)"},
	{"4 a conversation's last call is a label", "conv-messages conv-anthropic conv-contents conv-input", "U A[x]", "U A[x]"},
	{"5 results in another order", every, "U A[x,y] R(y) R(x) F", "U A[x,y] R(y) R(x) F"},
	{"6 one of two", adjacent, "U A[x,y] R(x) F", "U A[x,y] R(x) S(y) F"},
	{"7 moved past a user", adjacent + " openai-legacy gemini-no-id", "U A[x] U R(x) F", "U A[x] R(x) U F"},
	{"7 by id it may stay there", byID, "U A[x] U R(x) F", "U A[x] U R(x) F"},
	{"8 one moved, one missing", repeats, "U A[x,y] U R(x) F", "U A[x,y] R(x) S(y) U F"},
	{"9 a note between", adjacent, "U A[x] N R(x) F", "U A[x] R(x) N F"},
	{"10 before its call", "openai-chat gemini anthropic", "U R(x) A[x] F", "U A[x] S(x) F"},
	{"10 by id it is moved", byID, "U R(x) A[x] F", "U A[x] R(x) F"},
	{"11 an orphan is not adopted", chats + " anthropic", "U R(x) F U A[x] F", "U F U A[x] S(x) F"},
	{"12 ids come again", repeats, "U A[f:0=1] R(f:0=1) A[f:0=2] R(f:0=2) F", "U A[f:0=1] R(f:0=1) A[f:0=2] R(f:0=2) F"},
	{"12 ids come again where they may not", "anthropic converse " + byID, "U A[f=1] R(f=1) A[f=2] R(f=2) F", "U A[f=1] R(f=1) A[f_2=2] R(f_2=2) F"},
	{"12 an id three times", uniques + " " + byID, "U A[f=1] R(f=1) A[f=2] R(f=2) A[f=3] R(f=3) F", "U A[f=1] R(f=1) A[f_2=2] R(f_2=2) A[f_3=3] R(f_3=3) F"},
	{"13 first open, second answered", repeats, "U A[f:0=1] U A[f:0=2,f:1] R(f:1) R(f:0) F", "U A[f:0=1] S(f:0) U A[f:0=2,f:1] R(f:1) R(f:0) F"},
	{"14 the result is the second's", repeats, "U A[f:0=1] U A[f:0=2] U R(f:0) F", "U A[f:0=1] S(f:0) U A[f:0=2] R(f:0) U F"},
	{"15 second open", repeats, "U A[f:0=1] R(f:0) U A[f:0=2] U", "U A[f:0=1] R(f:0) U A[f:0=2] S(f:0) U"},
	{"16 second moved", repeats, "U A[f:0=1] R(f:0=1) U A[f:0=2] U R(f:0=2)", "U A[f:0=1] R(f:0=1) U A[f:0=2] R(f:0=2) U"},
	{"17 two open, one result", repeats, "U A[a=1] A[a=2] R(a) F", "U A[a=1] S(a) A[a=2] R(a) F"},
	{"18 ambiguous", chats, "U A[a=1] A[a=2] A[b] R(b) R(a) F", "U A[a=1] S(a) A[a=2] S(a) A[b] R(b) F"},
	{"19 two results", repeats + " claude-serial anthropic converse " + byID, "U A[x] R(x=1) R(x=2) F", "U A[x] R(x=1) F"},
	{"20 the same result twice", every, "U A[x] R(x) R(x) F", "U A[x] R(x) F"},
	{"21 the real one later", adjacent, "U A[x] S(x) U R(x) F", "U A[x] R(x) U F"},
	{"22 a stand-in later", every, "U A[x] R(x) S(x) F", "U A[x] R(x) F"},
	{"25 twice in one message", every, "U A[x=1,x=2] R(x) F", "U A[x=1] R(x) F"},
	{"47 results in two messages", uniques, "U A[x,y] R(x) U R(y) F", "U A[x,y] R(x) R(y) U F"},
	{"51 nothing", every, "", ""},
	{"57 records between", every, "U A[x] M R(x) M F", "U A[x] R(x) F"},
	{"results go behind all calls of a step", byID, "U A[x,y] F", "U A[x,y] S(x) S(y) F"},
	{"results go behind all calls of a step, one of two", byID, "U A[x,y] R(y) F", "U A[x,y] S(x) R(y) F"},
	{"replay in one file", "claude-serial " + byID, "U A[x] R(x) A[x] R(x) F", "U A[x] R(x) F"},
	{"orphan at the end", every, "U F R(x)", "U F"},
	{"result of a later frame stays there", repeats, "U A[x] A[y] R(y) R(x) F", "U A[x] R(x) A[y] R(y) F"},
}

func TestCases(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			inDialects(t, c.dialects, func(t *testing.T, d transcripttest.Dialect) {
				data := d.Bytes(c.in)
				o := run(t, pair.Options{}, data)
				if got := transcripttest.Notation(d, o.out); got != c.want {
					t.Errorf("%s became %s, want %s\n%s", c.in, got, c.want, o.out)
				}
				if err := transcripttest.Check(d, o.out); err != nil {
					t.Errorf("%v\n%s", err, o.out)
				}
				invariants(t, pair.Options{}, data, o)
			})
		})
	}
}

// The last call of a file is kept on demand, and is no error then.
func TestOpenTailIsKept(t *testing.T) {
	opt := pair.Options{}
	opt.Tail = pair.KeepTail
	inDialects(t, every, func(t *testing.T, d transcripttest.Dialect) {
		data := d.Bytes("U A[x] R(x) A[y]")
		o := run(t, opt, data)
		if string(o.out) != string(data) || len(o.findings) != 1 || o.findings[0].Code != "open-call" {
			t.Errorf("%+v\n%s", o.findings, o.out)
		}
	})
}

// Raw NUL bytes inside a string are damage as well: no client reads such a line.
func TestNULInsideString(t *testing.T) {
	inDialects(t, every, func(t *testing.T, d transcripttest.Dialect) {
		data := bytes.Replace(d.Bytes("U A[x] R(x) F"), []byte("user text"), []byte("user\x00\x00 text"), 1)
		if o := run(t, pair.Options{}, data); len(o.findings) == 0 {
			t.Errorf("nothing is found, but the line is no JSON")
		}
	})
}

const question, answer = `{"role":"user","content":"q"}`, `{"role":"assistant","content":"a"}`

// Debris beside a record that is removed for a reason of its own is rejected by
// itself: every byte is in the output or in the rejects.
func TestDebrisBesideRemovedRecord(t *testing.T) {
	const orphan = `{"role":"tool","tool_call_id":"o","content":"x"}`
	for _, line := range []string{orphan + `left over "}`, `{"role":"assis` + orphan, orphan + `{"role":"assis`, "null" + orphan} {
		data := []byte(question + "\n" + line + "\n" + answer + "\n")
		o := run(t, pair.Options{}, data)
		n := 0
		for _, r := range o.rejects {
			n += len(r.Raw)
		}
		if want := question + "\n" + answer + "\n"; string(o.out) != want || n != len(line) {
			t.Errorf("%s: %d of %d bytes are rejected\n%s", line, n, len(line), o.out)
		}
		invariants(t, pair.Options{}, data, o)
	}
}

// A document in front of a session's header goes with all of its lines when the
// header moves to the front.
func TestDocumentBeforeHeader(t *testing.T) {
	const document = "{\n\"a\": [\n1\n]\n}\n"
	d := transcripttest.Named("codex")
	data := append([]byte(document), d.Bytes("U A[x] R(x) F")...)
	o := run(t, pair.Options{}, data)
	if !bytes.Equal(o.out, data[len(document):]) || len(o.rejects) != 1 || string(o.rejects[0].Raw) != document[:len(document)-1] {
		t.Errorf("rejects %+v\n%s", o.rejects, o.out)
	}
	invariants(t, pair.Options{}, data, o)
}

// What is no transcript is left alone, also by the rest of the stage.
func TestNotATranscript(t *testing.T) {
	for _, text := range []string{"\xff\xfe{\x00}\x00\n\x00", "[\n" + question + "\n]\n", "{\"x\":1}\nnull\n", "\x00\x00\n", question[:9]} {
		o := run(t, pair.Options{}, []byte(text))
		if string(o.out) != text || len(o.findings) != 1 || o.findings[0].Length != int64(len(text)) || len(o.rejects) > 0 {
			t.Errorf("%q became %q, findings %+v", text, o.out, o.findings)
		}
	}
}

// A result on a line that was cut off is known to be lost: its call is answered.
func TestTornResultIsLost(t *testing.T) {
	inDialects(t, adjacent, func(t *testing.T, d transcripttest.Dialect) {
		lines := bytes.SplitAfter(d.Bytes("U A[x] R(x) U F"), []byte("\n"))
		for i, l := range lines {
			if bytes.Contains(l, []byte("result of x")) {
				lines[i] = append(bytes.Clone(l[:len(l)*2/3]), '\n')
			}
		}
		o := run(t, pair.Options{}, bytes.Join(lines, nil))
		if f, open := o.open(); open || !has(o.findings, []transcript.Code{transcript.TornRecord}) || !has(o.findings, []transcript.Code{transcript.MissingResult}) {
			t.Errorf("%+v is left, findings %+v", f, o.findings)
		}
		if err := transcripttest.Check(d, o.out); err != nil {
			t.Errorf("%v\n%s", err, o.out)
		}
	})
}
