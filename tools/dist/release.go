package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"trtools/internal/cli"
)

// release is what is built at one commit.
type release struct {
	version string
	when    time.Time
	dir     string
	url     string   // of the directory of a web server that will hold the files
	made    []string // names of the files, in the order in which they were made
}

// system is an operating system and a processor, as Go names them.
type system struct{ os, arch string }

func (s system) String() string { return s.os + "/" + s.arch }

// systems are those that a release is built for.
var systems = []system{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// build makes all files of the release, or those for one system.
func (r *release) build(only string) error {
	if err := os.RemoveAll(r.dir); err != nil {
		return err
	}
	if err := os.MkdirAll(r.dir, 0o755); err != nil {
		return err
	}
	pages, err := os.MkdirTemp("", "tr-pages")
	if err != nil {
		return err
	}
	defer os.RemoveAll(pages)
	if err := run(nil, "go", "run", "-C", "tools", "-trimpath", "./manual", pages); err != nil {
		return err
	}
	for _, s := range systems {
		if only == "" || only == s.String() {
			if err := r.buildFor(s, pages); err != nil {
				return fmt.Errorf("%s: %w", s, err)
			}
		}
	}
	if only != "" {
		r.url = "" // the formula names the archives of all systems
	}
	if err := r.fillTemplates(); err != nil {
		return err
	}
	return r.writeSums()
}

// buildFor makes the files for one system. One binary is all commands: it does
// what the name says under which it is started.
func (r *release) buildFor(s system, pages string) error {
	tree, err := os.MkdirTemp("", "tr-tree")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tree)
	binary := filepath.Join(tree, "filters")
	env := []string{"CGO_ENABLED=0", "GOOS=" + s.os, "GOARCH=" + s.arch}
	ldflags := "-s -w -buildid= -X trtools/internal/cli.Version=" + r.version
	if err := run(env, "go", "build", "-trimpath", "-buildvcs=false", "-tags", "urfave_cli_no_docs", "-ldflags", ldflags, "-o", binary, "./cmd/filters"); err != nil {
		return err
	}
	if err := r.writeBOM(s, binary); err != nil {
		return err
	}
	if err := r.archive(s, binary, pages); err != nil {
		return err
	}
	if s.os != "linux" {
		return nil
	}
	return r.packages(s, binary, pages)
}

// name returns the name of a file of the release, without its end.
func (r *release) name(s system) string {
	return fmt.Sprintf("tr-filters_%s_%s_%s", strings.TrimPrefix(r.version, "v"), s.os, s.arch)
}

// path notes that a file is being made, and returns where.
func (r *release) path(name string) string {
	r.made = append(r.made, name)
	return filepath.Join(r.dir, name)
}

// commandNames returns what links to the binary are called.
func commandNames() (names []string) {
	for _, c := range cli.Commands() {
		names = append(names, c.Name)
	}
	return names
}

// run runs a program, whose output is seen only if it fails.
func run(env []string, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %s", strings.Join(cmd.Args, " "), cmp.Or(strings.TrimSpace(string(out)), err.Error()))
	}
	return nil
}
