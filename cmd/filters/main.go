// Command filters is all tr-* commands in one binary, for packages: it is the
// command whose name it has.
package main

import (
	"os"

	"trtools/internal/cli"
)

func main() { os.Exit(cli.RunNamed(os.Args, cli.Std())) }
