// Command vectors writes the files of testdata/vectors: damaged transcripts, one
// damage each, and what has to become of them. The README there describes the
// files for authors of other tools.
//
//	vectors [DIR]
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	dir := filepath.Join("testdata", "vectors")
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	if err := write(dir); err != nil {
		fmt.Fprintln(os.Stderr, "vectors:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	list, err := all()
	if err != nil {
		return err
	}
	lines, index, err := encode(list)
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(dir, "vectors.jsonl"), lines, 0o666),
		os.WriteFile(filepath.Join(dir, "manifest.json"), index, 0o666))
}
