package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"trtools/internal/atomicfile"
	"trtools/pkg/transcript"
)

func TestExitCode(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("x"), 3},
		{Usagef("x"), 2},
		{errNothing, 1}, {&transcript.Unreadable{Line: 1}, 1},
		{fmt.Errorf("x: %w", errNothing), 1},
		{&fileError{"f", errNothing}, 1},
	} {
		if got := exitCode(c.err); got != c.want {
			t.Errorf("%v: %d, want %d", c.err, got, c.want)
		}
	}
}

// TestWorstExit: all files are done and the worst status remains.
func TestWorstExit(t *testing.T) {
	dir := t.TempDir()
	ok, bad, fail, none := fileIn(t, dir, "ok", "{}\n"), fileIn(t, dir, "bad", "\"bad\"\n"),
		fileIn(t, dir, "fail", "\"fail\"\n"), dir+"/none"
	for _, c := range []struct {
		files []string
		want  int
	}{
		{[]string{ok}, 0},
		{[]string{ok, bad}, 1},
		{[]string{bad, ok}, 1},
		{[]string{fail, bad, ok}, 3},
		{[]string{ok, none, bad}, 3},
	} {
		if r := run(t, setup{}, append([]string{"-q"}, c.files...)...); r.code != c.want {
			t.Errorf("%q: exit %d, want %d", c.files, r.code, c.want)
		}
	}
}

func TestDescribe(t *testing.T) {
	enospc := &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("a\x1b\nb"), `a\x1b\nb`},
		{errors.New(strings.Repeat("x", 500)), strings.Repeat("x", 500)},
		{errors.New(strings.Repeat("x", 1000)), strings.Repeat("x", 500) + "..."},
		{&fs.PathError{Op: "open", Path: "a\nb", Err: syscall.ENOENT},
			`open "a\nb": no such file or directory`},
		{&writeError{"<stdout>", enospc}, "write <stdout>: no space left on device"},
		{&writeError{"", errors.New("write \"x\": full")}, `write "x": full`},
		{&fileError{"f", &writeError{"<stdout>", enospc}},
			"write <stdout>: no space left on device"},
		{&fileError{"f\n", errors.New("odd")}, `"f\n": odd`},
		{&fileError{"f", &transcript.ReadError{Err: enospc}}, "read f: no space left on device"},
	} {
		if got := describe(c.err); got != c.want {
			t.Errorf("%#v: %q, want %q", c.err, got, c.want)
		}
	}
	if got := (&fileError{"f", errors.New("x")}).Error() + (&writeError{"w",
		errors.New("y")}).Error(); got != "f: xwrite w: y" {
		t.Errorf("%q", got)
	}
}

func TestHintOf(t *testing.T) {
	refused := &atomicfile.RefusedError{Path: "x", Reason: "another program has locked it", Hint: "wait"}
	for _, c := range []struct {
		err  error
		want string
	}{{errors.New("x"), ""}, {usageHint("x", "do y"), "do y"},
		{&fileError{"f", refused}, "wait"}} {
		if got := hintOf(c.err); got != c.want {
			t.Errorf("%v: %q", c.err, got)
		}
	}
}

func TestPanicTrace(t *testing.T) {
	r := run(t, setup{in: `"bug"`}, "-v")
	if r.code != 3 || !strings.Contains(r.err, "testcmd_test.go") ||
		!strings.HasSuffix(r.err, "tr-test: <stdin>: internal error: index out of range\n") {
		t.Errorf("%+v", r)
	}
}

func TestVersion(t *testing.T) {
	defer func(old string) { Version = old }(Version)
	Version = "v1.2.3"
	if r := run(t, setup{}, "-V"); !strings.HasPrefix(r.out, "tr-test v1.2.3\ngo") {
		t.Errorf("%+v", r)
	}
	Version = ""
	if version() == "" {
		t.Error("no version")
	}
}

// failing fails from the n-th write on.
type failing struct {
	n int
	b bytes.Buffer
}

func (f *failing) Write(p []byte) (int, error) {
	if f.n--; f.n < 0 {
		return 0, errors.New("full")
	}
	return f.b.Write(p)
}

func TestLatch(t *testing.T) {
	f := &failing{n: 1}
	l := &latch{name: "x", w: f}
	for i, want := range []string{"<nil>", "write x: full", "write x: full"} {
		f.n += i / 2 // it would work again
		if _, err := l.Write([]byte("a")); fmt.Sprint(err) != want {
			t.Errorf("write %d: %v", i, err)
		}
	}
	if f.b.String() != "a" || l.failed() == nil {
		t.Errorf("%q, %v", f.b.String(), l.failed())
	}
}

func TestSideFileOfNothing(t *testing.T) {
	s, err := openSide("", true, 0o777)
	if s != nil || err != nil || s.failed() != nil || s.sync() != nil ||
		s.close() != nil {
		t.Error("a file for no name")
	}
}
