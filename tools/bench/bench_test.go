package main

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/pair"
)

func session(s shape, n int) []byte {
	var b bytes.Buffer
	s.write(&b, n)
	return b.Bytes()
}

// Inputs are the same in every run, every line is JSON, and only those that are made
// for it need repairs.
func TestShapes(t *testing.T) {
	for _, s := range shapes() {
		var findings int
		for n := 1; n <= 8; n++ {
			data := session(s, n)
			if !bytes.Equal(data, session(s, n)) {
				t.Fatalf("%s: session %d is another one the second time", s.name, n)
			}
			for line := range bytes.Lines(data) {
				if !outline.Strict(bytes.TrimSpace(line)) {
					t.Fatalf("%s: session %d: %.80q is no JSON", s.name, n, line)
				}
			}
			found, err := pair.Repair(bytes.NewReader(data), &bytes.Buffer{}, pair.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range found {
				if f.Code == transcript.MissingResult {
					findings++
				} else if f.Severity != transcript.Info {
					t.Errorf("%s: session %d: %s", s.name, n, f.Code)
				}
			}
		}
		if repairs := findings > 0; repairs != (s.name == "repairs" || s.name == "open-calls") {
			t.Errorf("%s: %d results are missing", s.name, findings)
		}
	}
}

// The inputs of a folder are those that were written to it.
func TestInputs(t *testing.T) {
	dir := t.TempDir()
	o := options{size: 100_000, corpora: filepath.Join(dir, "none")}
	if err := writeInputs(&o, dir); err != nil {
		t.Fatal(err)
	}
	list := inputs(dir)
	if len(list) != len(shapes()) {
		t.Fatalf("%v", list)
	}
	total := int64(0)
	for _, in := range list {
		info, err := os.Stat(in.path)
		if err != nil || info.Size() < o.size {
			t.Fatalf("%s: %v, %v", in.name, info, err)
		}
		total += info.Size()
	}
	again := t.TempDir()
	o.corpora = t.TempDir() // what was made counts as real sessions
	if err := os.Symlink(dir, filepath.Join(o.corpora, "claude-code")); err != nil {
		t.Skip(err)
	}
	if err := writeInputs(&o, again); err != nil {
		t.Fatal(err)
	}
	list = inputs(again)
	if info, err := os.Stat(list[0].path); list[0].name != realSessions || err != nil || info.Size() != total {
		t.Errorf("%v: %v, %v, want %d bytes", list, info, err, total)
	}
}

// Every section tells of every command, by whatever stands in its place.
func TestSections(t *testing.T) {
	dir, bin := t.TempDir(), t.TempDir()
	for _, c := range commands(bin) {
		if filepath.Dir(c[0]) == bin && !exists(c[0]) {
			if err := os.WriteFile(c[0], []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
	}
	o := options{bin: bin, rounds: 1, large: 1000}
	if err := os.WriteFile(filepath.Join(dir, openInput), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	every := []string{"`tr-pair -q`", "`tr-budget -q --no-spill`", "`tr-chunk -q --max-tokens 100000`"}
	for _, s := range []struct {
		section func(*options, string) (string, error)
		names   []string
	}{{measureStart, append(every, "`tr-classify --text`")}, {measureMemory, every}} {
		got, err := s.section(&o, dir)
		for _, name := range s.names {
			if err != nil || !strings.Contains(got, "| "+name+" |") {
				t.Errorf("%v, %s is missing:\n%s", err, name, got)
			}
		}
	}
	o.large = 0
	if got, err := measureMemory(&o, dir); got != "" || err != nil || writeForMemory(&o, dir) != nil || exists(filepath.Join(dir, largeInput)) {
		t.Errorf("%v: %s", err, got)
	}
}

func TestTable(t *testing.T) {
	ms := func(wall, cpu int, rss int64) cost {
		return cost{time.Duration(wall) * time.Millisecond, time.Duration(cpu) * time.Millisecond, rss}
	}
	got := table{"chat", 64e6, []row{
		{"jq -c .", []cost{ms(100, 90, 4e6), ms(200, 180, 4e6), ms(100, 100, 5e6)}},
		{"tr-pair -q", []cost{ms(10, 9, 13e6), ms(10, 9, 12e6), ms(5, 10, 12e6)}},
	}}.String()
	want := "## chat, 64 MB\n\n" +
		"| command | times as fast as `jq -c .` | by processor time | MB in memory |\n|---|---|---|---|\n" +
		"| `jq -c .` | 1.0 (1.0–1.0) | 1.0 (1.0–1.0) | 5.0 |\n" +
		"| `tr-pair -q` | 20.0 (10.0–20.0) | 10.0 (10.0–20.0) | 13.0 |\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// The things that are to grow linearly are lines of JSON, or names of files, and n of them
// are n times as large.
func TestGrowths(t *testing.T) {
	write := func(g growing, n int) []byte {
		var b bytes.Buffer
		w := bufio.NewWriter(&b)
		g.write(w, n)
		w.Flush()
		return b.Bytes()
	}
	for _, g := range growths() {
		few, many := write(g, 100), write(g, 200)
		if share := float64(len(many)) / float64(len(few)); share < 1.8 || share > 2.1 {
			t.Errorf("%s: twice as many are %.2f times as large", g.name, share)
		}
		for line := range bytes.Lines(few) {
			if !outline.Strict(bytes.TrimSpace(line)) && !strings.Contains(g.name, "glued") && !strings.HasSuffix(g.command, "--files0-from") {
				t.Errorf("%s: %.80q is no JSON", g.name, line)
			}
		}
	}
}

func TestSumSteps(t *testing.T) {
	got, err := sumSteps([]byte("mode: count\ntrtools/a.go:1.2,3.4 2 10\ntrtools/a.go:5.2,6.4 1 0\ntrtools/b.go:1.1,2.2 3 1\n"))
	if got != 23 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"", "mode: count\n", "a.go:1.2,3.4 x 1\n", "a.go:1.2,3.4 1 x\n"} {
		if _, err := sumSteps([]byte(bad)); err == nil {
			t.Errorf("%q has steps", bad)
		}
	}
}

// Commands that cannot be run are an error, those that fail are not.
func TestRunOnce(t *testing.T) {
	if _, err := runOnce([]string{"no-such-command-here"}, "x"); err == nil {
		t.Error("ran")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if c, err := runOnce([]string{self, "-test.run=^$", "-no-such-flag"}, "x"); err != nil || c.wall <= 0 {
		t.Errorf("%+v, %v", c, err)
	}
}
