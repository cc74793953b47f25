// Command tr-classify says which API error a transcript ended with, and what
// helps.
package main

import (
	"os"

	"trtools/internal/cli"
)

func main() { os.Exit(cli.Run(cli.Classify, os.Args, cli.Std())) }
