package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"trtools/internal/report"
)

// expand returns the files to filter: those of the command line or of the file of
// --files0-from, and in place of a directory the transcripts in it.
func (p *program) expand(v *urfave.Context) ([]string, error) {
	wanted, err := wantedOf(v)
	if err != nil {
		return nil, err
	}
	if found := p.way.files; found != nil {
		if len(found) == 0 {
			p.con.printf("warning: there is no such session")
		}
		return found, nil
	}
	names, err := p.names(v)
	if err != nil || p.bare {
		return names, err
	}
	files := []string{}
	for _, name := range names {
		files = append(files, p.filesOf(name, wanted)...)
	}
	if p.opt.write {
		files = onceEach(files)
	}
	return files, nil
}

// onceEach leaves out names that came before: a file is rewritten once, and two workers do
// not meet at it.
func onceEach(files []string) (list []string) {
	seen := make(map[string]bool, len(files))
	for _, name := range files {
		if clean := filepath.Clean(name); !seen[clean] {
			seen[clean] = true
			list = append(list, name)
		}
	}
	return list
}

// names returns what the command line or the file of --files0-from names; without
// either it is bare: standard input is read.
func (p *program) names(v *urfave.Context) ([]string, error) {
	names, list := v.Args().Slice(), v.String("files0-from")
	switch {
	case list != "" && len(names) > 0:
		return nil, usageHint("--files0-from and FILE exclude each other", "put all names into one list")
	case list != "":
		return p.readNames(list)
	case len(names) == 0:
		p.bare = true
		return []string{"-"}, nil
	}
	return names, nil
}

// readNames reads names that end with NUL; "-" is standard input. A name there is
// always that of a file: "-" means ./-.
func (p *program) readNames(list string) ([]string, error) {
	var text []byte
	var err error
	if list == "-" {
		text, err = io.ReadAll(p.s.In)
	} else {
		text, err = os.ReadFile(list)
	}
	if err != nil {
		return nil, err
	}
	if len(text) == 0 {
		return nil, nil
	}
	var names []string
	for i, name := range bytes.Split(bytes.TrimSuffix(text, []byte{0}), []byte{0}) {
		switch {
		case len(name) == 0:
			return nil, Usagef("--files0-from: name %d of %s is empty", i+1, report.Name(list))
		case string(name) == "-":
			names = append(names, "./-")
		default:
			names = append(names, string(name))
		}
	}
	return names, nil
}

// orList returns one word or more as a sentence lists them.
func orList(words []string) string {
	last := len(words) - 1
	return report.Safe(strings.TrimPrefix(strings.Join(words[:last], ", ")+" or "+words[last], " or "))
}
