// Command bench measures the filters against other tools: whole processes, from a
// file to the null device, all of them in turn, round after round. It prints ratios,
// taken inside each round, because machines change their speed and ratios do not.
//
//	make bench
//	make bench-check
//
// With -growth it counts instead how many steps twice the input takes.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

type options struct {
	bin, corpora, results, write string
	size, large                  int64
	rounds                       int
	growth                       bool
}

func main() {
	var o options
	flag.StringVar(&o.bin, "bin", "bin", "folder with the commands")
	flag.StringVar(&o.corpora, "corpora", "../shared/corpora", "folder with real sessions and conversations; left out where it is missing")
	flag.StringVar(&o.results, "results", "", "file to write the tables to as well")
	flag.BoolVar(&o.growth, "growth", false, "count the steps that twice the input takes, and measure nothing")
	flag.Int64Var(&o.size, "size", 64<<20, "bytes of each input")
	flag.Int64Var(&o.large, "large", 1<<30, "bytes of the input for which memory is measured; 0: it is not")
	flag.StringVar(&o.write, "write", "", "write the inputs to this folder, and measure nothing")
	flag.IntVar(&o.rounds, "rounds", 5, "how often everything is measured")
	flag.Parse()
	run := measure
	switch {
	case o.write != "":
		run = func(o *options) error { return writeInputs(o, o.write) }
	case o.growth:
		run = growth
	}
	if err := run(&o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// input is one of the shapes that transcripts come in.
type input struct{ name, path string }

// The real transcripts among the inputs.
const realSessions, realMessages = "real sessions", "real conversations"

// inputs returns the inputs that are in a folder.
func inputs(dir string) (list []input) {
	names := []string{realSessions, realMessages}
	for _, s := range shapes() {
		names = append(names, s.name)
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

// writeInputs writes one input of each shape to a folder, the real ones, and those for
// which memory is measured.
func writeInputs(o *options, dir string) error {
	for _, s := range shapes() {
		if err := writeFile(filepath.Join(dir, s.name+".jsonl"), o.size, s.write); err != nil {
			return err
		}
	}
	if _, err := join(filepath.Join(dir, realSessions+".jsonl"), filepath.Join(o.corpora, "claude-code", "*.jsonl")); err != nil {
		return err
	}
	lines, err := realConversations(filepath.Join(o.corpora, "openai-chat"))
	if err != nil {
		return err
	}
	if len(lines) > 0 {
		again := func(w io.Writer, n int) { w.Write(lines[n%len(lines)]) } // a buffer, whose error sticks
		if err := writeFile(filepath.Join(dir, realMessages+".jsonl"), o.size, again); err != nil {
			return err
		}
	}
	return writeForMemory(o, dir)
}
