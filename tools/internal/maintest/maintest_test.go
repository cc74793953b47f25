package maintest

import (
	"fmt"
	"io"
	"os"
	"testing"
)

func TestMain(m *testing.M) { Main(m, command) }

// command prints its arguments and its input, and fails if it is told to.
func command() {
	in, _ := io.ReadAll(os.Stdin)
	fmt.Printf("%q %s", os.Args[1:], in)
	if len(os.Args) > 2 {
		fmt.Fprint(os.Stderr, "too many")
		os.Exit(3)
	}
}

// A command gets its arguments and its input, and gives back what it writes and its
// status.
func TestRun(t *testing.T) {
	if out, messages, status := Run(t, "in", "a"); out != `["a"] in` || messages != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
	if out, messages, status := Run(t, "", "a", "b"); out != `["a" "b"] ` || messages != "too many" || status != 3 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
}
