// Command manual writes the man pages and the completions of all commands from
// the tables of their flags, which also --help is made from:
//
//	go run ./internal/manual DIR
//
// DIR gets man1, bash, zsh and fish. Nothing in a page depends on the day.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"trtools/internal/cli"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// run writes everything below the directory that is named, and returns the exit status.
func run(args []string, stderr io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "usage: manual DIR")
		return 2
	}
	if err := writeAll(args[0]); err != nil {
		fmt.Fprintf(stderr, "manual: %v\n", err)
		return 1
	}
	return 0
}

// writeAll writes the page and the completions of every command below dir.
func writeAll(dir string) error {
	for _, c := range cli.Commands() {
		for path, text := range map[string]string{
			"man1/" + c.Name + ".1":    page(c),
			"bash/" + c.Name:           render(bashTemplate, c),
			"zsh/_" + c.Name:           render(zshTemplate, c),
			"fish/" + c.Name + ".fish": render(fishTemplate, c),
		} {
			path = filepath.Join(dir, filepath.FromSlash(path))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
