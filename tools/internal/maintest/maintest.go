// Package maintest runs the main of a command in a process of its own: the test program
// once more, which then is the command.
package maintest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// inside is the variable that makes a test program the command.
const inside = "TRTOOLS_MAIN"

// Main is what TestMain calls: it runs the tests, or in a process that Run started main.
func Main(m *testing.M, main func()) {
	if os.Getenv(inside) == "" {
		os.Exit(m.Run())
	}
	main()
	os.Exit(0)
}

// Run runs the command with arguments and an input. It returns what it writes, and its
// exit status.
func Run(t *testing.T, in string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	if os.Getenv(inside) != "" { // or each process would start another one
		t.Fatal("the command runs its own tests")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, messages bytes.Buffer
	cmd := exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), inside+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &out, &messages
	exit := new(exec.ExitError)
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), messages.String(), cmd.ProcessState.ExitCode()
}
