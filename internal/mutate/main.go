// Command mutate changes a package's code in one place at a time, runs tests, and
// tells the changes that no test notices.
//
//	go run ./internal/mutate [-every N | -sample N] [-first N] [-skip TESTS] [-timeout D] [-known FILE] PACKAGE [TESTED...]
//
// PACKAGE is a directory. The tests are those of the directories TESTED, or its
// own, with -short. No file is touched: changed ones are laid over the tree.
//
// One build holds almost all changes, each behind its number, and only the tests
// that get to a change are run on it. What cannot be switched so (a constant, the
// size of an array) gets a build of its own; if that fails, it does not count. A
// change that makes the tests hang is noticed.
//
// A survivor is a line on standard output: the place, what stood there, and what
// the tests passed with, or that no test gets there. Some survivors are no change
// at all (i < n and i != n in a loop): people judge them, and write them with the
// reason into the file of known ones, which are not tried.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"
)

func main() {
	r := runner{out: os.Stdout}
	flag.IntVar(&r.every, "every", 1, "try every n-th change only")
	flag.IntVar(&r.sample, "sample", 0, "try about so many changes, from all over the package; 0: all")
	flag.IntVar(&r.first, "first", 0, "the first change to try")
	flag.StringVar(&r.known, "known", "", "file of changes that are known to be none")
	flag.DurationVar(&r.limit, "timeout", 2*time.Minute, "longest time for the tests of one change")
	skip := flag.String("skip", "", "tests to leave out, as for go test")
	flag.Parse()
	if flag.NArg() == 0 || r.every < 1 {
		fmt.Fprintln(os.Stderr, "usage: mutate [-every N | -sample N] [-first N] [-skip TESTS] [-timeout D] [-known FILE] PACKAGE [TESTED...]")
		os.Exit(2)
	}
	if *skip != "" {
		r.skip = regexp.MustCompile(*skip)
	}
	if r.tested = flag.Args()[1:]; len(r.tested) == 0 {
		r.tested = flag.Args()[:1]
	}
	if err := r.run(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// runner runs tests on one change after another, and counts.
type runner struct {
	bench
	out          io.Writer // for the survivors and the counts
	tested       []string
	known        string
	every, first int
	sample       int

	noticed, survived, none, broken int
}

func (r *runner) run(dir string) (err error) {
	if r.dir, err = os.MkdirTemp("", "mutate"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(r.dir)) }()
	c, err := load(dir)
	if err != nil {
		return err
	}
	known, err := readKnown(r.known, dir)
	if err != nil {
		return err
	}
	if err := r.prepare(c); err != nil {
		return err
	}
	if r.sample > 0 {
		r.every = max(1, len(c.list)/r.sample)
	}
	for i := r.first; i < len(c.list); i += r.every {
		if known.has(c.list[i]) {
			r.none++
		} else if err := r.try(c, i); err != nil {
			return err
		}
	}
	total := r.noticed + r.survived
	fmt.Fprintf(r.out, "%s: %d of %d changes noticed (%d%%), %d survived, %d are known to be none, %d did not compile\n",
		dir, r.noticed, total, 100*r.noticed/max(1, total), r.survived, r.none, r.broken)
	for _, line := range known.gone(c.list) {
		fmt.Fprintln(r.out, "no such change:", line)
	}
	return nil
}

// prepare builds the test programs with all changes that can be switched, and
// runs every test once.
func (r *runner) prepare(c *code) error {
	texts, err := c.switched(r.file("on"), r.file("reached"))
	if err != nil {
		return err
	}
	inPlace := map[string][]byte{}
	for name, text := range texts {
		inPlace[filepath.Join(c.dir, name)] = text
	}
	var programs []string
	for i, dir := range r.tested {
		programs = append(programs, r.file("tests"+strconv.Itoa(i)))
		if err := r.build(programs[i], dir, inPlace); err != nil {
			return err
		}
	}
	return r.collect(programs, r.tested)
}

// try runs the tests on one change.
func (r *runner) try(c *code, i int) error {
	m, number := c.list[i], i+1
	b := &r.bench
	if m.toggle.before == "" {
		own, err := r.alone(m)
		if own == nil {
			return err
		}
		b, number = own, 0
	}
	noticed, reached, err := b.notices(number)
	switch {
	case err != nil:
		return err
	case noticed:
		r.noticed++
	case reached:
		r.survived++
		fmt.Fprintln(r.out, m)
	default:
		r.survived++
		fmt.Fprintln(r.out, m, "(no test gets there)")
	}
	return nil
}

// alone builds the test programs with one change. It returns none, and counts,
// if that does not compile.
func (r *runner) alone(m mutation) (*bench, error) {
	own := &bench{dir: r.dir, limit: r.limit, tests: slices.Clone(r.tests)}
	for i, dir := range r.tested {
		program := r.file("alone" + strconv.Itoa(i))
		if err := r.build(program, dir, map[string][]byte{m.file: m.text()}); err != nil {
			r.broken++
			return nil, nil
		}
		for k, t := range r.tests {
			if t.dir == dir {
				own.tests[k].program = program
			}
		}
	}
	return own, nil
}
