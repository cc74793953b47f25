package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"trtools/internal/cli"
	"trtools/internal/transcripttest"
)

func TestMain(m *testing.M) { ptest.Main(m) }

// job runs a pipeline on the local runner and returns its directory and its counters.
func job(t *testing.T, o Options) (string, map[string]int64) {
	t.Helper()
	o.Output = filepath.Join(t.TempDir(), "out")
	p, s := beam.NewPipelineWithRoot()
	if err := Build(s, o); err != nil {
		t.Fatal(err)
	}
	counters := map[string]int64{}
	for _, c := range ptest.RunAndValidate(t, p).Metrics().AllMetrics().Counters() {
		counters[c.Name()] += c.Result()
	}
	return o.Output, counters
}

// read returns what a file holds, "" if there is none.
func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(text)
}

func write1(t *testing.T, text string, path ...string) string {
	t.Helper()
	name := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// sorted returns the lines of a text in an order of their own: a job has none.
func sorted(text string) []string {
	return slices.Sorted(strings.Lines(text))
}

// command runs the filter as its program does, and returns data and findings.
func command(t *testing.T, c Command, path string) (data, findings string) {
	t.Helper()
	var out, said bytes.Buffer
	report := filepath.Join(t.TempDir(), "report")
	if code := c.run(cli.Streams{Out: &out, Err: &said}, "-f", "json", "--report", report, path); code > 1 {
		t.Fatalf("%v %s: status %d: %s", c, path, code, &said)
	}
	return out.String(), read(t, report)
}

// archive writes the samples and damaged sessions of every format, and returns their
// directory and their paths below it.
func archive(t *testing.T) (dir string, names []string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "samples"), os.DirFS("../testdata/samples")); err != nil {
		t.Fatal(err)
	}
	for _, d := range transcripttest.All() {
		for seed := range uint64(2) {
			write1(t, string(transcripttest.Damaged(d, seed).Data), dir, d.Name, fmt.Sprintf("%d.jsonl", seed))
		}
	}
	paths, err := filepath.Glob(dir + "/*/*.json*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		names = append(names, strings.TrimPrefix(path, dir+"/"))
	}
	return dir, names
}
