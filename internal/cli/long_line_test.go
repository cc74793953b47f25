package cli

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
	"trtools/pkg/transcript/recover"
)

// aLongLine is an input that is one long line, or nearly, and what a stage whose job lies
// inside it may allocate for it, in times its size. No more than two of that are held at
// the same time.
type aLongLine struct {
	name, data string
	most       float64
}

// longLines have a text of a size inside one message, in a conversation and on a line of
// its own, and many short messages.
func longLines(size int) []aLongLine {
	const call = `{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"read","arguments":"{}"}}]}`
	result := `{"role":"tool","tool_call_id":"c","content":"` + strings.Repeat("some words ", size/11) + `"}`
	said := []string{`{"role":"user","content":"go"}`, call, result, `{"role":"assistant","content":"ok"}`, `{"role":"user","content":"on"}`}
	many := strings.Repeat(`,{"role":"user","content":"`+strings.Repeat("go on ", 300)+`"},{"role":"assistant","content":"ok"}`, size/1900)
	return []aLongLine{
		{"a text in a conversation", `{"messages":[` + strings.Join(said, ",") + "]}\n", 5.5},
		{"a text in a message", strings.Join(said, "\n") + "\n", 6.2},
		{"many messages", `{"messages":[{"role":"system","content":"be"}` + many + "]}\n", 9.3},
	}
}

// allocated returns how much a stage allocates for an input that can be read again, in
// times its size.
func allocated(t *testing.T, data string, stage func(transcript.Job) transcript.Stage) float64 {
	t.Helper()
	src := io.NewSectionReader(strings.NewReader(data), 0, int64(len(data)))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s := stage(transcript.Job{Next: transcript.NewWriter(io.Discard), Source: src, Unhashed: true})
	if err := transcript.Run(io.NewSectionReader(src, 0, src.Size()), 0, s); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / float64(len(data))
}

// A long line is not copied where it can be passed on: read, read again, looked at, and
// written.
func TestLongLines(t *testing.T) {
	for _, line := range longLines(8 << 20) {
		for name, stage := range map[string]func(transcript.Job) transcript.Stage{
			"tr-prune":           func(j transcript.Job) transcript.Stage { return prune.New(prune.Options{MaxMessages: 4}, j) },
			"tr-recover level 1": func(j transcript.Job) transcript.Stage { return recover.New(recover.Options{Level: 1}, j) },
			"tr-recover level 2": func(j transcript.Job) transcript.Stage { return recover.New(recover.Options{Level: 2}, j) },
		} {
			if n := allocated(t, line.data, stage); n > line.most {
				t.Errorf("%s, %s: %.2f times the line are allocated, want at most %.2f", line.name, name, n, line.most)
			}
		}
	}
}
