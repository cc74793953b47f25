// Command pictures draws the pictures of the README: it runs the commands on samples
// and writes what a terminal would show as SVG.
package main

import (
	"bytes"
	"log"
	"os"
	"path/filepath"
	"strings"

	"trtools/internal/cli"
)

// shot is one picture: the commands that are given to a terminal.
type shot struct {
	name     string
	sample   string // the file that the commands call session.jsonl
	commands []string
}

var shots = []shot{
	{"repair", "testdata/samples/session.jsonl", []string{"tr-pair --check session.jsonl", "tr-pair --write session.jsonl", "tr-pair --check session.jsonl"}},
	{"strip", "internal/cli/testdata/screens/session.jsonl", []string{"tr-stat session.jsonl"}},
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

// run gives the commands in a directory of their own and returns what is on the screen.
func (s *shot) run(root string) (string, error) {
	dir, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	sample, err := os.ReadFile(filepath.Join(root, s.sample))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "session.jsonl"), sample, 0o600)
	}
	if err == nil {
		err = os.Chdir(dir)
	}
	if err != nil {
		return "", err
	}
	var screen bytes.Buffer
	for _, line := range s.commands {
		screen.WriteString("\x1b[1m$ " + line + "\x1b[m\n")
		streams := cli.Streams{Out: &screen, Err: &screen, IsTerminal: func(any) bool { return true }}
		args := strings.Fields(line + " --color=always --progress=never")
		cli.RunNamed(args, streams)
	}
	return screen.String(), os.Chdir(root)
}
