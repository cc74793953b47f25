package trtools

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"trtools/pkg/transcript"
)

// TestDocs runs what README and GUIDE show. In a block marked console, lines
// that begin with "$ " are commands, and what follows is all that they print.
// The commands of one document run one after another in a copy of
// testdata/samples; the home of their user, /home/ann, holds one session.
func TestDocs(t *testing.T) {
	for _, name := range []string{"README.md", "GUIDE.md"} {
		t.Run(name, func(t *testing.T) { runDoc(t, name) })
	}
}

func runDoc(t *testing.T, name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "samples"))); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	writeFile(t, filepath.Join(home, ".claude/projects/-home-ann-shop/3f1c2a54-7d1e-4b6a-9c0d-5e8f7a6b4c3d.jsonl"),
		readDoc(t, "testdata/samples/session.jsonl"))
	n := 0
	for _, ex := range examples(string(text)) {
		n++
		got := strings.ReplaceAll(shell(t, dir, ex.command), home, "/home/ann")
		if got != ex.want {
			t.Errorf("%s:%d: $ %s\ngot:\n%s\nwant:\n%s", name, ex.line, ex.command, got, ex.want)
		}
	}
	if n == 0 {
		t.Errorf("%s shows no command", name)
	}
}

type example struct {
	line          int
	command, want string
}

// examples returns the commands of the console blocks and what they print.
func examples(text string) (list []example) {
	inside := false
	for i, line := range strings.Split(text, "\n") {
		switch cmd, is := strings.CutPrefix(line, "$ "); {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console"
		case !inside:
		case is:
			list = append(list, example{line: i + 1, command: cmd})
		case len(list) > 0:
			list[len(list)-1].want += line + "\n"
		}
	}
	return list
}

// shell runs a command line and returns what it prints on both streams.
func shell(t *testing.T, dir, line string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return string(out)
}

// TestGuideCodes compares the guide's table of codes with the code's.
func TestGuideCodes(t *testing.T) {
	guide, err := os.ReadFile("GUIDE.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range transcript.Rules {
		row := fmt.Sprintf("| `%s` | %s | %s | %s |\n", r.Code, r.Severity, r.Action, r.Help)
		if !strings.Contains(string(guide), row) {
			t.Errorf("GUIDE.md lacks the row\n%s", row)
		}
	}
}
