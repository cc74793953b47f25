package pair

import (
	"bytes"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// closer looks at the messages of a conversation one by one, and returns what is said of
// them and planned. Sound says what one look at them told.
func closer(t *testing.T, line []byte) (sound bool, codes []transcript.Code, changes bool) {
	t.Helper()
	var doc outline.Doc
	if doc.Parse(line) != nil {
		return false, nil, false
	}
	job := &transcript.Job{Source: bytes.NewReader(line)}
	a := newAnalysis(&Options{}, job, new(outcome))
	v := &a.view
	if !a.detect.View(doc.Root(), v) || !v.Alone() || !a.isSound(v) {
		return false, nil, false
	}
	r := a.repairInside(v, 0)
	if n := a.seen.calls; n != a.glance.Calls {
		t.Errorf("%d calls at a glance, %d at a closer look: %s", a.glance.Calls, n, line)
	}
	a.converse(r)
	for _, f := range r.p.Report.All() {
		codes = append(codes, f.Code)
	}
	return true, codes, !r.p.Empty()
}

// Of what one look calls sound a closer look says nothing, and repairs nothing.
func TestSoundAtAGlance(t *testing.T) {
	for _, name := range []string{"conv-messages", "conv-anthropic", "conv-contents", "conv-input"} {
		d := transcripttest.Named(name)
		sound := 0
		for seed := range uint64(1500) {
			for line := range bytes.Lines(transcripttest.Damaged(d, seed).Data) {
				is, codes, changes := closer(t, bytes.TrimSpace(line))
				if is {
					sound++
				}
				if len(codes) > 0 || changes {
					t.Fatalf("%s, seed %d: a closer look says %v: %s", name, seed, codes, line)
				}
			}
		}
		if name == "conv-messages" && sound < 100 {
			t.Errorf("%d conversations are sound", sound)
		}
	}
}

// Every way to write a conversation a little differently is sound at a closer look, too,
// or not at a glance.
func TestSoundVariants(t *testing.T) {
	const text = `{"messages":[{"role":"system","content":"s"},{"role":"user","content":"u"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"n","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"r"},{"role":"tool","tool_call_id":"b","name":"n","content":"r"},{"role":"assistant","content":"end"},{"role":"user","content":"u"},{"role":"assistant","content":"","tool_calls":[{"id":"a","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"r"},{"role":"assistant","content":"end "}]}`
	pieces := []string{`{"role":"tool","tool_call_id":"a","content":"r"},`, `{"role":"assistant","content":"end"},`, `{"role":"user","content":"u"},`, `"u"`, `"end"`, `"r"`, `"a"`, `"b"`, `"n"`, `"{}"`, `null`, `"tool"`, `"user"`, `"assistant"`,
		`"tool_call_id"`, `"content"`, `"role"`, `"tool_calls"`, `"function"`, `"id"`, `"type"`, `"messages"`}
	others := append(pieces, ``, `""`, `" "`, `"\n"`, `" "`, `"\u001bx"`, `"\u0061"`, `1`, `{}`, `[]`, `[{"type":"text","text":"x"}]`, `"aborted"`, `"\u0061borted"`, `"{\"a\":1"`, `"developer"`, `"parts"`, `"message"`, `"function_call"`, `"refusal"`, `"weight"`, `"content":"x","reasoning_content"`, `"content":null,"tool_calls"`, `"tool_calls":null,"function_call":null,"content"`, `"function_call":{"name":"n","arguments":"{}"},"content"`, `"audio":{"id":"a"},"content"`, `"error"`, `"No result provided"`)
	sound := 0
	for _, piece := range pieces {
		for n := range strings.Count(text, piece) {
			for _, other := range others {
				line := nth(text, piece, other, n)
				is, codes, changes := closer(t, []byte(line))
				if is {
					sound++
				}
				if len(codes) > 0 || changes {
					t.Errorf("a closer look says %v: %s", codes, line)
				}
			}
		}
	}
	if sound < 100 {
		t.Errorf("%d variants are sound", sound)
	}
}

// nth replaces one piece of a text.
func nth(text, piece, other string, n int) string {
	parts := strings.SplitN(text, piece, n+2)
	return strings.Join(parts[:n+1], piece) + other + parts[n+1]
}
