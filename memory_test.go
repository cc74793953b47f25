// The race detector holds several times as much.

//go:build unix && !race

package trtools

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"trtools/internal/cli"
)

// A conversation of many short messages on one long line that needs nothing is not held in
// pieces that are several times as large (issue 12).
func TestMemoryOfOneLine(t *testing.T) {
	const size = 24 << 20
	message := `{"role":"user","content":"hi, how are you"}`
	n := size / len(message)
	text := `{"messages":[` + strings.Repeat(message+",", n) + message + "]}\n"
	long, short := filepath.Join(t.TempDir(), "long.jsonl"), filepath.Join(t.TempDir(), "short.jsonl")
	for file, text := range map[string]string{long: text, short: message + "\n"} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range filters {
		args := slices.Clone(f.args)
		switch args[0] {
		case cli.Recover.Name: // its job lies inside the line
			continue
		case cli.Prune.Name:
			args[len(args)-1] = "1000000000"
		}
		held := held(t, append(args, long)) - held(t, append(args, short))
		if held > 5*size/2 {
			t.Errorf("%s holds %d MB for a line of %d MB", args[0], held>>20, size>>20)
		}
	}
}

// held runs a command and returns how many bytes of memory it held at most.
func held(t *testing.T, args []string) int64 {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return maxMemory(cmd.ProcessState)
}
