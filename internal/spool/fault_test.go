package spool

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
)

// faulty is a file of which the n-th operation fails, a write after half of its
// bytes.
type faulty struct {
	file
	n   int
	log []string
}

func (f *faulty) fails(op string) bool {
	f.log = append(f.log, op)
	f.n--
	return f.n == 0
}

func (f *faulty) Write(b []byte) (int, error) {
	if f.fails("write") {
		n, _ := f.file.Write(b[:len(b)/2])
		return n, &os.PathError{Op: "write", Path: f.Name(), Err: syscall.ENOSPC}
	}
	return f.file.Write(b)
}

func (f *faulty) ReadAt(b []byte, off int64) (int, error) {
	if f.fails("read") {
		return 0, syscall.EIO
	}
	return f.file.ReadAt(b, off)
}

func (f *faulty) Close() error {
	if f.fails("close") {
		return errors.Join(f.file.Close(), syscall.EIO)
	}
	return f.file.Close()
}

// spoolWith returns a spool of four bytes of memory whose n-th operation on its
// file fails.
func spoolWith(n int) (*Spool, *faulty) {
	f := &faulty{n: n}
	s := &Spool{memory: 4}
	s.create = func() (file, error) {
		if f.fails("create") {
			return nil, &os.PathError{Op: "open", Path: "x", Err: syscall.ENOSPC}
		}
		made, err := createFile()
		f.file = made
		return f, err
	}
	return s, f
}

// TestEveryFault: whichever operation fails, it is said; what was written before
// can be read, and nothing of what was not; no file is left.
func TestEveryFault(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	all := 0
	for n := 1; ; n++ {
		s, f := spoolWith(n)
		written, err := writePieces(s, "abcd", "efgh", "ijkl")
		if err != nil && (!errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "TMPDIR")) {
			t.Errorf("operation %d: %v", n, err)
		}
		got, rerr := io.ReadAll(io.NewSectionReader(s, 0, s.Size()))
		if rerr == nil && (!bytes.HasPrefix([]byte("abcdefghijkl"), got) || len(got) < written) {
			t.Errorf("operation %d: %d bytes were written, %q is read", n, written, got)
		}
		failed := errors.Join(err, rerr, s.Close())
		noFiles(t, strings.Join(f.log, " "))
		if failed == nil {
			all = n - 1
			break
		}
	}
	if all < 5 {
		t.Errorf("only %d operations", all)
	}
}

// writePieces writes pieces until one fails, and returns the bytes of those that
// did not.
func writePieces(s *Spool, pieces ...string) (written int, err error) {
	for _, p := range pieces {
		if _, err := s.Write([]byte(p)); err != nil {
			return written, err
		}
		written += len(p)
	}
	return written, nil
}
