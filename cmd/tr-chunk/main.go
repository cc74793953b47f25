// Command tr-chunk cuts a transcript into chunks between units, and summarises
// them with a command.
package main

import (
	"os"

	"trtools/internal/cli"
)

func main() { os.Exit(cli.Run(cli.Chunk, os.Args, cli.Std())) }
