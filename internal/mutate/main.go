// Command mutate changes a package's code in one place at a time, runs tests, and
// tells the changes that no test notices.
//
//	go run ./internal/mutate [-every N] [-first N] [-skip TESTS] [-timeout D] PACKAGE [TESTED...]
//
// PACKAGE is a directory. The tests are those of the directories TESTED, or its
// own. No file is touched: the changed one is laid over the tree (go help build,
// -overlay). A change that does not compile does not count; one that makes the
// tests hang is noticed.
//
// A survivor is a line on standard output: the place, what stood there, and what
// the tests passed with. Some survivors are no change at all (i < n and i != n in
// a loop): people have to judge them.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	r := runner{out: os.Stdout}
	every := flag.Int("every", 1, "try every n-th change only")
	first := flag.Int("first", 0, "the first change to try")
	flag.StringVar(&r.skip, "skip", "", "tests to leave out, as for go test")
	flag.DurationVar(&r.timeout, "timeout", 2*time.Minute, "longest time for the tests of one change")
	flag.Parse()
	if flag.NArg() == 0 || *every < 1 {
		fmt.Fprintln(os.Stderr, "usage: mutate [-every N] [-first N] [-skip TESTS] [-timeout D] PACKAGE [TESTED...]")
		os.Exit(2)
	}
	if r.tests = flag.Args()[1:]; len(r.tests) == 0 {
		r.tests = flag.Args()[:1]
	}
	if err := r.run(flag.Arg(0), *first, *every); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// runner runs tests on one change after another, and counts.
type runner struct {
	out     io.Writer // for the survivors and the counts
	tests   []string
	skip    string
	timeout time.Duration
	dir     string // for the changed file

	noticed, survived, broken int
}

func (r *runner) run(pkg string, first, every int) (err error) {
	list, err := mutationsOf(pkg)
	if err != nil {
		return err
	}
	if r.dir, err = os.MkdirTemp("", "mutate"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(r.dir)) }()
	if out, err := r.test(mutation{}); err != nil {
		return fmt.Errorf("the tests fail without a change: %w\n%s", err, out)
	}
	for i := first; i < len(list); i += every {
		if err := r.try(list[i]); err != nil {
			return err
		}
	}
	total := r.noticed + r.survived
	fmt.Fprintf(r.out, "%s: %d of %d changes noticed (%d%%), %d survived, %d did not compile\n",
		pkg, r.noticed, total, 100*r.noticed/max(1, total), r.survived, r.broken)
	return nil
}

// try runs the tests on one change.
func (r *runner) try(m mutation) error {
	out, err := r.test(m)
	switch {
	case err == nil:
		r.survived++
		fmt.Fprintln(r.out, m)
	case strings.Contains(out, "[build failed]") || strings.Contains(out, "[setup failed]"):
		r.broken++
	default:
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
			return err
		}
		r.noticed++
	}
	return nil
}

// test runs the tests with one change, or without one, and returns what they print.
func (r *runner) test(m mutation) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), r.timeout)
	defer cancel()
	args := []string{"test", "-short", "-failfast", "-vet=off", "-timeout", r.timeout.String(), "-skip", r.skip}
	if m.file != "" {
		overlay, err := r.overlay(m)
		if err != nil {
			return "", err
		}
		args = append(args, "-overlay", overlay)
	}
	for _, dir := range r.tests {
		args = append(args, "./"+filepath.ToSlash(filepath.Clean(dir)))
	}
	out, err := exec.CommandContext(ctx, "go", args...).CombinedOutput()
	return string(out), err
}

// overlay writes the changed file, and the file that has go read it instead.
func (r *runner) overlay(m mutation) (string, error) {
	changed := filepath.Join(r.dir, "changed.go")
	if err := os.WriteFile(changed, m.text(), 0o600); err != nil {
		return "", err
	}
	original, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(r.dir, "overlay.json")
	return name, os.WriteFile(name, list, 0o600)
}
