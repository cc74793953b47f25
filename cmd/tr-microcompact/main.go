// Command tr-microcompact shrinks the old tool results of a transcript.
package main

import (
	"os"

	"trtools/internal/cli"
)

func main() { os.Exit(cli.Run(cli.Microcompact, os.Args, cli.Std())) }
