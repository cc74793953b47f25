package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"regexp"
	"strings"
	"testing"
)

// A job that cannot be meant is refused before it begins, with the filters' status.
func TestCheck(t *testing.T) {
	used := t.TempDir()
	write1(t, "", used, "totals.jsonl")
	for line, want := range map[string]string{
		"":                        "name a filter",
		"cat":                     "name a filter",
		"tr-pair":                 "",
		"tr-pair --missing=strip": "",
		"tr-pair --missing=no":    "--missing",
		"tr-pair --no-such-flag":  "no-such-flag",
		"tr-pair file.jsonl":      "files are named by --input",
		"tr-pair -w":              "--write is not for a job",
		"tr-pair -c":              "--check is not for a job",
		"tr-pair --report x":      "--report is not for a job",
		"tr-pair --strict --dialect claude-code --only missing-result": "",
		"tr-budget":                    "--spill-dir that all workers share",
		"tr-budget --no-spill":         "",
		"tr-budget --spill-dir /share": "",
		"tr-recover --level 1":         "--spill-dir that all workers share",
		"tr-chunk":                     "the number or the size of the chunks is missing",
		"tr-chunk --parts 2":           "",
		"tr-classify --only":           "",
	} {
		checkSays(t, line, Options{Input: "x", Output: t.TempDir(), Command: strings.Fields(line)}, want)
	}
	pair := Command{"tr-pair"}
	checkSays(t, "no input", Options{Output: "x", Command: pair}, "give --input")
	checkSays(t, "no output", Options{Input: "x", Command: pair}, "give --input")
	checkSays(t, "split", Options{Input: "x", Output: "y", Split: -1, Command: pair}, "--split")
	checkSays(t, "in use", Options{Input: "x", Output: used, Command: pair}, "is not empty")
}

func checkSays(t *testing.T, what string, o Options, want string) {
	t.Helper()
	switch err := o.check(context.Background()); {
	case want == "" && err != nil:
		t.Errorf("%s: %v", what, err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want) || exitCode(err) != 2):
		t.Errorf("%s: %v, want %q", what, err, want)
	}
	if exitCode(errors.New("disk")) != 3 {
		t.Error("a failure is no usage error")
	}
}

// Every command line of docs/scale.md can be meant: the runner's flags are there, and a
// filter takes its options.
func TestDocs(t *testing.T) {
	lines := regexp.MustCompile(`(?m)^tr-beam (.*)$`).FindAllStringSubmatch(read(t, "../docs/scale.md"), -1)
	if len(lines) < 4 {
		t.Errorf("%d command lines", len(lines))
	}
	for _, line := range lines {
		var o Options
		set := flag.NewFlagSet("tr-beam", flag.ContinueOnError)
		set.SetOutput(io.Discard)
		o.define(set)
		flag.VisitAll(func(f *flag.Flag) { set.String(f.Name, "", f.Usage) }) // the jobs of other tests read the real ones
		if err := set.Parse(strings.Fields(line[1])); err != nil {
			t.Errorf("%s: %v", line[0], err)
		}
		o.Command = set.Args()
		if err := o.Command.check(); err != nil || o.Input == "" || o.Output == "" {
			t.Errorf("%s: %+v: %v", line[0], o, err)
		}
	}
}
