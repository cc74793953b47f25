// Package trtools holds the tests that see the commands from outside: the
// scripts in testdata/scripts, one behaviour each, and the examples of README
// and GUIDE.
package trtools

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"trtools/internal/cli"
	"trtools/internal/transcripttest"
)

var update = flag.Bool("update", false, "rewrite the scripts' expected files")

// fates is how many conversations of every format TestFates shrinks: more than 2,000 in all.
const fates = 50

// tests are the tests of this package, with the same random conversations every time and
// with the commands as they are installed. In place of these testscript has this program, for
// the race detector; but it starts at a third of the speed, and there are thousands of starts.
type tests struct{ *testing.M }

func (t tests) Run() int {
	transcripttest.Fix(fates)
	if !slow {
		bin := filepath.SplitList(os.Getenv("PATH"))[0] // of testscript
		if said, err := exec.Command("go", "build", "-tags", "urfave_cli_no_docs", "-o", filepath.Join(bin, "filters"), "./cmd/filters").CombinedOutput(); err != nil {
			panic(fmt.Sprintf("%v: %s", err, said))
		}
		for _, c := range cli.Commands() {
			name := filepath.Join(bin, c.Name)
			if err := errors.Join(os.Remove(name), os.Symlink("filters", name)); err != nil {
				panic(err)
			}
		}
	}
	return t.M.Run()
}

func TestMain(m *testing.M) {
	// The race detector lets every command sleep for a second before it exits.
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=0")
	}
	testscript.Main(tests{m}, map[string]func(){
		"mock-api":        mockAPI,
		"tr-budget":       func() { os.Exit(cli.Run(cli.Budget, os.Args, cli.Std())) },
		"tr-chunk":        func() { os.Exit(cli.Run(cli.Chunk, os.Args, cli.Std())) },
		"tr-classify":     func() { os.Exit(cli.Run(cli.Classify, os.Args, cli.Std())) },
		"tr-microcompact": func() { os.Exit(cli.Run(cli.Microcompact, os.Args, cli.Std())) },
		"tr-pair":         func() { os.Exit(cli.Run(cli.Pair, os.Args, cli.Std())) },
		"tr-prune":        func() { os.Exit(cli.Run(cli.Prune, os.Args, cli.Std())) },
		"tr-recover":      func() { os.Exit(cli.Run(cli.Recover, os.Args, cli.Std())) },
		"tr-stat":         func() { os.Exit(cli.Run(cli.Stat, os.Args, cli.Std())) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/scripts",
		UpdateScripts:       *update,
		RequireExplicitExec: false,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			shared, err := filepath.Abs("../shared/corpora")
			env.Setenv("CORPORA", shared)
			env.Setenv("GORACE", os.Getenv("GORACE"))
			return err
		},
		Condition: func(cond string) (bool, error) {
			if cond == "corpora" {
				_, err := os.Stat("../shared/corpora")
				return err == nil, nil
			}
			return false, errors.New("unknown condition")
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "bytes": writeBytes, "full": full, "lines": lines, "noctrl": noControl,
		},
	})
}

// exits runs a command and wants one exit status: exits 2 tr-pair --bogus. A
// leading <FILE gives it standard input.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS [<FILE] COMMAND [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	args = args[1:]
	var in []byte
	if strings.HasPrefix(args[0], "<") {
		in = []byte(ts.ReadFile(args[0][1:]))
		args = args[1:]
	}
	got := run(ts, args, in, nil)
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// run runs a command, leaves what it prints for cmp and stdout, and returns its
// exit status.
func run(ts *testscript.TestScript, args []string, in []byte, out *os.File) int {
	path, err := exec.LookPath(args[0])
	ts.Check(err)
	cmd := exec.Command(path, args[1:]...)
	cmd.Dir, cmd.Stdin = ts.Getenv("PWD"), bytes.NewReader(in)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), "PATH="+ts.Getenv("PATH"), "HOME="+ts.Getenv("HOME"), "TMPDIR="+ts.Getenv("TMPDIR"))
	if dir := ts.Getenv("TR_SPILL_DIR"); dir != "" {
		cmd.Env = append(cmd.Env, "TR_SPILL_DIR="+dir)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if out != nil {
		cmd.Stdout = out
	}
	err = cmd.Run()
	ts.Logf("%s%s", stdout.Bytes(), stderr.Bytes())
	ts.Check(os.WriteFile(ts.MkAbs("out"), stdout.Bytes(), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs("err"), stderr.Bytes(), 0o666))
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		ts.Fatalf("%v", err)
	}
	return cmd.ProcessState.ExitCode()
}

// full runs a command with a full disk behind standard output.
func full(ts *testscript.TestScript, neg bool, args []string) {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		ts.Logf("no /dev/full here: %v", err)
		return
	}
	defer f.Close()
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := run(ts, args[1:], nil, f); got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// writeBytes writes a file from Go-quoted text, for bytes that an archive
// cannot hold: bytes FILE "a\x00b\n".
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// lines wants a file to have so many lines: lines 3 out.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := strings.Count(ts.ReadFile(args[1]), "\n"); (got == want) == neg {
		ts.Fatalf("%s has %d lines, want %d", args[1], got, want)
	}
}

// noControl wants a file without control characters but line breaks.
func noControl(ts *testscript.TestScript, neg bool, args []string) {
	for _, c := range ts.ReadFile(args[0]) {
		if c < 0x20 && c != '\n' || c == 0x7f || c >= 0x80 && c < 0xa0 {
			ts.Fatalf("%s holds %U", args[0], c)
		}
	}
}
