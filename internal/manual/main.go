// Command manual writes the man pages and the completions of all commands from
// the tables of their flags, which also --help is made from:
//
//	go run ./internal/manual DIR
//
// DIR gets man1, bash, zsh and fish. Nothing in a page depends on the day.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"trtools/internal/cli"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: manual DIR")
		os.Exit(2)
	}
	if err := writeAll(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "manual: %v\n", err)
		os.Exit(1)
	}
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
