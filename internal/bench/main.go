// Command bench measures the filters against other tools: whole processes, from a
// file to the null device, all of them in turn, round after round. It prints ratios,
// taken inside each round, because machines change their speed and ratios do not.
//
//	go run ./internal/bench -bin bin -results bench/RESULTS.md
//	go run ./internal/bench -check bench/recorded.tsv
//
// With -check it counts instead: what a stage allocates for a record that it does not
// touch, and, where perf can, the instructions for a byte.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

type options struct {
	bin, corpora, results, recorded, write string
	size, large                            int64
	rounds                                 int
	update                                 bool
}

func main() {
	var o options
	flag.StringVar(&o.bin, "bin", "bin", "folder with the commands")
	flag.StringVar(&o.corpora, "corpora", "../shared/corpora/claude-code", "folder with real sessions; left out where it is missing")
	flag.StringVar(&o.results, "results", "", "file to write the tables to as well")
	flag.StringVar(&o.recorded, "check", "", "compare counts with the recorded ones in this file")
	flag.BoolVar(&o.update, "update", false, "with -check: record the counts")
	flag.Int64Var(&o.size, "size", 64<<20, "bytes of each input")
	flag.Int64Var(&o.large, "large", 1<<30, "bytes of the input for which memory is measured; 0: it is not")
	flag.StringVar(&o.write, "write", "", "write the inputs to this folder, and measure nothing")
	flag.IntVar(&o.rounds, "rounds", 5, "how often everything is measured")
	flag.Parse()
	run := measure
	switch {
	case o.write != "":
		run = func(o *options) error { return writeInputs(o, o.write) }
	case o.recorded != "":
		run = check
	}
	if err := run(&o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// input is one of the shapes that transcripts come in.
type input struct{ name, path string }

// inputs returns the inputs that are in a folder.
func inputs(dir string) (list []input) {
	names := []string{"real"}
	for i, s := range shapes() {
		names = slices.Insert(names, i, s.name)
	}
	for _, name := range names {
		if path := filepath.Join(dir, name+".jsonl"); exists(path) {
			list = append(list, input{name, path})
		}
	}
	return list
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// writeInputs writes one input of each shape to a folder, the real sessions, and those
// for which memory is measured.
func writeInputs(o *options, dir string) error {
	for _, s := range shapes() {
		if err := writeFile(filepath.Join(dir, s.name+".jsonl"), o.size, s.write); err != nil {
			return err
		}
	}
	if _, err := join(filepath.Join(dir, "real.jsonl"), filepath.Join(o.corpora, "*.jsonl")); err != nil {
		return err
	}
	return writeForMemory(o, dir)
}
