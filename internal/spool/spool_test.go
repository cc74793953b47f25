package spool

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// fill writes n bytes that tell their own place, in pieces of any size.
func fill(t *testing.T, s *Spool, n int, sizes ...int) []byte {
	t.Helper()
	var count []byte // a prime length, so that no border of the spool sees it begin
	for i := range 65_537 {
		count = append(count, byte(i^i>>8))
	}
	all := bytes.Repeat(count, n/len(count)+1)[:n]
	for i, rest := 0, all; len(rest) > 0; i++ {
		k := min(sizes[i%len(sizes)], len(rest))
		if m, err := s.Write(rest[:k]); m != k || err != nil {
			t.Fatalf("Write = %d, %v", m, err)
		}
		rest = rest[k:]
	}
	if s.Size() != int64(n) {
		t.Fatalf("Size is %d, want %d", s.Size(), n)
	}
	return all
}

// checkReadAt compares with bytes.Reader at the borders of the spool.
func checkReadAt(t *testing.T, s *Spool, all []byte) {
	t.Helper()
	want := bytes.NewReader(all)
	n, mem := int64(len(all)), int64(int(s.buffered))
	for _, off := range []int64{0, 1, n / 2, mem - 10, mem - 1, mem, mem + 1, n - 10, n - 1, n, n + 1, n + 1000} {
		for _, size := range []int{0, 1, 9, 10, 11, 100, 1 << 20} {
			if off < 0 {
				continue
			}
			a, b := make([]byte, size), make([]byte, size)
			na, ea := s.ReadAt(a, off)
			nb, eb := want.ReadAt(b, off)
			if na != nb || !bytes.Equal(a, b) || (ea == io.EOF) != (eb == io.EOF) && size > 0 || ea != nil && ea != io.EOF {
				t.Errorf("ReadAt(%d bytes, %d) = %d, %v, want %d, %v", size, off, na, ea, nb, eb)
			}
		}
	}
}

func TestSpool(t *testing.T) {
	for _, c := range []struct {
		name  string
		n     int
		sizes []int
		file  bool
	}{
		{"empty", 0, []int{1}, false},
		{"small", 1000, []int{1, 7}, false},
		{"memory is full", spoolMemory, []int{1 << 20}, false},
		{"16 MiB", 16 << 20, []int{1 << 20}, false},
		{"one byte over 16 MiB", 16<<20 + 1, []int{1 << 20}, true},
		{"one byte over", spoolMemory + 1, []int{1 << 20}, true},
		{"file", spoolMemory + 1<<20, []int{300_000, 1, 65_536}, true},
		{"one large write", spoolMemory + 5, []int{spoolMemory + 5}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir())
			var s Spool
			all := fill(t, &s, c.n, c.sizes...)
			if (s.file != nil) != c.file || int(s.buffered) > spoolMemory {
				t.Errorf("file %v, %d bytes in memory", s.file != nil, int(s.buffered))
			}
			checkReadAt(t, &s, all)
			checkGone(t, &s)
		})
	}
}

// checkGone: nothing stays behind, and nothing was to be seen before.
func checkGone(t *testing.T, s *Spool) {
	t.Helper()
	if s.file != nil {
		if info, err := s.file.(*os.File).Stat(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
	}
	noFiles(t, "before Close")
	if err := s.Close(); err != nil || s.chunks != nil {
		t.Errorf("%v, %d pieces are held after Close", err, len(s.chunks))
	}
	noFiles(t, "after Close")
}

func noFiles(t *testing.T, when string) {
	t.Helper()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("%s: %v, %v", when, left, err)
	}
}

// Once the file is there memory takes no more: the order would be lost.
func TestSpoolKeepsOrder(t *testing.T) {
	var s Spool
	defer s.Close()
	want := fill(t, &s, spoolMemory-3, spoolMemory)
	for _, text := range []string{"abcdef", "g", "hij", ""} {
		if _, err := s.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		want = append(want, text...)
	}
	checkReadAt(t, &s, want)
	got, err := io.ReadAll(io.NewSectionReader(&s, 0, s.Size()))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// A spool that was reset holds what is written then, wherever the rest was.
func TestSpoolReset(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var s Spool
	for _, n := range []int{10, 2 * spoolChunk, spoolMemory + 5, 7, 0} {
		want := fill(t, &s, n, 1000)
		checkReadAt(t, &s, want)
		if err := s.Reset(); err != nil || s.Size() != 0 || len(s.chunks) > 1 {
			t.Errorf("%d bytes and %d chunks are left, %v", s.Size(), len(s.chunks), err)
		}
	}
	noFiles(t, "reset")
}

func TestSpoolReader(t *testing.T) {
	var s Spool
	defer s.Close()
	want := fill(t, &s, 5000, 999)
	if err := iotest.TestReader(io.NewSectionReader(&s, 0, s.Size()), want); err != nil {
		t.Error(err)
	}
}

// A place before the beginning is an error, not a crash, as for os.File.
func TestSpoolNegative(t *testing.T) {
	defer func() {
		if r := recover(); r != nil {
			t.Error(r)
		}
	}()
	var s Spool
	s.Write([]byte("abc"))
	if n, err := s.ReadAt(make([]byte, 2), -1); n != 0 || err == nil || errors.Is(err, io.EOF) {
		t.Errorf("%d, %v", n, err)
	}
}

// Without a place for the file the write fails; what is in memory stays.
func TestSpoolNoFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/missing")
	var s Spool
	fill(t, &s, 100, 10)
	if n, err := s.Write(make([]byte, spoolMemory)); n != 0 || err == nil {
		t.Errorf("%d, %v", n, err)
	}
	b := make([]byte, 100)
	if n, err := s.ReadAt(b, 0); n != 100 || err != nil || s.Size() != 100 {
		t.Errorf("%d, %v, size %d", n, err, s.Size())
	}
}

// TestBlamesTMPDIR: the message names the directory, whether no file can be made in it
// or the file cannot grow.
func TestBlamesTMPDIR(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "missing")
	t.Setenv("TMPDIR", dir)
	if os.TempDir() != dir {
		t.Skip("TMPDIR is not the name here")
	}
	_, err := (&Spool{memory: 1}).Write([]byte("text"))
	wantBlame(t, err, dir, fs.ErrNotExist)

	f, err := os.Create(filepath.Join(t.TempDir(), "closed"))
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	_, err = (&Spool{memory: 1, file: f}).Write([]byte("text"))
	wantBlame(t, err, dir, os.ErrClosed)
	wantBlame(t, blame(io.ErrShortWrite), dir, io.ErrShortWrite) // as it comes, without a path
}

func wantBlame(t *testing.T, err error, dir string, cause error) {
	t.Helper()
	if want := fmt.Sprintf("keep the input in %q, the directory for temporary files (TMPDIR): %v", dir, errors.Unwrap(err)); err == nil || err.Error() != want || strings.Count(want, dir) > 1 {
		t.Errorf("%v, want %s, without the name of the file", err, want)
	}
	if !errors.Is(err, cause) || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("%v, want one that blames %s", err, dir)
	}
}
