//go:build unix

package chunk_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"trtools/pkg/transcript/chunk"
)

// A command that is interrupted is told to stop before it is killed, so that it can clean up.
func TestShellIsToldToStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stderr := &starter{cancel: cancel}
	command := "trap 'echo told >&2; exit 1' TERM; echo started >&2; sleep 60 & wait"
	if _, err := chunk.Shell(command, stderr)(ctx, strings.NewReader(""), chunk.Number{N: 1, Of: 1}); err == nil {
		t.Error("an interrupted command has no error")
	}
	if got := stderr.text.String(); got != "started\ntold\n" {
		t.Errorf("it prints %q", got)
	}
}

// What a command has started ends with it even if it does not obey, and prints nowhere.
func TestShellKillsWhatDoesNotObey(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	command := "(trap '' TERM; exec 3>'" + pipe + "' >/dev/null 2>&1; echo runs >&3; sleep 5; echo late >&3) & read x <'" + pipe + ".go'; echo started >&2; wait"
	if err := syscall.Mkfifo(pipe+".go", 0o600); err != nil {
		t.Fatal(err)
	}
	said := make(chan string)
	go func() { said <- readPipe(pipe) }()
	if _, err := chunk.Shell(command, &starter{cancel: cancel})(ctx, strings.NewReader(""), chunk.Number{N: 1, Of: 1}); err == nil {
		t.Error("an interrupted command has no error")
	}
	if got := <-said; got != "runs\n" {
		t.Errorf("a child that is to stop says %q", got)
	}
}

// readPipe reads a named pipe to its end. As soon as it holds a line, the pipe
// beside it is given one, too.
func readPipe(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	b := make([]byte, 5)
	if _, err := io.ReadFull(f, b); err != nil {
		return err.Error()
	}
	if err := os.WriteFile(path+".go", []byte("go\n"), 0); err != nil {
		return err.Error()
	}
	rest, err := io.ReadAll(f)
	if err != nil {
		return err.Error()
	}
	return string(b) + string(rest)
}
