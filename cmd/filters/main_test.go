package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"trtools/internal/cli"
)

// passing are command lines that leave the texts of these tests as they are.
var passing = []string{
	"tr-pair", "tr-budget --no-spill --max-result-chars 200", "tr-microcompact --no-spill", "tr-prune --max-messages 1000000000", "tr-classify",
}

// measures is a variable of the environment that makes printMemory of this program.
const measures = "TR_TEST_MEASURES"

func TestMain(m *testing.M) {
	if os.Getenv(measures) != "" {
		printMemory()
		return
	}
	os.Exit(runWithCommands(m))
}

// runWithCommands runs the tests with the commands, as they are built, in the path.
func runWithCommands(m *testing.M) int {
	bin, err := os.MkdirTemp("", "filters")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(bin)
	program := filepath.Join(bin, "filters")
	if said, err := exec.Command("go", "build", "-tags", "urfave_cli_no_docs", "-o", program, ".").CombinedOutput(); err != nil {
		panic(fmt.Sprintf("%v: %s", err, said))
	}
	for _, c := range cli.Commands() {
		if err := os.Symlink("filters", filepath.Join(bin, c.Name)); err != nil {
			panic(err)
		}
	}
	os.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return m.Run()
}

// printMemory runs a command and prints how many bytes of memory it held at most. It is a
// process of its own, as what is known of a child begins with what its parent holds, which is
// much of these tests.
func printMemory() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	if err := cmd.Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(maxMemory(cmd.ProcessState))
}
