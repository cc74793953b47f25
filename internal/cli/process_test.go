//go:build unix

package cli

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"trtools/internal/transcripttest"
)

// TestMain lets the test binary be tr-test, for what only a process can show.
func TestMain(m *testing.M) {
	if os.Getenv("BE_TR_TEST") != "" {
		os.Exit(Run(testCommand, os.Args, Std()))
	}
	// The race detector lets a process sleep for a second before it exits.
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=0")
	}
	transcripttest.Main(m, 100)
}

// process returns tr-test as a command to start.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), "BE_TR_TEST=1")
	return cmd
}

// TestResponsive: a line and its finding come out before the input ends.
func TestResponsive(t *testing.T) {
	cmd := process(t, "--line-buffered")
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	errs, _ := cmd.StderrPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(in, "\"up\"\n")
	for name, c := range map[string]struct {
		r    io.Reader
		want string
	}{"stdout": {out, "\"UP\"\n"}, "stderr": {errs, upLine}} {
		buf := make([]byte, 200)
		if n, err := c.r.Read(buf); err != nil || string(buf[:n]) != c.want {
			t.Errorf("%s: %q, %v", name, buf[:n], err)
		}
	}
	in.Close()
	cmd.Wait()
}

func TestPipeClosedEarly(t *testing.T) {
	cmd := process(t)
	cmd.Stdin = endless{"\"up\"\n"}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Read(make([]byte, 10))
	out.Close()
	cmd.Wait()
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() != syscall.SIGPIPE ||
		strings.Contains(errs.String(), "tr-test: ") {
		t.Errorf("%v, stderr %.200q", cmd.ProcessState, errs.String())
	}
}

func TestClosedStreams(t *testing.T) {
	p := file(t, "s", "\"up\"\n")
	for _, script := range []string{`"$0" -q "$1" >&-`, `"$0" -q <&-`, `"$0" "$1" 2>&-`} {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", script, os.Args[0], p)
		cmd.Env = append(os.Environ(), "BE_TR_TEST=1")
		if err := cmd.Run(); err != nil || content(t, p) != "\"up\"\n" {
			t.Errorf("%s: %v", script, err)
		}
	}
}

// TestInterrupt: a signal during -w leaves the old file, nothing else, and ends
// the process by that signal.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "rejects")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	keep, err := os.OpenFile(fifo, os.O_RDWR, 0) // nobody reads: writing to it blocks
	if err != nil {
		t.Fatal(err)
	}
	defer keep.Close()
	in := strings.Repeat("\"up\"\n", 100_000) + strings.Repeat("\"gone\""+strings.Repeat("x", 1000)+"\n", 2000)
	p := fileIn(t, dir, "s", in)
	cmd := process(t, "-wq", "--rejects", fifo, p)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for i := 0; !strings.Contains(names(t, dir), ".s.tr-"); i++ {
		if i == 500 {
			t.Fatal("no temporary file after five seconds")
		}
		time.Sleep(10 * time.Millisecond)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	cmd.Wait()
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signal() != syscall.SIGTERM || names(t, dir) != "rejects s" || content(t, p) != in {
		t.Errorf("%v, left %s", cmd.ProcessState, names(t, dir))
	}
}

// TestExitStatusOfProcess: what the shell sees is what Run returns.
func TestExitStatusOfProcess(t *testing.T) {
	ok, bad := file(t, "ok", "{}\n"), file(t, "bad", "\"bad\"\n")
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{ok}, 0},
		{[]string{"--help"}, 0},
		{[]string{bad}, 1},
		{[]string{"-c", bad}, 1},
		{[]string{"--bogus"}, 2},
		{[]string{ok + "none"}, 3},
	} {
		cmd := process(t, c.args...)
		cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != c.want {
			t.Errorf("%q: exit %d, want %d", c.args, got, c.want)
		}
	}
}

// TestFullDiskOfProcess: the process itself ends at once with one message,
// however much input there is.
func TestFullDiskOfProcess(t *testing.T) {
	cmd := process(t)
	cmd.Stdin = endless{"{\"a\":1}\n"}
	cmd.Stdout = devFull(t)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	cmd.Run()
	if cmd.ProcessState.ExitCode() != 3 || errs.String() != "tr-test: write <stdout>: no space left on device\n" {
		t.Errorf("%v, %q", cmd.ProcessState, errs.String())
	}
}

// TestPipesOfProcess: a pipe on both sides, larger than it is by default, moves
// every byte.
func TestPipesOfProcess(t *testing.T) {
	text := strings.Repeat("{\"a\":\""+strings.Repeat("x", 1000)+"\"}\n", 5000)
	cmd := process(t)
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		io.WriteString(in, text)
		in.Close()
	}()
	got, err := io.ReadAll(out)
	if werr := cmd.Wait(); err != nil || werr != nil || string(got) != text {
		t.Errorf("%d bytes of %d, %v, %v", len(got), len(text), err, werr)
	}
}

// A signal that would end the process ends what may be interrupted, unless it is ignored.
func TestInterrupted(t *testing.T) {
	all := []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	defer signal.Reset(all...)
	for _, sig := range all {
		if signal.Ignored(sig) { // as of a job in the background
			continue
		}
		ctx, stop := interrupted()
		if err := syscall.Kill(os.Getpid(), sig.(syscall.Signal)); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
		stop()
	}
	signal.Ignore(all...)
	ctx, stop := interrupted()
	defer stop()
	for _, sig := range all {
		if err := syscall.Kill(os.Getpid(), sig.(syscall.Signal)); err != nil {
			t.Fatal(err)
		}
	}
	if ctx.Err() != nil {
		t.Error("a signal that is ignored interrupts")
	}
}

func TestOutputToPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	received := make(chan string)
	go func() {
		got, _ := os.ReadFile(pipe)
		received <- string(got)
	}()
	run(t, setup{in: "{}\n\"up\"\n"}, "-q", "-o", pipe).want(t, 0, "", "")
	if got := <-received; got != "{}\n\"UP\"\n" {
		t.Errorf("received %q", got)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe was replaced: %v", err)
	}
}

// TestOutputToStandardStream: a pipe takes it; a file that is appended to, which opening would
// write over, is refused.
func TestOutputToStandardStream(t *testing.T) {
	in := file(t, "s", "{}\n")
	if out, err := process(t, "-q", "-o", "/dev/stdout", in).Output(); err != nil || string(out) != "{}\n" {
		t.Errorf("pipe: %q, %v", out, err)
	}
	path := file(t, "log", "old\n")
	log, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd := process(t, "-q", "-o", "/dev/stdout", in)
	cmd.Stdout = log
	if err := cmd.Run(); err == nil || content(t, path) != "old\n" {
		t.Errorf("%v: %q", err, content(t, path))
	}
}
