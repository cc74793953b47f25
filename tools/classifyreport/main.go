// Command classifyreport measures the error classifier on labelled texts from
// stdin. It backs "make classify-report".
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := report(os.Stdout, os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "classifyreport:", err)
		os.Exit(2)
	}
}
