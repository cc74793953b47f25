// Command stream shrinks old tool results, then large ones, while a transcript streams from
// standard input to standard output, as "tr-microcompact | tr-budget" does.
package main

import (
	"log"
	"os"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/microcompact"
)

func main() {
	report := func(f transcript.Finding) { log.Printf("line %d: %s", f.Line, f.Code) }
	large := budget.New(budget.Options{}, transcript.Job{Next: transcript.NewWriter(os.Stdout), Report: report})
	old := microcompact.New(microcompact.Options{}, transcript.Job{Next: large, Report: report})
	if err := transcript.Run(os.Stdin, 0, old); err != nil {
		log.Fatal(err)
	}
}
