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
)

type options struct {
	bin, corpora, results, recorded string
	size                            int64
	rounds                          int
	update                          bool
}

func main() {
	var o options
	flag.StringVar(&o.bin, "bin", "bin", "folder with the commands")
	flag.StringVar(&o.corpora, "corpora", "../shared/corpora/claude-code", "folder with real sessions; left out where it is missing")
	flag.StringVar(&o.results, "results", "", "file to write the tables to as well")
	flag.StringVar(&o.recorded, "check", "", "compare counts with the recorded ones in this file")
	flag.BoolVar(&o.update, "update", false, "with -check: record the counts")
	flag.Int64Var(&o.size, "size", 64<<20, "bytes of each input")
	flag.IntVar(&o.rounds, "rounds", 5, "how often everything is measured")
	flag.Parse()
	run := measure
	if o.recorded != "" {
		run = check
	}
	if err := run(&o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// input is one of the shapes that transcripts come in.
type input struct{ name, path string }

// inputs writes one input of each shape to a folder.
func inputs(o *options, dir string) (list []input, err error) {
	for _, s := range shapes() {
		in := input{s.name, filepath.Join(dir, s.name+".jsonl")}
		if err := writeFile(in.path, o.size, s.write); err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	real := input{"real", filepath.Join(dir, "real.jsonl")}
	if found, err := join(real.path, filepath.Join(o.corpora, "*.jsonl")); err != nil || !found {
		return list, err
	}
	return append(list, real), nil
}
