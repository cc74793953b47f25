// Command tr-recover makes a history fit that an API rejected for its size.
package main

import (
	"os"

	"trtools/internal/cli"
)

func main() { os.Exit(cli.Run(cli.Recover, os.Args, cli.Std())) }
