// Command repair reads messages as a JSON array from standard input and prints them as an
// array in which every tool call has its result. What it found goes to standard error.
package main

import (
	"io"
	"log"
	"os"

	"trtools/pkg/transcript/pair"
)

func main() {
	messages, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	repaired, found, err := pair.RepairBytes(messages, pair.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range found {
		log.Printf("line %d: %s: %s", f.Line, f.Code, f.Message)
	}
	os.Stdout.Write(repaired)
}
