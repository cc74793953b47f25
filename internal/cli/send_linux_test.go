package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"trtools/pkg/transcript"
)

// lines are some larger than what is worth sending, smaller than what is sent at once.
var lines = strings.Repeat("{\"role\":\"user\"}\n", 20000)

func openFile(t *testing.T, name string, flag int) *os.File {
	t.Helper()
	f, err := os.OpenFile(name, flag, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// sent returns how much of lines[from:to] the system copies into out.
func sent(t *testing.T, out *os.File, from, to int64) int64 {
	t.Helper()
	var all atomic.Int64
	in := &countedReaderAt{r: openFile(t, file(t, "in", lines), os.O_RDONLY), all: &all}
	n := (&latch{name: "out", w: out}).WriteRange(in, from, to)
	if in.n != n || all.Load() != n {
		t.Errorf("%d bytes sent, %d and %d counted", n, in.n, all.Load())
	}
	return n
}

// The system copies ranges into files, behind what is there, and to the null device.
func TestSendRange(t *testing.T) {
	size := int64(len(lines))
	for _, r := range [][2]int64{{0, size}, {0, 1}, {5, size - 7}, {size - 1, size}} {
		name := file(t, "out", "before\n")
		out := openFile(t, name, os.O_WRONLY)
		out.Seek(0, io.SeekEnd)
		n := sent(t, out, r[0], r[1])
		out.WriteString("behind\n")
		b, err := os.ReadFile(name)
		if n != r[1]-r[0] || err != nil || string(b) != "before\n"+lines[r[0]:r[1]]+"behind\n" {
			t.Errorf("%v: %d sent, %d bytes in the file, %v", r, n, len(b), err)
		}
	}
	if n := sent(t, openFile(t, os.DevNull, os.O_WRONLY), 0, size); n != size {
		t.Errorf("%d sent to the null device", n)
	}
}

// Nothing is sent into a pipe: it would hold the pages of the file, and change with it.
// Nor is it where the system cannot, or fails.
func TestSendRangeNot(t *testing.T) {
	_, pipe := newPipe(t)
	closed := openFile(t, file(t, "closed", ""), os.O_WRONLY)
	closed.Close()
	for name, out := range map[string]*os.File{
		"a pipe": pipe, "a full disk": devFull(t), "a closed file": closed,
		"a file that is appended to": openFile(t, file(t, "appended", ""), os.O_WRONLY|os.O_APPEND),
		"a file that is read":        openFile(t, file(t, "read", ""), os.O_RDONLY),
	} {
		if n := sent(t, out, 0, int64(len(lines))); n != 0 {
			t.Errorf("%d bytes sent into %s", n, name)
		}
	}
	l := &latch{w: openFile(t, os.DevNull, os.O_WRONLY), err: errors.New("failed before")}
	if n := l.WriteRange(openFile(t, file(t, "in", lines), os.O_RDONLY), 0, 9); n != 0 {
		t.Errorf("%d bytes sent after an error", n)
	}
	if n := new(latch).WriteRange(strings.NewReader(lines), 0, 9); n != 0 {
		t.Errorf("%d bytes of what is no file sent", n)
	}
	if n := (laneWriter{w: new(bytes.Buffer)}).WriteRange(strings.NewReader(lines), 0, 9); n != 0 {
		t.Errorf("%d bytes sent into memory", n)
	}
}

// However a healthy file leaves, it is the same, and an input that became shorter is said.
func TestSentOrWritten(t *testing.T) {
	in := file(t, "in.jsonl", lines)
	dir := t.TempDir()
	for name, flag := range map[string]int{"made": os.O_CREATE | os.O_WRONLY, "appended": os.O_CREATE | os.O_WRONLY | os.O_APPEND} {
		path := filepath.Join(dir, name)
		code := RunNamed([]string{"tr-pair", "-q", in}, Streams{Out: openFile(t, path, flag)})
		if b, err := os.ReadFile(path); code != 0 || err != nil || string(b) != lines {
			t.Errorf("%s: status %d, %d bytes, %v", name, code, len(b), err)
		}
	}
	var all atomic.Int64
	f := openFile(t, in, os.O_RDONLY)
	w := transcript.NewWriter(laneWriter{newLanes(1)[0], &latch{w: openFile(t, os.DevNull, os.O_WRONLY)}})
	err := w.CopyRange(&countedReaderAt{r: f, all: &all}, 1, int64(len(lines))+1)
	if !errors.As(err, new(*transcript.ReadError)) || all.Load() != int64(len(lines))-1 {
		t.Errorf("%v after %d bytes", err, all.Load())
	}
	full := transcript.NewWriter(laneWriter{newLanes(1)[0], &latch{w: devFull(t)}})
	if err := full.CopyRange(f, 0, int64(len(lines))); !errors.Is(err, syscall.ENOSPC) {
		t.Error("a full disk:", err)
	}
}
