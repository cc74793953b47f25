package main

import (
	"bytes"
	"errors"
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
		if repairs := findings > 0; repairs != (s.name == "repairs") {
			t.Errorf("%s: %d results are missing", s.name, findings)
		}
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	o := options{size: 100_000, corpora: dir}
	list, err := inputs(&o, dir)
	if err != nil || len(list) != len(shapes())+1 { // the files made before count as real ones
		t.Fatalf("%v, %v", list, err)
	}
	total := int64(0)
	for _, in := range list[:len(shapes())] {
		info, err := os.Stat(in.path)
		if err != nil || info.Size() < o.size {
			t.Errorf("%s: %v, %v", in.name, info, err)
			continue
		}
		total += info.Size()
	}
	if info, err := os.Stat(list[len(shapes())].path); err != nil || info.Size() < total {
		t.Errorf("real: %v, %v, want %d bytes", info, err, total)
	}
	o.corpora = filepath.Join(dir, "none")
	if list, err = inputs(&o, t.TempDir()); err != nil || len(list) != len(shapes()) {
		t.Errorf("without sessions: %v, %v", list, err)
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

// A count may rise a little; what rises more is named.
func TestCompare(t *testing.T) {
	recorded := counts{"allocations a record x": 1, "instructions a byte x": 100, "allocations a record y": 0}
	now := counts{"allocations a record x": 1.1, "instructions a byte x": 114, "allocations a record y": 0, "new": 7}
	if err := now.compare(recorded); err != nil {
		t.Error(err)
	}
	now["allocations a record y"], now["instructions a byte x"] = 1, 116
	err := now.compare(recorded)
	if err == nil || !strings.Contains(err.Error(), "allocations a record y: 1.00, recorded are 0.00") || !strings.Contains(err.Error(), "instructions a byte x") ||
		strings.Contains(err.Error(), "record x") {
		t.Error(err)
	}
}

func TestReadCounts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "recorded.tsv")
	want := counts{"a b": 1.25, "c": 0}
	if err := os.WriteFile(path, []byte(want.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := readCounts(path); err != nil || got.String() != want.String() {
		t.Errorf("%v, %v", got, err)
	}
	if err := os.WriteFile(path, []byte("a b 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readCounts(path); err == nil {
		t.Error("a line without a figure is read")
	}
	if _, err := readCounts(path + ".none"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// What is recorded in the tree holds for this version: no stage allocates more for a
// record that it does not touch.
func TestRecordedAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector allocates, too")
	}
	recorded, err := readCounts("../../bench/recorded.tsv")
	if err != nil {
		t.Fatal(err)
	}
	now, err := allocations()
	if err != nil {
		t.Fatal(err)
	}
	for name := range now {
		if _, ok := recorded[name]; !ok {
			t.Errorf("%s is not recorded", name)
		}
	}
	if err := now.compare(recorded); err != nil {
		t.Error(err)
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
