// Command tr-stat tells what is in a transcript: of every message where it stands, what
// it holds, and whether the next request holds it.
package main

import (
	"os"

	"trtools/internal/cli"
)

func main() { os.Exit(cli.Run(cli.Stat, os.Args, cli.Std())) }
