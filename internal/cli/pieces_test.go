package cli

import (
	"bytes"
	"cmp"
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

// rewriterOf returns a rewriter of text that was read to its end.
func rewriterOf(text string, w io.Writer) *rewriter {
	return &rewriter{in: &input{source: strings.NewReader(text), n: int64(len(text))}, w: w}
}

func TestRewriter(t *testing.T) {
	const text = "one\ntwo\nthree\n"
	one := &transcript.Record{Raw: []byte("one\n")}
	two := &transcript.Record{Raw: []byte("two\n"), Offset: 4}
	three := &transcript.Record{Raw: []byte("three\n"), Offset: 8}
	made := &transcript.Record{Raw: []byte("made\n"), Change: transcript.Inserted}
	gone := &transcript.Record{Was: []byte("two\n"), Offset: 4, Change: transcript.Removed}
	for _, c := range []struct {
		name    string
		records []*transcript.Record
		want    string // "" if nothing is to be written
	}{
		{"all", []*transcript.Record{one, two, three}, ""},
		{"none", nil, "<empty>"},
		{"first only", []*transcript.Record{one}, "one\n"},
		{"hole", []*transcript.Record{one, three}, "one\nthree\n"},
		{"removed", []*transcript.Record{one, gone, three}, "one\nthree\n"},
		{"inserted", []*transcript.Record{one, two, made, three}, "one\ntwo\nmade\nthree\n"},
		{"swapped", []*transcript.Record{two, one, three}, "two\none\nthree\n"},
		{"twice", []*transcript.Record{one, one, two, three}, "one\none\ntwo\nthree\n"},
		{"inserted at the end", []*transcript.Record{one, two, three, made}, text + "made\n"},
	} {
		var b bytes.Buffer
		s := rewriterOf(text, &b)
		for _, r := range c.records {
			if err := s.Push(r); err != nil {
				t.Fatal(err)
			}
			if err := s.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		want := strings.TrimPrefix(c.want, "<empty>")
		if b.String() != want || (s.out == nil) != (c.want == "") {
			t.Errorf("%s: %q, want %q", c.name, b.String(), c.want)
		}
	}
}

// TestRewriterCopies checks that consecutive lines which are copied at once are counted one by one.
func TestRewriterCopies(t *testing.T) {
	const text = "one\ntwo\nthree\n"
	for _, c := range []struct {
		ranges [][2]int64
		want   string
		wrote  bool
	}{
		{[][2]int64{{0, 14}}, "", false},
		{[][2]int64{{0, 4}, {4, 8}, {8, 14}}, "", false},
		{[][2]int64{{0, 4}, {8, 14}}, "one\nthree\n", true},
		{[][2]int64{{4, 8}, {0, 4}}, "two\none\n", true},
		{[][2]int64{{0, 8}}, "one\ntwo\n", true},
	} {
		var b bytes.Buffer
		s := rewriterOf(text, &b)
		for _, r := range c.ranges {
			if err := s.CopyRange(strings.NewReader(text), r[0], r[1]); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil || b.String() != c.want || (s.out != nil) != c.wrote {
			t.Errorf("%v: %q, %v", c.ranges, b.String(), err)
		}
	}
	s := rewriterOf(text, &failing{})
	s.same = 4
	if cmp.Or(s.CopyRange(strings.NewReader(text), 8, 14), s.Close()) == nil {
		t.Error("the error of copying the beginning is lost")
	}
}

func TestRewriterErrors(t *testing.T) {
	s := rewriterOf("one\n", &failing{})
	s.same = 4
	if cmp.Or(s.Push(&transcript.Record{Raw: []byte("x"), Change: transcript.Inserted}), s.Close()) == nil {
		t.Error("the error of copying the beginning is lost")
	}
	s = rewriterOf("one\ntwo\n", &failing{})
	s.same = 4
	if s.Close() == nil {
		t.Error("the error of copying the beginning is lost at the end")
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
