package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	urfave "github.com/urfave/cli/v2"

	"trtools/pkg/transcript"
)

// endless is an input without end.
type endless struct{ line string }

func (e endless) Read(p []byte) (int, error) {
	n := 0
	for n+len(e.line) <= len(p) {
		n += copy(p[n:], e.line)
	}
	return n, nil
}

func devFull(t *testing.T) *os.File {
	t.Helper()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { full.Close() })
	return full
}

func TestFullDisk(t *testing.T) {
	const message = "tr-test: write <stdout>: no space left on device\n"
	full := devFull(t)
	run(t, setup{in: "{}\n", out: full}).want(t, 3, "", message)
	run(t, setup{stdin: endless{"{\"a\":1}\n"}, out: full}).want(t, 3, "", message)
	run(t, setup{stdin: endless{"\"up\"\n"}, out: full}, "-q").want(t, 3, "", message)
	run(t, setup{stdin: endless{"\"warn\"\n"}, out: full}, "-c").want(t, 3, "", message)
	run(t, setup{in: "\"up\"\n", out: full}, "-l").want(t, 3, "", message)
	p := file(t, "s", "\"up\"\n")
	run(t, setup{out: full}, "-q", p, p, p).want(t, 3, "", message)
	run(t, setup{out: full}, "-q", "-j3", p, p, p).want(t, 3, "", message)
}

func TestFullDiskOfSideFiles(t *testing.T) {
	devFull(t)
	const message = "tr-test: write /dev/full: no space left on device\n"
	run(t, setup{in: "\"up\"\n"}, "-q", "--report", "/dev/full").want(t, 3, "\"UP\"\n", message)
	run(t, setup{in: "\"gone\"\n"}, "-q", "--rejects", "/dev/full").want(t, 3, "", message)
	r := run(t, setup{stdin: endless{"\"gone\"\n"}}, "-q", "--rejects", "/dev/full")
	r.want(t, 3, "", message)
	r = run(t, setup{in: "{}\n"}, "-o", "/dev/full")
	if r.code != 3 || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, "no space left") {
		t.Errorf("%+v", r)
	}
}

func TestReadError(t *testing.T) {
	broken := func() io.Reader {
		return io.MultiReader(strings.NewReader("{}\n\"up\"\n{\"to"),
			iotest.ErrReader(errors.New("input/output error")))
	}
	run(t, setup{stdin: broken()}, "-q").want(t, 3, "{}\n\"UP\"\n",
		"tr-test: read <stdin>: input/output error\n")
	run(t, setup{stdin: broken()}, "-c").want(t, 3,
		`<stdin>:2: lone-surrogate: call "toolu_1" [replace]`+"\n1 finding: 1 error\n",
		"tr-test: read <stdin>: input/output error\n")
}

func TestDirectories(t *testing.T) {
	t.Chdir(t.TempDir())
	run(t, setup{}, ".").want(t, 0, "", "tr-test: warning: no file in . is called *.jsonl or *.ndjson; hidden and ignored files are left out (--hidden, --no-ignore)\n")
	dir, err := os.Open(".")
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	run(t, setup{stdin: dir}).want(t, 3, "", "tr-test: read <stdin>: is a directory\n")
}

func TestMissingFileAmongOthers(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	fileIn(t, dir, "a", "{\"a\":1}\n")
	fileIn(t, dir, "b", "\"bad\"\n")
	for _, jobs := range []string{"-j1", "-j4"} {
		run(t, setup{}, jobs, "-q", "a", "none", "b", "no\nne").want(t, 3, "{\"a\":1}\n\"bad\"\n",
			"tr-test: open none: no such file or directory\ntr-test: b:1: unreadable-line: call \"toolu_1\" [keep]\ntr-test: open \"no\\nne\": no such file or directory\n")
	}
}

func TestStdinTwice(t *testing.T) {
	p := file(t, "s", "{\"s\":1}\n")
	run(t, setup{in: "{}\n"}, "-", p, "-").want(t, 0, "{}\n{\"s\":1}\n", "")
}

func TestSameFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	const in = "\"up\"\n"
	fileIn(t, dir, "s", in)
	if os.Symlink("s", "soft") != nil || os.Link("s", "hard") != nil {
		t.Skip("no links")
	}
	for _, args := range [][]string{
		{"-o", "s", "s"},
		{"-o", "./s", "s"},
		{"-o", "soft", "s"},
		{"-o", "hard", "s"},
		{"--report", "s", "s"},
		{"--rejects", "hard", "-c", "s"},
		{"-o", "x", "--report", "./x", "s"}, {"--rejects", "x", "--report", "x", "s"},
	} {
		if r := run(t, setup{}, args...); r.code != 2 || r.out != "" || content(t, "s") != in ||
			names(t, ".") != "hard s soft" {
			t.Errorf("%q: %+v, %s", args, r, names(t, "."))
		}
	}
	out, err := os.OpenFile("s", os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	run(t, setup{out: out}, "soft").want(t, 2, "",
		"tr-test: soft is also the output <stdout>\ntr-test: hint: to rewrite a file in place use -w\ntr-test: hint: tr-test --help lists all flags\n")
	if content(t, "s") != in {
		t.Error("the input was written to")
	}
	run(t, setup{}, "--report", "/dev/null", "--rejects", "/dev/null", "/dev/null").want(t, 0, "",
		"")
}

// TestSource: a stage may read a regular file again, and nothing else.
func TestSource(t *testing.T) {
	p := file(t, "s", "{}\n{}\n")
	var got bool
	c := testCommand
	c.Setup = func(*urfave.Context, terminal) (way, error) {
		return way{stages: func(j transcript.Job) transcript.Stage {
			got = j.Source != nil
			return j.Next
		}}, nil
	}
	f, err := os.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if runCommand(t, c, setup{}, p); !got {
		t.Error("no source for a file")
	}
	if runCommand(t, c, setup{stdin: f}); !got {
		t.Error("no source for standard input from a file")
	}
	f.Seek(3, io.SeekStart)
	if r := runCommand(t, c, setup{stdin: f}); got || r.out != "{}\n" {
		t.Error("a source for a file that is read from its middle")
	}
	if runCommand(t, c, setup{in: "{}"}); got {
		t.Error("a source for what is no file")
	}
	pr, pw, _ := os.Pipe()
	pw.Close()
	if runCommand(t, c, setup{stdin: pr}); got {
		t.Error("a source for a pipe")
	}
}

func TestJobFields(t *testing.T) {
	var job transcript.Job
	c := testCommand
	c.Setup = func(*urfave.Context, terminal) (way, error) {
		return way{stages: func(j transcript.Job) transcript.Stage { job = j; return j.Next }}, nil
	}
	runCommand(t, c, setup{}, "--strict", "--dialect", "codex", "--max-line", "1k", "-c")
	if job.Name != stdinName || !job.Strict || job.Dialect != "codex" || job.MaxLine != 1000 ||
		!job.DryRun || job.Reject != nil || job.Report == nil {
		t.Errorf("%+v", job)
	}
	p := file(t, "s", "")
	runCommand(t, c, setup{}, "--dialect=auto", "-l", "-w", p, "--rejects", p+".rej")
	if job.Name != p || job.Dialect != "" || job.DryRun || job.Reject == nil ||
		job.MaxLine != 256<<20 {
		t.Errorf("%+v", job)
	}
}

func TestLineBuffered(t *testing.T) {
	var out bytes.Buffer
	w := writes{w: &out}
	run(t, setup{in: strings.Repeat("{}\n", 5), out: &w}, "--line-buffered")
	if w.n != 5 {
		t.Errorf("%d writes for 5 lines", w.n)
	}
	w.n = 0
	run(t, setup{in: strings.Repeat("{}\n", 5), out: &w, terminal: func(any) bool { return true }})
	if w.n != 5 {
		t.Errorf("%d writes for 5 lines on a terminal", w.n)
	}
	w.n = 0
	run(t, setup{in: strings.Repeat("{}\n", 5), out: &w})
	if w.n != 1 {
		t.Errorf("%d writes where one will do", w.n)
	}
}

// writes counts writes.
type writes struct {
	w io.Writer
	n int
}

func (w *writes) Write(p []byte) (int, error) { w.n++; return w.w.Write(p) }

func TestDefaultsOfStreams(t *testing.T) {
	if code := Run(testCommand, []string{"tr-test"}, Streams{}); code != 0 {
		t.Errorf("exit %d", code)
	}
	if s := Std(); s.In != os.Stdin || s.Out != os.Stdout || s.Err != os.Stderr || !s.Process ||
		s.IsTerminal(&bytes.Buffer{}) {
		t.Errorf("%+v", s)
	}
}
