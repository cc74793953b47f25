package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"trtools/pkg/transcript"
)

var stages = []string{
	"tr-pair", "tr-pair --missing=strip --ignore broken-link", "tr-budget --no-spill --max-result-chars 30",
	"tr-microcompact --no-spill --min-chars 0 --truncate-turns 1 --summarize-turns 2", "tr-classify",
	"tr-recover --no-spill --level 2", "tr-prune --max-messages 3", "tr-chunk --parts 3", "tr-stat --total",
}

// What a job writes of a file is what the filter writes of it, byte for byte, and its
// findings are the same lines; documents are files like others.
func TestStages(t *testing.T) {
	dir, names := archive(t)
	for _, line := range stages {
		t.Run(line, func(t *testing.T) {
			c := Command(strings.Fields(line))
			out, counters := job(t, Options{Input: dir + "/*/*.json*", Command: c})
			var findings strings.Builder
			for _, name := range names {
				data, found := command(t, c, filepath.Join(dir, name))
				if got := read(t, out, "data", name); got != data {
					t.Errorf("%s: got\n%s\nwant\n%s", name, got, data)
				}
				findings.WriteString(found)
			}
			got := read(t, out, "findings.jsonl")
			if !slices.Equal(sorted(got), sorted(findings.String())) {
				t.Errorf("findings: got\n%s\nwant\n%s", got, &findings)
			}
			checkTotals(t, out, counters, int64(len(names)), findings.String())
		})
	}
}

// checkTotals compares totals and counters with what was found.
func checkTotals(t *testing.T, out string, counters map[string]int64, parts int64, findings string) {
	t.Helper()
	want := map[string]int64{"parts": parts, "bytes": size(t, filepath.Join(out, "data"))}
	for line := range strings.Lines(findings) {
		var x transcript.Finding
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatal(err)
		}
		want[string(x.Code)]++
	}
	totals := map[string]int64{}
	for line := range strings.Lines(read(t, out, "totals.jsonl")) {
		var x Total
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatal(err)
		}
		totals[x.Name] += x.Count
	}
	for name, n := range want {
		if totals[name] != n || counters[name] != n {
			t.Errorf("%s: total %d, counter %d, want %d", name, totals[name], counters[name], n)
		}
	}
	if len(totals) != len(want) {
		t.Errorf("totals %v, want %v", totals, want)
	}
}

// size returns the bytes of all files in a directory.
func size(t *testing.T, dir string) (n int64) {
	t.Helper()
	err := filepath.Walk(dir, func(_ string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			n += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A dataset that is cut into parts comes out as if it were whole: the parts, in the
// order of their names, are what the filter makes of the file. A finding has its offset
// in the file, and its line where that is known.
func TestSplit(t *testing.T) {
	dataset := strings.Repeat(read(t, "../testdata/samples/dataset.jsonl")+"{torn\n", 40)
	path := write1(t, dataset, t.TempDir(), "dataset.jsonl")
	c := Command{"tr-pair"}
	data, findings := command(t, c, path)
	for _, split := range []int64{100, 1000, 1 << 20} {
		out, counters := job(t, Options{Input: path, Split: split, Command: c})
		var got string
		names, _ := filepath.Glob(out + "/data/*")
		for _, name := range names {
			got += read(t, name)
		}
		parts := (int64(len(dataset)) + split - 1) / split
		if got != data || int64(len(names)) != parts {
			t.Errorf("split %d: %d files, %d bytes, want %d and %d", split, len(names), len(got), parts, len(data))
		}
		if g, w := places(t, read(t, out, "findings.jsonl"), true), places(t, findings, false); !slices.Equal(g, w) {
			t.Errorf("split %d: findings %v, want %v", split, g, w)
		}
		checkTotals(t, out, counters, parts, findings)
	}
}

// places returns the offsets of findings in order. A finding without a line must not
// be of the first part.
func places(t *testing.T, findings string, cut bool) (all []int64) {
	t.Helper()
	for line := range strings.Lines(findings) {
		var x transcript.Finding
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatal(err)
		}
		if x.Line == 0 && (!cut || x.Offset < 100) {
			t.Errorf("no line: %s", line)
		}
		all = append(all, x.Offset)
	}
	slices.Sort(all)
	return all
}

// A file that cannot be read or filtered is told of; the others come out.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	good := read(t, "../testdata/samples/chat.jsonl")
	write1(t, good, dir, "good.jsonl")
	write1(t, good+"<<<<<<< HEAD\n"+good, dir, "torn.jsonl")
	if err := os.Mkdir(filepath.Join(dir, "directory.jsonl"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "gone.jsonl")); err != nil {
		t.Fatal(err)
	}
	for _, split := range []int64{0, 1 << 20} {
		out, counters := job(t, Options{Input: dir + "/*.jsonl", Split: split, Command: Command{"tr-classify", "--strict"}})
		var failed []string
		for _, line := range sorted(read(t, out, "failed.jsonl")) {
			var f Failure
			if err := json.Unmarshal([]byte(line), &f); err != nil || f.Error == "" || strings.Contains(f.Error, "\n") {
				t.Errorf("%v: %s", err, line)
			}
			failed = append(failed, filepath.Base(f.File))
		}
		if want := []string{"directory.jsonl", "gone.jsonl", "torn.jsonl"}; !slices.Equal(failed, want) || counters["failed"] != 3 {
			t.Errorf("failed: %v, counter %d, want %v", failed, counters["failed"], want)
		}
		if names, _ := filepath.Glob(out + "/data/*"); len(names) != 1 || read(t, names[0]) != good {
			t.Errorf("data: %v", names)
		}
	}
}

// Data that cannot be written fails the job: a runner tries again, and nobody takes
// what is there for complete.
func TestOutputFails(t *testing.T) {
	out := t.TempDir()
	p, s := beam.NewPipelineWithRoot()
	if err := Build(s, Options{Input: "../testdata/samples/chat.jsonl", Output: out, Command: Command{"tr-pair"}}); err != nil {
		t.Fatal(err)
	}
	write1(t, "", out, "data")
	if err := ptest.Run(p); err == nil || !strings.Contains(err.Error(), "not a directory") {
		t.Errorf("job: %v", err)
	}
}

// A glob that nothing matches fails the job.
func TestNoFile(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	if err := Build(s, Options{Input: "nowhere/*", Output: t.TempDir(), Command: Command{"tr-pair"}}); err != nil {
		t.Fatal(err)
	}
	if err := ptest.Run(p); err == nil || !strings.Contains(err.Error(), `no file matches \"nowhere/*\"`) && !strings.Contains(err.Error(), `no file matches "nowhere/*"`) {
		t.Errorf("job: %v", err)
	}
}
