package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	urfave "github.com/urfave/cli/v2"

	"trtools/pkg/transcript"
)

// recorder is a stage that remembers what was done to it.
type recorder struct {
	calls []string
	fail  string // the call that fails
}

func (r *recorder) call(name string) error {
	r.calls = append(r.calls, name)
	if strings.HasPrefix(name, r.fail) && r.fail != "" {
		return errors.New(r.fail + " failed")
	}
	return nil
}

func (r *recorder) Push(x *transcript.Record) error { return r.call("push " + string(x.Raw)) }
func (r *recorder) Flush() error                    { return r.call("flush") }
func (r *recorder) Close() error                    { return r.call("close") }

func (r *recorder) CopyRange(_ io.ReaderAt, from, to int64) error {
	return r.call(fmt.Sprintf("copy %d-%d", from, to))
}

func (r *recorder) want(t *testing.T, calls ...string) {
	t.Helper()
	if got := strings.Join(r.calls, ", "); got != strings.Join(calls, ", ") {
		t.Errorf("calls %q, want %q", got, calls)
	}
}

// drive pushes one record, copies a range, flushes and closes.
func drive(s sink, raw string) error {
	if err := s.Push(&transcript.Record{Raw: []byte(raw)}); err != nil {
		return err
	}
	if err := s.CopyRange(nil, 1, 2); err != nil {
		return err
	}
	if err := s.Flush(); err != nil {
		return err
	}
	return s.Close()
}

func TestPrompt(t *testing.T) {
	prompt := func(r *recorder) relay {
		return relay{r, func() error { return nil }, new(atomic.Int64), true}
	}
	r := &recorder{}
	if err := drive(prompt(r), "a"); err != nil {
		t.Error(err)
	}
	r.want(t, "push a", "flush", "copy 1-2", "flush", "flush", "close") // each at once
	r = &recorder{}
	prompt(r).Push(&transcript.Record{Raw: []byte("piece"), TooLong: true, More: true})
	r.want(t, "push piece") // a line in pieces is written when it is complete
	r = &recorder{fail: "push"}
	if drive(prompt(r), "a") == nil {
		t.Error("the error is lost")
	}
	r.want(t, "push a")
}

func TestBothSinks(t *testing.T) {
	a, b := &recorder{}, &recorder{}
	if err := drive(teeSink{a, b}, "x"); err != nil {
		t.Error(err)
	}
	a.want(t, "push x", "copy 1-2", "flush", "close")
	b.want(t, "push x", "copy 1-2", "flush", "close")
	for _, fail := range []string{"push", "copy", "flush", "close"} {
		if drive(teeSink{&recorder{fail: fail}, &recorder{}}, "x") == nil {
			t.Errorf("the first one's %s error is lost", fail)
		}
		if drive(teeSink{&recorder{}, &recorder{fail: fail}}, "x") == nil {
			t.Errorf("the second one's %s error is lost", fail)
		}
	}
}

func TestRelay(t *testing.T) {
	checks := 0
	check := func() error { checks++; return nil }
	r := &recorder{}
	if err := drive(relay{r, check, new(atomic.Int64), false}, "x"); err != nil || checks != 2 {
		t.Errorf("%v, %d checks", err, checks)
	}
	r.want(t, "push x", "copy 1-2", "flush", "close")
	broken := func() error { return errors.New("stuck") }
	if err := drive(relay{&recorder{}, broken, new(atomic.Int64), false}, "x"); err == nil || err.Error() != "stuck" {
		t.Errorf("%v", err)
	}
	if err := (relay{&recorder{}, broken, new(atomic.Int64), false}).Close(); err == nil {
		t.Error("the last check is lost")
	}
	for _, fail := range []string{"push", "copy", "flush", "close"} {
		if drive(relay{&recorder{fail: fail}, check, new(atomic.Int64), false}, "x") == nil {
			t.Errorf("the %s error is lost", fail)
		}
	}
}

func TestDiscard(t *testing.T) {
	if err := drive(discard{}, "x"); err != nil {
		t.Error(err)
	}
}

// TestRewriter: nothing is written as long as that is what the file holds, in whatever pieces it
// comes.
func TestRewriter(t *testing.T) {
	const text = "one\ntwo\nthree\n"
	for _, c := range []struct {
		pieces []string
		want   string // written by then
	}{
		{[]string{text}, ""},
		{[]string{"one\n", "two\nth", "ree\n"}, ""},
		{nil, ""},
		{[]string{"one\n"}, ""},
		{[]string{"one\n", "three\n"}, "one\nthree\n"},
		{[]string{"one\ntwo\n", "made\n", "three\n"}, "one\ntwo\nmade\nthree\n"},
		{[]string{"two\n", "one\n", "three\n"}, "two\none\nthree\n"},
		{[]string{text, "made\n"}, text + "made\n"},
		{[]string{"one\n", "twice\n", strings.Repeat("x", 100_000)}, "one\ntwice\n" + strings.Repeat("x", 100_000)},
	} {
		var b bytes.Buffer
		s := &rewriter{old: strings.NewReader(text), w: &b}
		for _, p := range c.pieces {
			if n, err := s.Write([]byte(p)); err != nil || n != len(p) {
				t.Fatal(n, err)
			}
		}
		if b.String() != c.want || s.differs != (c.want != "") {
			t.Errorf("%q: %q, want %q", c.pieces, b.String(), c.want)
		}
		if err := s.begin(); err != nil || b.String() != strings.Join(c.pieces, "") {
			t.Errorf("%q: %q, %v", c.pieces, b.String(), err)
		}
	}
	long := strings.Repeat("long ", 50_000)
	s := &rewriter{old: strings.NewReader(long), w: &failing{}}
	if n, err := s.Write([]byte(long)); n != len(long) || err != nil || s.differs {
		t.Error(n, err)
	}
	if _, err := s.Write([]byte("more")); err == nil {
		t.Error("the error of writing is lost")
	}
}

func TestInputCounts(t *testing.T) {
	p := newProgram(testCommand, Streams{In: strings.NewReader("12345")}.withDefaults())
	in, err := p.open("-")
	if err != nil || in.source != nil || in.file != nil {
		t.Fatalf("%+v, %v", in, err)
	}
	io.ReadFull(in, make([]byte, 3))
	in.close()
	if in.n != 3 || p.seen.Load() != 3 {
		t.Errorf("%d bytes, %d in all", in.n, p.seen.Load())
	}
	if _, err := p.open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestPlaces(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	fileIn(t, dir, "a", "")
	fileIn(t, dir, "b", "")
	open, err := os.Open("a")
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	a, b, none := placeOf("-o ", "a"), placeOf("", "b"), placeOf("", "none")
	for _, c := range []struct {
		x, y place
		want bool
	}{
		{a, a, true},
		{a, placeOf("", "./a"), true},
		{a, placeOf("", filepath.Join(dir, "a")), true},
		{a, placeOfStream("<stdin>", open), true},
		{a, b, false},
		{a, none, false},
		{none, none, true},
		{none, placeOf("", "./none"), true},
		{none, placeOf("", "none2"), false},
		{placeOf("", "/dev/null"), placeOf("", "/dev/null"), false},
		{placeOfStream("<stdin>", strings.NewReader("")), placeOfStream("<stdout>", nil), false},
	} {
		if c.x.same(c.y) != c.want || c.y.same(c.x) != c.want {
			t.Errorf("%+v and %+v: not %v", c.x, c.y, c.want)
		}
	}
}

func TestSideFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "side")
	for i, c := range []struct {
		keep bool
		want string
	}{{true, "x"}, {true, "xx"}, {false, "x"}} {
		s, err := openSide(path, c.keep, 0o777)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(s, "x")
		if err := s.sync(); err != nil || content(t, path) != c.want {
			t.Errorf("%d: sync: %v, %q", i, err, content(t, path))
		}
		if err := s.close(); err != nil || s.failed() != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	s, _ := openSide(path, true, 0o777)
	s.f.Close()
	if s.sync() == nil || s.failed() == nil || s.close() == nil {
		t.Error("an error is lost")
	}
	if _, err := openSide(filepath.Join(path, "x"), false, 0o777); err == nil {
		t.Error("a file below a file")
	}
}

// TestRejectsAreSynced: with -w they go to the disk before the file is replaced.
func TestRejectsOfWrite(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	fileIn(t, dir, "s", "{}\n\"gone\"\n")
	run(t, setup{}, "-wq", "--rejects", "rej", "s").want(t, 0, "", "")
	if content(t, "s") != "{}\n" || !strings.Contains(content(t, "rej"), `"raw":"\"gone\""`) {
		t.Errorf("%q, %q", content(t, "s"), content(t, "rej"))
	}
}

func TestScreenOfNothing(t *testing.T) {
	var s *screen
	s.add(transcript.Finding{})
	s.flush()
	s.close()
}

// TestCompleteFinding: a stage may leave out what the table and the command know.
func TestCompleteFinding(t *testing.T) {
	f := &fileRun{program: newProgram(testCommand, Streams{}.withDefaults()), name: "n"}
	got := f.complete(transcript.Finding{Code: transcript.OrphanResult})
	if got.Tool != "tr-test" || got.File != "n" || got.Severity != transcript.Error || got.Action != transcript.Remove {
		t.Errorf("%+v", got)
	}
	full := transcript.Finding{
		Tool: "t", File: "f", Code: transcript.OrphanResult, Severity: transcript.Info, Action: transcript.Keep,
	}
	if got := f.complete(full); got != full {
		t.Errorf("%+v", got)
	}
}

// TestHelpOfASmallCommand: what a command does not have leaves no traces.
func TestHelpOfASmallCommand(t *testing.T) {
	text := Command{Name: "tr-x", Summary: "do x", Flags: func() []urfave.Flag { return nil }}.helpText(longHelp)
	if strings.Contains(text, "\n\n\n") || strings.Contains(text, "Examples") || strings.Contains(text, "Options:\n") {
		t.Errorf("%s", text)
	}
}

// TestNothingExits: only main ends the process, so cleanups always run.
func TestNothingExits(t *testing.T) {
	sources, _ := filepath.Glob("*.go")
	for _, name := range sources {
		for line := range strings.Lines(content(t, name)) {
			if !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(line, "//") && strings.Contains(line, "os.Exit(") {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}

func BenchmarkStart(b *testing.B) {
	text := strings.Repeat(`{"type":"user","message":"`+strings.Repeat("x", 970)+"\"}\n", 300)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		s := Streams{In: strings.NewReader(text), Out: io.Discard, Err: io.Discard}
		if Run(testCommand, []string{"tr-test"}, s) != 0 {
			b.Fatal("failed")
		}
	}
}
