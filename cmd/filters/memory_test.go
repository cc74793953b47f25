// The race detector holds several times as much.

//go:build unix && !race

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A conversation of many short messages on one long line costs its index beside the line: a
// message of 42 bytes up to ten times as much as it has, where twice is wanted.
func TestMemoryOfOneLine(t *testing.T) {
	const size = 24 << 20
	message := `{"role":"user","content":"hi, how are you"}`
	long, short := lineOf(t, size, message, message), lineOf(t, 0, message, message)
	for _, line := range passing { // tr-recover's job lies inside the line
		held := held(t, line, long) - held(t, line, short)
		if held > 12*size {
			t.Errorf("%s holds %d MB for a line of %d MB", line, held>>20, size>>20)
		}
	}
}

// Where something is done inside a long line, it is held once, and about as much again of what
// becomes of it.
func TestMemoryOfChangedLine(t *testing.T) {
	const size = 48 << 20
	message := `{"role":"user","content":"` + strings.Repeat("hi, how are you? ", 400) + `"}`
	lost := `{"role":"tool","tool_call_id":"lost","content":"nobody asked"}`
	long, short := lineOf(t, size, message, lost), lineOf(t, 0, message, lost)
	const most = 2.25 // of the line
	for _, line := range []string{
		"tr-pair -q", "tr-prune -q --max-messages 100", "tr-recover -q --no-spill --level 1", "tr-recover -q --no-spill --level 2", "tr-recover -q --no-spill --level 3",
	} {
		held := float64(held(t, line, long) - held(t, line, short))
		if held > most*size {
			t.Errorf("%s holds %.2f times the line, want %.2f at most", line, held/size, most)
		}
	}
}

// What is open, and what is indexed, has a ceiling for every stage that holds it.
func TestMemoryCeilings(t *testing.T) {
	open := func(call string) func(i int) string {
		return func(i int) string { return fmt.Sprintf(call+"\n", i, i+1) }
	}
	const claude = `{"parentUuid":"%08[1]x-0000-4000-8000-000000000000","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.42","uuid":"%08[2]x-0000-4000-8000-000000000000","timestamp":"2026-01-01T00:00:00.000Z",` +
		`"type":"assistant","message":{"id":"m%08[2]d","role":"assistant","content":[{"type":"tool_use","id":"c%08[2]d","name":"Read","input":{}}]}}`
	for _, c := range []struct {
		name string
		n    int
		most int64 // MB
		line func(i int) string
	}{
		{"100,000 open calls, chat", 100_000, 200, open(`{"role":"assistant","content":null,"tool_calls":[{"id":"c%08[2]d","type":"function","function":{"name":"read","arguments":"{}"}}]}`)},
		{"100,000 open calls, Claude Code", 100_000, 200, open(claude)},
		{"a million short messages", 1_000_000, 256, func(i int) string {
			return `{"role":"` + []string{"user", "assistant"}[i%2] + `","content":"a short one"}` + "\n"
		}},
	} {
		path := filepath.Join(t.TempDir(), "many.jsonl")
		var b strings.Builder
		for i := range c.n {
			b.WriteString(c.line(i))
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{
			"tr-pair -q", "tr-recover -q --no-spill --level 1", "tr-recover -q --no-spill --level 3", "tr-prune -q --max-messages 500000", "tr-stat -q --total --no-costs",
		} {
			least := int64(1 << 62)
			for try := 0; try < 6 && least > c.most; try++ { // a machine that is busy collects garbage later
				least = min(least, held(t, line, path)/1e6)
			}
			if least > c.most {
				t.Errorf("%s: %s holds %d MB, want %d at most", c.name, line, least, c.most)
			}
		}
	}
}

// lineOf writes a conversation of a size in bytes on one line, in which a message is
// repeated and another one comes last. It returns the path.
func lineOf(t *testing.T, size int, message, last string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "line.jsonl")
	text := `{"messages":[` + strings.Repeat(message+",", size/len(message)) + last + "]}\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// held runs a command line on a file and returns how many bytes of memory it held at most.
func held(t *testing.T, line, path string) int64 {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, append(strings.Fields(line), path)...)
	cmd.Env = append(os.Environ(), measures+"=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	n, err := strconv.ParseInt(string(out), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
