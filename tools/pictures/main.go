// Command pictures draws the pictures of the README: it runs the commands on samples
// and writes what a terminal would show as SVG.
package main

import (
	"bytes"
	"cmp"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"trtools/internal/cli"
)

// shot is one picture: the commands that are given to a terminal.
type shot struct {
	name     string
	sample   string // the file that the commands call session.jsonl
	commands []string
	home     string // a directory with the sessions of a user's clients
}

var shots = []shot{
	{name: "repair", sample: "testdata/samples/session.jsonl",
		commands: []string{"tr-pair --check session.jsonl", "tr-pair --write session.jsonl", "tr-pair --check session.jsonl"}},
	{name: "strip", sample: "internal/cli/testdata/screens/session.jsonl", commands: []string{"tr-stat session.jsonl"}},
	{name: "sessions", home: "tools/pictures/testdata/home", commands: []string{"tr-stat --sessions", "tr-pair -c 5f0c9a52"}},
}

// columns is how wide the terminal is.
const columns = 80

func main() {
	log.SetFlags(0)
	root, err := os.Getwd()
	if err != nil {
		log.Fatal(err)
	}
	pictures, err := drawAll(root)
	if err != nil {
		log.Fatal(err)
	}
	for name, svg := range pictures {
		if err := os.WriteFile(pathOf(root, name), svg, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

func pathOf(root, name string) string { return filepath.Join(root, "docs", "pictures", name+".svg") }

// drawAll returns the pictures by their names.
func drawAll(root string) (map[string][]byte, error) {
	os.Setenv("COLUMNS", "80")
	os.Setenv("TERM", "xterm")
	time.Local = time.UTC
	pictures := map[string][]byte{}
	for _, s := range shots {
		text, err := s.run(root)
		if err != nil {
			return nil, err
		}
		pictures[s.name] = draw(text)
	}
	return pictures, nil
}

// user is who has the sessions of shot.home, as far as the picture shows.
const user = "/home/ann"

// run gives the commands in a directory of their own and returns what is on the screen.
func (s *shot) run(root string) (string, error) {
	dir, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	if err := cmp.Or(s.prepare(root, dir), os.Chdir(dir)); err != nil {
		return "", err
	}
	var screen bytes.Buffer
	for _, line := range s.commands {
		screen.WriteString("\x1b[1m$ " + line + "\x1b[m\n")
		streams := cli.Streams{Out: &screen, Err: &screen, IsTerminal: func(any) bool { return true }}
		args := strings.Fields(line + " --color=always --progress=never")
		cli.RunNamed(args, streams)
	}
	return strings.ReplaceAll(screen.String(), dir, user), os.Chdir(root)
}

// prepare puts into a directory what the commands read.
func (s *shot) prepare(root, dir string) error {
	if s.sample != "" {
		sample, err := os.ReadFile(filepath.Join(root, s.sample))
		return cmp.Or(err, os.WriteFile(filepath.Join(dir, "session.jsonl"), sample, 0o600))
	}
	for _, name := range []string{"CLAUDE_CONFIG_DIR", "CODEX_HOME", "PI_CODING_AGENT_DIR"} {
		os.Unsetenv(name)
	}
	os.Setenv("HOME", dir)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, s.home))); err != nil {
		return err
	}
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return changedLast(path)
	})
}

// changedLast gives a session the time of its last record.
func changedLast(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	times := regexp.MustCompile(`"timestamp":"([^"]+)"`).FindAllSubmatch(raw, -1)
	at, err := time.Parse(time.RFC3339, string(times[len(times)-1][1]))
	return cmp.Or(err, os.Chtimes(path, at, at))
}
