// The race detector makes more.

//go:build !race

package trtools

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"trtools/internal/cli"
	"trtools/internal/transcripttest"
)

// A command that is asked about a short session pays for that, and for nothing that others
// need: what our packages make before main is a few KB, and what a run makes little more
// than its buffers.
func TestStart(t *testing.T) {
	session := filepath.Join(t.TempDir(), "session.jsonl")
	if err := os.WriteFile(session, bytes.Repeat([]byte(`{"role":"user","content":"a short message"}`+"\n"), 20), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, f := range filters {
		t.Run(f.args[0], func(t *testing.T) {
			if n := madeBeforeMain(t, f.args[0]); n == 0 || n > 16<<10 {
				t.Errorf("%d bytes before main", n)
			}
			run := func() {
				if code := cli.Run(f.command, append(f.args, session), cli.Streams{Out: io.Discard, Err: io.Discard}); code > 1 {
					t.Fatalf("exit status %d", code)
				}
			}
			run() // patterns are compiled, where one is asked about
			// The least of some: a collection of garbage in between empties what is kept.
			n := min(transcripttest.Allocated(run), transcripttest.Allocated(run), transcripttest.Allocated(run))
			if n > 128<<10 {
				t.Errorf("%d bytes for a session of 1 KB", n)
			}
		})
	}
}

// What a command links it pays for at every start, in pages that are read and tables that
// are made. Of other modules the commands need these few, as make build and releases build
// them: without what the library needs to write man pages.
func TestLinked(t *testing.T) {
	modules := []string{"golang.org/x/sys", "golang.org/x/term", "github.com/cespare/xxhash/v2", "github.com/clipperhouse/uax29/v2", "github.com/urfave/cli/v2", "github.com/xrash/smetrics", "github.com/goccy/go-json",
		// of the matcher for .gitignore
		"github.com/go-git/go-git/v5", "github.com/go-git/go-billy/v5", "github.com/go-git/gcfg", "github.com/jbenet/go-context", "golang.org/x/net", "gopkg.in/warnings.v0"}
	heavy := []string{"html/template", "net", "net/http", "go/ast"}
	out, err := exec.Command("go", "list", "-tags", "urfave_cli_no_docs", "-deps", "-f", "{{.ImportPath}} {{with .Module}}{{.Path}}{{end}}", "./cmd/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	own, seen := module(t), 0
	for line := range strings.Lines(string(out)) {
		pkg, from, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case from == own:
			seen++
		case from != "" && !slices.Contains(modules, from), slices.Contains(heavy, pkg):
			t.Errorf("the commands link %s", pkg)
		}
	}
	importers, err := exec.Command("go", "list", "-f", `{{range .Imports}}{{if eq . "github.com/urfave/cli/v2"}}{{$.ImportPath}}{{end}}{{end}}`, "./...").Output()
	if got := strings.TrimSpace(string(importers)); err != nil || got != own+"/internal/cli" {
		t.Errorf("urfave/cli is imported by %s, %v", got, err)
	}
	if seen < 20 {
		t.Errorf("only %d packages of our own", seen)
	}
}

// madeBeforeMain returns how many bytes the packages of this module allocate when a command
// starts, those of the tests left out.
func madeBeforeMain(t *testing.T, name string) (sum int) {
	cmd := exec.Command(name, "--version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	initLine := regexp.MustCompile(`(?m)^init ` + regexp.QuoteMeta(module(t)) + `/(?:internal|pkg)/\S+ .* (\d+) bytes`)
	for _, m := range initLine.FindAllStringSubmatch(string(out), -1) {
		if !strings.Contains(m[0], "test ") {
			var n int
			fmt.Sscan(m[1], &n)
			sum += n
		}
	}
	return sum
}

// module returns the name of this module.
func module(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("go.mod")
	name, _, _ := strings.Cut(strings.TrimPrefix(string(text), "module "), "\n")
	if err != nil || name == "" {
		t.Fatalf("%v: %.100s", err, text)
	}
	return name
}
