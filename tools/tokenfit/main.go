// Command tokenfit helps to calibrate the estimate of tokens: it writes the
// texts of sessions for the tokenizers, fits the weights to what they count, and
// prints how far the estimate is off. testdata/tokens/README.md has the steps.
package main

import (
	"fmt"
	"io"
	"os"
)

const usage = `usage: tokenfit spans FILE... >texts.jsonl
       tokenfit live FILE... >texts.jsonl
       tokenfit fit <counted.jsonl >weights.tsv
       tokenfit report <counted.jsonl
       tokenfit sums <counted.jsonl`

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "tokenfit:", err)
		os.Exit(2)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) == 0 {
		return fmt.Errorf("what is to be done?\n%s", usage)
	}
	if args[0] == "spans" {
		return spans(out, args[1:])
	}
	if args[0] == "live" {
		return live(out, args[1:])
	}
	list, err := readSamples(in)
	if err != nil {
		return err
	}
	switch args[0] {
	case "fit":
		p := newProblem(list)
		return writeWeights(out, p.names, p.fit())
	case "report":
		return report(out, list)
	case "sums":
		return sums(out, list)
	}
	return fmt.Errorf("unknown command %q\n%s", args[0], usage)
}
