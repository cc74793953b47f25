// Command mutate changes a package's code in one place at a time, runs tests, and
// tells the changes that no test notices.
//
//	go run ./internal/mutate [-every N | -sample N] [-first N] [-full] [-keys] [-skip TESTS] [-timeout D] [-known FILE] PACKAGE [TESTED...]
//
// PACKAGE is a directory. The tests are those of the directories TESTED, or its
// own, with -short; with -full, what survives these is tried again without. No file is touched: changed ones are laid over the tree.
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
	flag.BoolVar(&r.keys, "keys", false, "print survivors as lines for the file of known ones")
	flag.BoolVar(&r.full, "full", false, "try what survives again, without -short")
	skip := flag.String("skip", "", "tests to leave out, as for go test")
	flag.Parse()
	if flag.NArg() == 0 || r.every < 1 {
		fmt.Fprintln(os.Stderr, "usage: mutate [-every N | -sample N] [-first N] [-full] [-keys] [-skip TESTS] [-timeout D] [-known FILE] PACKAGE [TESTED...]")
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
	longer       *bench    // tests without -short, for what survives those with it; nil until then
	keys         bool      // survivors are printed as lines of the file of known ones
	full         bool      // there is to be such a bench
	programs     []string  // tests of the directories tested, with all changes
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
	for i, dir := range r.tested {
		r.programs = append(r.programs, r.file("tests"+strconv.Itoa(i)))
		if err := r.build(r.programs[i], dir, inPlace); err != nil {
			return err
		}
	}
	return r.collect(r.programs, r.tested)
}

// try runs the tests on one change.
func (r *runner) try(c *code, i int) error {
	m, number := c.list[i], i+1
	var own map[string]string // programs with this change only
	if m.toggle.before == "" {
		if own, number = r.alone(m), 0; own == nil {
			r.broken++
			return nil
		}
	}
	noticed, reached, err := r.noticedBy(&r.bench, own, number)
	if err == nil && !noticed && r.full {
		if r.longer == nil {
			err = r.prepareLonger()
		}
		if err == nil {
			noticed, reached, err = r.noticedBy(r.longer, own, number)
		}
	}
	switch {
	case err != nil:
		return err
	case noticed:
		r.noticed++
	case reached:
		r.survives(m, "")
	default:
		r.survives(m, " (no test gets there)")
	}
	return nil
}

// survives counts a change that no test notices, and prints it.
func (r *runner) survives(m mutation, note string) {
	r.survived++
	if r.keys {
		fmt.Fprintln(r.out, m.key()+" | ")
		return
	}
	fmt.Fprintf(r.out, "%s%s\n", m, note)
}

// noticedBy runs tests on a change that is switched on, or on programs of its own.
func (r *runner) noticedBy(b *bench, own map[string]string, number int) (noticed, reached bool, err error) {
	if own != nil {
		b = b.of(own)
	}
	return b.notices(number)
}

// prepareLonger runs every test once without -short.
func (r *runner) prepareLonger() error {
	b := r.bench
	b.long, b.tests = true, nil
	r.longer = &b
	return b.collect(r.programs, r.tested)
}

// alone builds the test programs with one change. It returns none if that does not
// compile.
func (r *runner) alone(m mutation) map[string]string {
	own := map[string]string{}
	for i, dir := range r.tested {
		own[dir] = r.file("alone" + strconv.Itoa(i))
		if err := r.build(own[dir], dir, map[string][]byte{m.file: m.text()}); err != nil {
			return nil
		}
	}
	return own
}
