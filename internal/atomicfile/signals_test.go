//go:build linux || darwin

package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

func init() {
	helpers["stall"] = stallHelper
	helpers["flood"] = floodHelper
	helpers["hangup"] = hangupHelper
}

// stallHelper begins a replacement and an output, says so, and waits.
func stallHelper(args []string) error {
	HandleSignals()
	HandleSignals()
	target, err := Open(args[0], Options{})
	if err != nil {
		return err
	}
	o, err := NewOutput(args[0] + ".out")
	if err != nil {
		return err
	}
	io.WriteString(o, newText)
	_, err = target.Replace(func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("x", 2*blockSize))
		fmt.Println("ready")
		time.Sleep(time.Minute)
		return nil
	})
	return err
}

// floodHelper writes to a pipe until it is stopped.
func floodHelper([]string) error {
	HandleSignals()
	for {
		if _, err := fmt.Println("line"); err != nil {
			return err
		}
	}
}

// hangupHelper hangs up on itself.
func hangupHelper([]string) error {
	HandleSignals()
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		return err
	}
	time.Sleep(100 * time.Millisecond)
	fmt.Println("alive")
	return nil
}

// startStalled returns a process in the middle of its work.
func startStalled(t *testing.T, path string) *exec.Cmd {
	t.Helper()
	cmd := helper("stall", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatal(line, err)
	}
	return cmd
}

// defaultSignals has the processes that a test starts begin with the usual effect of signals,
// even where this one is told to ignore them, as under nohup: what a process catches is as
// usual again in its children.
func defaultSignals(t *testing.T) {
	t.Helper()
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(caught) })
}

// diedOf returns the signal that ended the process.
func diedOf(t *testing.T, err error) syscall.Signal {
	t.Helper()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || !exit.Sys().(syscall.WaitStatus).Signaled() {
		t.Fatalf("not ended by a signal: %v", err)
	}
	return exit.Sys().(syscall.WaitStatus).Signal()
}

func TestSignals(t *testing.T) {
	defaultSignals(t)
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		path := writeFile(t, oldText)
		cmd := startStalled(t, path)
		if len(names(t, path)) != 3 {
			t.Errorf("temporary files are %q", names(t, path))
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if got := diedOf(t, cmd.Wait()); got != sig {
			t.Errorf("died of %v, want %v", got, sig)
		}
		wantContent(t, path, oldText)
		wantNames(t, path, "session.jsonl")
	}
}

// TestIgnoredSignal is what nohup does.
func TestIgnoredSignal(t *testing.T) {
	defaultSignals(t)
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	cmd := helper("hangup")
	cmd.Args = []string{sh, "-c", `trap "" HUP; exec "$0"`, cmd.Path}
	cmd.Path = sh
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "alive\n" {
		t.Errorf("%q, %v", out, err)
	}
	if sig := diedOf(t, helper("hangup").Run()); sig != syscall.SIGHUP {
		t.Errorf("died of %v", sig)
	}
}

func TestPipeSignalKeepsDefault(t *testing.T) {
	cmd := helper("flood")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Error(err)
	}
	out.Close()
	if sig := diedOf(t, cmd.Wait()); sig != syscall.SIGPIPE {
		t.Errorf("died of %v", sig)
	}
}
