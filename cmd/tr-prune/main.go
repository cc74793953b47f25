// Command tr-prune removes the oldest units of a transcript until it fits.
package main

import (
	"os"

	"trtools/internal/cli"
)

func main() { os.Exit(cli.Run(cli.Prune, os.Args, cli.Std())) }
