package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// bench is where changed programs are built and run.
type bench struct {
	dir   string // files of its own
	skip  *regexp.Regexp
	long  bool          // the tests run without -short
	limit time.Duration // longest time for the tests of one change
	tests []test
}

// test is one test function, in the program of its package.
type test struct {
	program, dir, name string
	took               time.Duration
	reaches            map[int]bool // numbers of changes
}

func (b *bench) file(name string) string { return filepath.Join(b.dir, name) }

// build makes a test program of a directory in which files have other texts. The
// go command does not look at the disk for those (go help build, -overlay).
func (b *bench) build(program, dir string, texts map[string][]byte) error {
	replace := map[string]string{}
	for name, text := range texts {
		original, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		replace[original] = b.file(strconv.Itoa(len(replace)) + ".go")
		if err := os.WriteFile(replace[original], text, 0o600); err != nil {
			return err
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	if err := os.WriteFile(b.file("overlay.json"), list, 0o600); err != nil {
		return err
	}
	_, err = output("go", "test", "-c", "-vet=off", "-overlay", b.file("overlay.json"), "-o", program, "./"+filepath.ToSlash(filepath.Clean(dir)))
	return err
}

// collect lists the tests of the programs, runs each alone without a change, and
// notes what it reaches.
func (b *bench) collect(programs, dirs []string) error {
	for i, program := range programs {
		names, err := exec.Command(program, "-test.list", ".").Output()
		if err != nil {
			return fmt.Errorf("%s: %w", dirs[i], err)
		}
		for name := range strings.FieldsSeq(string(names)) {
			if strings.HasPrefix(name, "Benchmark") || b.skip != nil && b.skip.MatchString(name) {
				continue
			}
			t := test{program: program, dir: dirs[i], name: name}
			if err := b.measure(&t); err != nil {
				return err
			}
			b.tests = append(b.tests, t)
		}
	}
	slices.SortStableFunc(b.tests, func(x, y test) int { return int(x.took - y.took) })
	return nil
}

func (b *bench) measure(t *test) error {
	reached := b.file("reached")
	if err := errors.Join(b.turn("all"), os.WriteFile(reached, nil, 0o600)); err != nil {
		return err
	}
	start := time.Now()
	if out, err := b.run([]test{*t}, b.limit); err != nil {
		return fmt.Errorf("%s fails without a change: %w\n%s", t.name, err, out)
	}
	t.took = time.Since(start)
	data, err := os.ReadFile(reached)
	if err != nil {
		return err
	}
	t.reaches = map[int]bool{}
	for n := range strings.FieldsSeq(string(data)) {
		i, err := strconv.Atoi(n)
		if err != nil {
			return err
		}
		t.reaches[i] = true
	}
	return nil
}

// of returns the same tests of other programs, which are given by their directories.
func (b *bench) of(programs map[string]string) *bench {
	own := *b
	own.tests = slices.Clone(b.tests)
	for i, t := range own.tests {
		own.tests[i].program = programs[t.dir]
	}
	return &own
}

// turn makes a change be there in every program that starts from now on.
func (b *bench) turn(on string) error { return os.WriteFile(b.file("on"), []byte(on), 0o600) }

// notices reports whether a test fails, the fast ones first, and whether there
// is one that gets to the change. Number 0 is for a change of which that is not
// known.
func (b *bench) notices(number int) (noticed, reached bool, err error) {
	if err := b.turn(strconv.Itoa(number)); err != nil {
		return false, false, err
	}
	var group []test
	var took time.Duration
	for _, t := range b.tests {
		if number > 0 && !t.reaches[number] {
			continue
		}
		reached = true
		if len(group) > 0 && (group[0].program != t.program || took > time.Second/2) {
			if noticed, err := b.fails(group, took); noticed || err != nil {
				return noticed, true, err
			}
			group, took = nil, 0
		}
		group, took = append(group, t), took+t.took
	}
	noticed, err = b.fails(group, took)
	return noticed, reached, err
}

// fails reports whether one of some tests fails, which took so long before.
func (b *bench) fails(group []test, took time.Duration) (bool, error) {
	if len(group) == 0 {
		return false, nil
	}
	_, err := b.run(group, min(b.limit, 5*time.Second+10*took))
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return false, err
	}
	return err != nil, nil
}

// run runs tests of one program. A change may make it use up memory or never end,
// so both have a limit.
func (b *bench) run(tests []test, limit time.Duration) (string, error) {
	var names []string
	for _, t := range tests {
		names = append(names, t.name)
	}
	args := []string{"-c", "ulimit -v 8000000; exec \"$0\" \"$@\"", tests[0].program, fmt.Sprintf("-test.short=%v", !b.long), "-test.failfast",
		"-test.timeout", limit.String(), "-test.run", "^(" + strings.Join(names, "|") + ")$"}
	cmd := exec.Command("sh", args...)
	cmd.Dir = tests[0].dir
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	return string(out), err
}
