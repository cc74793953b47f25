// Command tr-pair gives every tool call of a transcript exactly one result.
package main

import (
	"os"

	"trtools/internal/cli"
)

func main() { os.Exit(cli.Run(cli.Pair, os.Args, cli.Std())) }
