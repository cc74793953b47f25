package cli

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	urfave "github.com/urfave/cli/v2"

	"trtools/pkg/transcript"
)

// The command of the tests is tr-test: it looks for a word in every line and
// does to the line what the word says.
var testCommand = Command{
	Name:    "tr-test",
	Summary: "do to every line what a word in it says",
	Help:    "It upper-cases, removes, adds and moves lines.\n\nIt exists for tests.",
	Examples: []Example{{"tr-test < in > out", "filter a stream"},
		{"tr-test -w FILE", "repair a file"}},
	Flags: testFlags,
	Setup: setupTest,
}

func testFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.BoolFlag{Name: "no-mend", Usage: "do not upper-case lines"},
		&urfave.StringFlag{Name: "name", Usage: "some `TEXT`"},
		&urfave.GenericFlag{Name: "limit", Aliases: []string{"m"}, Value: count("20000"), EnvVars: []string{"TR_LIMIT", "CHATCLI_LIMIT"}, Usage: "a count of `N`"},
		&urfave.GenericFlag{Name: "cap", Value: size(""), EnvVars: []string{"TR_CAP", "CHATCLI_CAP"}, Usage: "some `SIZE`"},
		&urfave.GenericFlag{Name: "mode", Value: oneOf("inject", "strip", "keep"), Usage: "some choice"},
		&urfave.GenericFlag{Name: "id", Value: new(list), Usage: "the `ID` of something"},
		&urfave.BoolFlag{Name: "copy", Usage: "copy what does not change"},
		&urfave.BoolFlag{Name: "recognize", Usage: "say what was recognised"},
		&urfave.BoolFlag{Name: "no-write", Usage: "refuse -w"},
	}
}

func setupTest(v *urfave.Context, _ terminal) (way, error) {
	if v.Bool("no-write") && v.Bool("write") {
		return way{}, Usagef("-w makes no sense here")
	}
	if v.String("name") == "broken" {
		return way{}, errors.New("cannot start")
	}
	mend := !v.Bool("no-mend")
	return way{stages: func(j transcript.Job) transcript.Stage {
		return &testStage{Job: j, mend: mend, copy: v.Bool("copy"), recognize: v.Bool("recognize")}
	}}, nil
}

// stopped is the error of a strict run in words of its own.
type stopped struct{}

func (stopped) Error() string { return "unreadable line" }
func (stopped) Unwrap() error { return &transcript.Unreadable{} }

// parsed returns what a command line of a program says.
func parsed(t *testing.T, p *program, args ...string) (v *urfave.Context) {
	t.Helper()
	err := p.cmd.parse(args, Streams{}.withDefaults(), &p.opt, func(ctx *urfave.Context) { v = ctx }, func(string) { t.Fatalf("%q: help", args) })
	if err != nil {
		t.Fatal(err)
	}
	return v
}

type testStage struct {
	transcript.Job
	mend      bool
	copy      bool // pass unchanged lines on as ranges, if there is a source
	moved     []*transcript.Record
	n         int
	seen      int
	recognize bool
}

func (s *testStage) find(r *transcript.Record, code transcript.Code, sev transcript.Severity,
	a transcript.Action) {
	s.Report(transcript.Finding{
		Line: r.Line, Offset: r.Offset, Length: int64(len(r.JSON())), SHA256: "00ff", Code: code,
		Severity: sev, Action: a, ID: "toolu_1", Message: fmt.Sprintf("call %q", "toolu_1"),
	})
}

func (s *testStage) Push(r *transcript.Record) error {
	s.seen++
	has := func(word string) bool { return bytes.Contains(r.Raw, []byte(`"`+word+`"`)) }
	switch {
	case has("up") && s.mend:
		s.find(r, transcript.LoneSurrogate, transcript.Error, transcript.Replace)
		s.n++
		r.Replace(bytes.ToUpper(r.Raw))
	case has("gone"):
		s.find(r, transcript.OrphanResult, transcript.Warning, transcript.Remove)
		return s.remove(r)
	case has("new"):
		s.find(r, transcript.MissingResult, transcript.Error, transcript.Inject)
		return s.insert(r)
	case has("bad"):
		s.find(r, transcript.UnreadableLine, transcript.Error, transcript.Keep)
	case has("warn"):
		s.find(r, transcript.NULBytes, transcript.Warning, transcript.Keep)
	case has("note"):
		s.find(r, transcript.OpenCall, transcript.Info, transcript.Keep)
	case has("stop") && s.Strict:
		return stopped{}
	case has("fail"):
		return errors.New("cannot go on\x1b[2J")
	case has("bug"):
		panic("index out of range")
	case has("move"):
		s.n++
		s.moved = append(s.moved, &transcript.Record{Raw: bytes.Clone(r.Raw), Line: r.Line, Offset: r.Offset})
		return nil
	case has("drop"):
		s.n++
		return nil
	}
	if c, ok := s.Next.(transcript.Copier); ok && s.copy && s.Source != nil && r.Change == transcript.Unchanged {
		return c.CopyRange(s.Source, r.Offset, r.Offset+int64(len(r.Raw)))
	}
	return s.Next.Push(r)
}

func (s *testStage) remove(r *transcript.Record) error {
	s.n++
	if s.Reject != nil {
		s.Reject(transcript.Reject{Line: r.Line, Offset: r.Offset, Code: transcript.OrphanResult,
			Raw: r.JSON()})
	}
	r.Replace(nil)
	r.Change = transcript.Removed
	return s.Next.Push(r)
}

func (s *testStage) insert(r *transcript.Record) error {
	s.n++
	if err := s.Next.Push(r); err != nil {
		return err
	}
	return s.Next.Push(&transcript.Record{Raw: []byte("{\"made\":1}\n"),
		Change: transcript.Inserted})
}

func (s *testStage) Flush() error { return s.Next.Flush() }

func (s *testStage) Close() error {
	for _, r := range s.moved {
		if c, ok := s.Next.(transcript.Copier); ok && s.copy && s.Source != nil {
			if err := c.CopyRange(s.Source, r.Offset, r.Offset+int64(len(r.Raw))); err != nil {
				return err
			}
		} else if err := s.Next.Push(r); err != nil {
			return err
		}
	}
	return s.Next.Close()
}

// Summary implements transcript.Summarizer.
func (s *testStage) Summary() transcript.Summary {
	said := transcript.Summary{Changed: s.did()}
	if s.recognize {
		said.Input = fmt.Sprintf("text, %d records", s.seen)
	}
	return said
}

// did says in one line what changed, "" if nothing did.
func (s *testStage) did() string {
	if s.n == 0 {
		return ""
	}
	return fmt.Sprintf("%d changed", s.n)
}

// result is what a run left behind.
type result struct {
	code     int
	out, err string
}

// setup is what a run is connected to.
type setup struct {
	in       string
	stdin    io.Reader
	out      io.Writer
	env      map[string]string
	terminal func(any) bool
}

// run runs tr-test in process.
func run(t *testing.T, s setup, args ...string) result {
	t.Helper()
	return runCommand(t, testCommand, s, args...)
}

func runCommand(t *testing.T, c Command, s setup, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	streams := Streams{In: s.stdin, Out: s.out, Err: &errs, IsTerminal: s.terminal}
	if s.stdin == nil {
		streams.In = strings.NewReader(s.in)
	}
	if s.out == nil {
		streams.Out = &out
	}
	for _, name := range []string{"FORCE_COLOR", "NO_COLOR", "TERM", "TR_LIMIT", "CHATCLI_LIMIT", "TR_MEND"} {
		t.Setenv(name, s.env[name])
	}
	code := Run(c, append([]string{c.Name}, args...), streams)
	return result{code, out.String(), errs.String()}
}

// file writes a file into a new directory and returns its path.
func file(t *testing.T, name, content string) string {
	t.Helper()
	return fileIn(t, t.TempDir(), name, content)
}

func fileIn(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

// cutTotal returns findings without the line that counts them, and that line.
func cutTotal(out string) (findings, total string) {
	i := strings.LastIndex(strings.TrimSuffix(out, "\n"), "\n") + 1
	if total = out[i:]; strings.HasPrefix(total[strings.IndexByte(total, ' ')+1:], "finding") {
		return out[:i], total
	}
	return out, ""
}

// want fails the test unless the run ended like that.
func (r result) want(t *testing.T, code int, out, errs string) {
	t.Helper()
	if r.code != code || r.out != out || r.err != errs {
		t.Errorf("exit %d, want %d\nstdout: %q\n  want: %q\nstderr: %q\n  want: %q", r.code, code,
			r.out, out, r.err, errs)
	}
}

var update = flag.Bool("update", false, "rewrite golden files")

// golden compares got with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		fileIn(t, "testdata", name, got)
	}
	if want := content(t, path); got != want {
		t.Errorf("%s differs (run with -update and look at the change):\n%s", path, got)
	}
}
