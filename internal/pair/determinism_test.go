package pair_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/pkg/transcript"
)

// runs is how often one input is repaired: what a seed of the process decides shows
// within one process, as maps are ordered anew for every loop.
const runs = 100

// One input always gives the same bytes, findings and rejects.
func TestOneInputOneOutput(t *testing.T) {
	session := fork(20)
	lines := strings.SplitAfter(session, "\n")
	cut := slices.Concat(lines[:9], []string{lines[9][:60] + "\n"}, lines[10:30], lines[31:])
	for _, c := range []struct{ name, data string }{
		{"fork", fork(40)},
		{"twice", session + session},
		{"tail twice", session + strings.Join(lines[20:], "")},
		{"several damages", strings.Join(cut, "") + lines[2] + lines[5]},
		{"results of calls with one id", manyOrphans()},
	} {
		t.Run(c.name, func(t *testing.T) {
			first := run(t, pair.Options{}, []byte(c.data))
			if len(first.findings) == 0 {
				t.Fatal("nothing is found")
			}
			for range runs {
				if o := run(t, pair.Options{}, []byte(c.data)); !reflect.DeepEqual(o, first) {
					t.Fatalf("another run gives\n%s\n%v\nwant\n%s\n%v", o.out, o.findings, first.out, first.findings)
				}
			}
		})
	}
}

// A long session that forks its beginning is repaired like a short one: no table
// of a fixed size decides.
func TestLongForkAndCopy(t *testing.T) {
	for _, n := range []int{3, size(2000)} {
		o := run(t, pair.Options{}, []byte(fork(n)))
		again := run(t, pair.Options{}, o.out)
		if len(o.rejects) != 1 || o.findings[0].Code != transcript.DuplicateCall || len(again.findings) > 0 {
			t.Errorf("%d turns: %v, then %v", n, o.findings, again.findings)
		}
	}
	var b strings.Builder
	for k := range 3 * size(1000) {
		fmt.Fprintf(&b, record, parent(k), k, k, `"role":"user","content":"x"`, "user")
	}
	session := b.String()
	if o := run(t, pair.Options{}, []byte(session+session)); !bytes.Equal(o.out, []byte(session)) {
		t.Errorf("a session of %d records twice gives %d bytes, want %d", 3*size(1000), len(o.out), len(session))
	}
}

const record = `{"parentUuid":%s,"isSidechain":false,"sessionId":"s","uuid":"u%d","timestamp":"2026-01-01T00:00:00.%06dZ","message":{%s},"type":"%s"}` + "\n"

func parent(k int) string {
	if k == 0 {
		return "null"
	}
	return fmt.Sprintf(`"u%d"`, k-1)
}

// fork returns a session of n turns that forks its beginning at the end: new
// record ids, and the message ids that were there.
func fork(n int) string {
	var b strings.Builder
	k := 0
	add := func(parent, message, typ string) {
		fmt.Fprintf(&b, record, parent, k, k, message, typ)
		k++
	}
	const (
		call   = `"id":"m","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Read","input":{}}]`
		result = `"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"r"}]`
	)
	add("null", `"role":"user","content":"go"`, "user")
	add(parent(k), call, "assistant")
	add(parent(k), result, "user")
	for j := range n {
		add(parent(k), fmt.Sprintf(`"id":"m%d","role":"assistant","content":[{"type":"text","text":"a"}]`, j), "assistant")
		add(parent(k), `"role":"user","content":"q"`, "user")
	}
	tip := parent(k)
	add(`"u0"`, call, "assistant")
	add(parent(k), result, "user")
	add(tip, `"id":"z","role":"assistant","content":[{"type":"text","text":"end"}]`, "assistant")
	return b.String()
}

// manyOrphans returns a chat with results and calls in disorder.
func manyOrphans() string {
	var b strings.Builder
	for k := range 20 {
		fmt.Fprintf(&b, `{"role":"tool","tool_call_id":"c%d","content":"early"}`+"\n", k%7)
		fmt.Fprintf(&b, `{"role":"assistant","content":null,"tool_calls":[{"id":"c%d","type":"function","function":{"name":"f","arguments":"{}"}}]}`+"\n", k%5)
		b.WriteString(`{"role":"user","content":"u"}` + "\n")
	}
	return b.String()
}
