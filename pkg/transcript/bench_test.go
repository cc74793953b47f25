package transcript

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// Lines as the three most common writers make them, of the sizes and with the
// share of escapes that real sessions have.
var shapes = []struct {
	name string
	line func(i int) string
}{
	{"claude", claudeLine}, {"chat", chatLine}, {"codex", codexLine},
}

// code is a tool's output: short lines, many escapes.
func code(i, lines int) string {
	return strings.Repeat(fmt.Sprintf(`\t\tif err := run(\"step %d\"); err != nil {\n\t\t\treturn err // \u003cnil\u003e\n\t\t}\n`, i), lines)
}

func claudeLine(i int) string {
	const envelope = `{"parentUuid":"00000000-0000-4000-8000-%012d","isSidechain":false,"userType":"external","cwd":"/src",` +
		`"sessionId":"11111111-1111-4111-8111-111111111111","version":"2.1.0","type":"user","message":{"role":"user",` +
		`"content":[{"tool_use_id":"toolu_%d","type":"tool_result","content":"%s"}]},"uuid":"00000000-0000-4000-8000-%012d",` +
		`"timestamp":"2026-01-02T03:04:05.678Z","toolUseResult":{"stdout":"%s","interrupted":false}}` + "\n"
	out := code(i, i*i%60)
	return fmt.Sprintf(envelope, i, i, out, i+1, out)
}

// chatLine is written as Python does it, with all text beyond ASCII escaped.
func chatLine(i int) string {
	if i%2 == 0 {
		return fmt.Sprintf(`{"role": "assistant", "content": null, "tool_calls": [{"id": "call_%d", "type": "function", "function": `+
			`{"name": "read", "arguments": "{\"path\": \"a%d.go\"}"}}]}`+"\n", i, i)
	}
	return fmt.Sprintf(`{"role": "tool", "tool_call_id": "call_%d", "content": "%s"}`+"\n", i-1, strings.Repeat(`na\u00efve \u2026 text `, i*i%300))
}

func codexLine(i int) string {
	return fmt.Sprintf(`{"timestamp":"2026-01-02T03:04:05.678Z","type":"response_item","payload":{"type":"function_call_output",`+
		`"call_id":"call_%d","output":"Exit code: 0\nOutput:\n%s"}}`+"\n", i, code(i, i*i%80))
}

// session returns about size bytes of lines.
func session(size int, line func(int) string) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < size; i++ {
		b.WriteString(line(i))
	}
	return b.Bytes()
}

// parseAll outlines every line and looks for defects, as every stage does.
type parseAll struct{ bad int }

func (p *parseAll) Push(r *Record) error {
	if doc, err := r.Doc(); err != nil || doc.Defects() != 0 {
		p.bad++
	}
	return nil
}
func (p *parseAll) Flush() error { return nil }
func (p *parseAll) Close() error { return nil }

func BenchmarkScan(b *testing.B) {
	for _, s := range shapes {
		data := session(4<<20, s.line)
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				var p parseAll
				if err := Run(bytes.NewReader(data), 0, &p); err != nil || p.bad > 0 {
					b.Fatal(err, p.bad)
				}
			}
		})
	}
}

// BenchmarkCopy is the floor: reading and writing without a look.
func BenchmarkCopy(b *testing.B) {
	data := session(4<<20, claudeLine)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if err := Run(bytes.NewReader(data), 0, NewWriter(discard{})); err != nil {
			b.Fatal(err)
		}
	}
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }
