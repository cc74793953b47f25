// Command budget reads messages as a JSON array and prints them with no tool result of more
// than 2,000 characters. The full texts go to the directory tool-results.
package main

import (
	"io"
	"log"
	"os"

	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/spill"
)

func main() {
	messages, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	options := budget.Options{Result: 2000, Store: spill.New("tool-results", false)}
	fits, found, err := budget.CutBytes(messages, options)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("%d results cut, %d of %d bytes are left", len(found), len(fits), len(messages))
	os.Stdout.Write(fits)
}
