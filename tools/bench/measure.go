package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// reference is the tool that all others are compared with.
var reference = []string{"jq", "-c", "."}

// commands returns what can be measured here, the reference first.
func commands(bin string) [][]string {
	list := [][]string{reference, {"gojq", "-c", "."}, {"cat"}}
	list = slices.DeleteFunc(list, func(c []string) bool { _, err := exec.LookPath(c[0]); return err != nil })
	for _, line := range []string{
		"tr-pair", "tr-pair --strict",
		"tr-budget --no-spill", fewOver, mostOver, "tr-microcompact", "tr-microcompact --min-chars 56000", "tr-microcompact --min-chars 300",
		"tr-classify",
		"tr-recover --no-spill --level 1", "tr-recover --no-spill --level 2", "tr-recover --no-spill --level 3",
		"tr-prune --max-messages 1000", "tr-chunk --max-tokens 100000",
	} {
		words := strings.Fields(line)
		list = append(list, append([]string{filepath.Join(bin, words[0]), "-q"}, words[1:]...))
	}
	return list
}

// Few results of the shapes, or most of them, are over these limits.
const (
	fewOver  = "tr-budget --no-spill --max-result-chars 56000 --max-turn-chars 1000000"
	mostOver = "tr-budget --no-spill --max-result-chars 300"
)

// cost is what one run of a command took.
type cost struct {
	wall, cpu time.Duration
	rss       int64 // bytes, at least those of the process that measures: it has to be small
}

// measure runs every command on every input in turn, and tells the ratios.
func measure(o *options) error {
	dir, err := os.MkdirTemp("", "tr-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := writeApart(o, dir); err != nil {
		return err
	}
	var report strings.Builder
	report.WriteString(preface(o))
	tell := func(table string, err error) error {
		if err == nil {
			fmt.Println(table)
			report.WriteString("\n" + table)
		}
		return err
	}
	for _, in := range inputs(dir) {
		if err := tell(measureInput(o, in)); err != nil {
			return err
		}
	}
	for _, section := range []func(*options, string) (string, error){measureStart, measureMany, measureMemory} {
		if err := tell(section(o, dir)); err != nil {
			return err
		}
	}
	if o.results == "" {
		return nil
	}
	return os.WriteFile(o.results, []byte(report.String()), 0o644)
}

// writeApart writes the inputs in a process of its own, which needs memory for them:
// what the system tells of a command's memory is at least that of its parent.
func writeApart(o *options, dir string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, "-write", dir, "-corpora", o.corpora, fmt.Sprint("-size=", o.size), fmt.Sprint("-large=", o.large))
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

func measureInput(o *options, in input) (string, error) {
	info, err := os.Stat(in.path)
	if err != nil {
		return "", err
	}
	t := table{name: in.name, size: info.Size()}
	list := commands(o.bin)
	for _, c := range list {
		t.rows = append(t.rows, row{name: named(c)})
	}
	for range o.rounds {
		for i, c := range list {
			cost, err := runOnce(c, in.path)
			if err != nil {
				return "", err
			}
			t.rows[i].costs = append(t.rows[i].costs, cost)
		}
	}
	return t.String(), nil
}

// runOnce runs a command on a file. Findings have an exit status of their own, so that
// only a command that cannot be run is an error.
func runOnce(c []string, path string) (cost, error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return cost{}, err
	}
	defer null.Close()
	cmd := exec.Command(c[0], append(slices.Clone(c[1:]), path)...)
	cmd.Stdout = null
	start := time.Now()
	err = cmd.Run()
	took := time.Since(start)
	if cmd.ProcessState == nil {
		return cost{}, err
	}
	return cost{took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak(cmd.ProcessState)}, nil
}
