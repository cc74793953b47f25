package cli

import (
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// The pipes of the process grow to a megabyte, as far as the system lets anybody have one.
func TestGrowPipe(t *testing.T) {
	_, grown := newPipe(t)
	_, _ = unix.FcntlInt(grown.Fd(), unix.F_SETPIPE_SZ, 1<<20)
	want := sizeOfPipe(t, grown)
	if want != 1<<20 {
		t.Log("the system grants", want, "bytes")
	}
	for name, streams := range map[string]func(r, w *os.File) Streams{
		"read":               func(r, _ *os.File) Streams { return Streams{In: r, Process: true} },
		"written":            func(_, w *os.File) Streams { return Streams{Out: w, Process: true} },
		"not of the process": func(r, w *os.File) Streams { return Streams{In: r, Out: w} },
	} {
		r, w := newPipe(t)
		before := sizeOfPipe(t, w)
		s := streams(r, w)
		newProgram(testCommand, s.withDefaults()).prepareProcess()
		if got := sizeOfPipe(t, w); s.Process && got != want || !s.Process && got != before {
			t.Errorf("a pipe that is %s holds %d bytes, %d before", name, got, before)
		}
	}
}

// What is no pipe is left alone.
func TestGrowNoPipe(t *testing.T) {
	name := file(t, "s", "{}\n")
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	growPipe(f)
	growPipe(strings.NewReader(""))
	growPipe(devFull(t))
	growPipe((*os.File)(nil))
	if b, err := io.ReadAll(f); string(b) != "{}\n" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	f.Close()
	growPipe(f)
}

func newPipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Close()
		w.Close()
	})
	return r, w
}

func sizeOfPipe(t *testing.T, f *os.File) int {
	t.Helper()
	n, err := unix.FcntlInt(f.Fd(), unix.F_GETPIPE_SZ, 0)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
