// Command tr-budget cuts tool results that are too large to head and tail.
package main

import (
	"os"

	"trtools/internal/cli"
)

func main() { os.Exit(cli.Run(cli.Budget, os.Args, cli.Std())) }
