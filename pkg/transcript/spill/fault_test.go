package spill

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var errFault = errors.New("fault")

// faulty is a directory whose n-th operation fails: before it is done, or, as a disk
// may say so late, after. Without links it can not make any.
type faulty struct {
	directory
	n     int
	after bool
	links bool
	op    string // what failed
	log   []string
	open  int // files that are open
}

// try does an operation, or fails.
func (f *faulty) try(op string, do func() error) error {
	f.log = append(f.log, op)
	if f.n--; f.n != 0 {
		return do()
	}
	f.op = op
	if f.after {
		_ = do()
	}
	return errFault
}

func (f *faulty) Lstat(name string) (info fs.FileInfo, err error) {
	err = f.try("lstat", func() error { info, err = f.directory.Lstat(name); return err })
	return info, err
}

func (f *faulty) Open(name string) (file, error) {
	return f.file("open", func() (file, error) { return f.directory.Open(name) })
}

func (f *faulty) OpenFile(name string, flag int, perm fs.FileMode) (file, error) {
	return f.file("make", func() (file, error) { return f.directory.OpenFile(name, flag, perm) })
}

// file opens a file. That has failed or not: nobody is given an error and a file.
func (f *faulty) file(op string, open func() (file, error)) (got file, err error) {
	err = f.try(op, func() error { got, err = open(); return err })
	if errors.Is(err, errFault) && got != nil {
		got.Close()
	}
	if err != nil {
		return nil, err
	}
	f.open++
	return &faultyFile{got, f}, nil
}

func (f *faulty) Link(old, new string) error {
	if !f.links {
		return errors.ErrUnsupported
	}
	return f.try("link", func() error { return f.directory.Link(old, new) })
}

func (f *faulty) Rename(old, new string) error {
	return f.try("rename", func() error { return f.directory.Rename(old, new) })
}

func (f *faulty) Remove(name string) error {
	return f.try("remove", func() error { return f.directory.Remove(name) })
}

type faultyFile struct {
	file
	f *faulty
}

func (x *faultyFile) Read(b []byte) (n int, err error) {
	err = x.f.try("read", func() error { n, err = x.file.Read(b); return err })
	return n, err
}

func (x *faultyFile) Write(b []byte) (n int, err error) {
	err = x.f.try("write", func() error { n, err = x.file.Write(b); return err })
	return n, err
}

func (x *faultyFile) Sync() error { return x.f.try("sync", x.file.Sync) }

func (x *faultyFile) Close() error {
	x.f.open--
	return errors.Join(x.f.try("close", func() error { return nil }), x.file.Close())
}

// Whatever operation fails, the name of a text stands for all of it or for nothing, the
// caller is told unless the text is there for certain, and nothing else stays.
func TestEveryFault(t *testing.T) {
	for _, after := range []bool{false, true} {
		for _, links := range []bool{true, false} {
			for _, there := range []bool{false, true} {
				n := 1
				for putWithFault(t, &faulty{n: n, after: after, links: links}, there) {
					n++
				}
				if n < 6 {
					t.Errorf("only %d operations", n)
				}
			}
		}
	}
}

// harmless are operations without which a text is kept all the same: a second name does
// no harm, and instead of a link there is another way.
var harmless = map[string]bool{"remove": true, "link": true}

// putWithFault keeps a text, which may be there, and reports whether the fault came to
// pass.
func putWithFault(t *testing.T, f *faulty, there bool) bool {
	t.Helper()
	dir, text := filepath.Join(t.TempDir(), "results"), []byte(strings.Repeat("text\n", 100))
	if there {
		check(t, New(dir, false).Put(text))
	}
	s := New(dir, false)
	s.over = func(d directory) directory { f.directory = d; return f }
	err := s.Put(text)
	at := fmt.Sprintf("operation %s, after %v, links %v, there %v", f.op, f.after, f.links, there)
	got, readErr := os.ReadFile(s.Path(text))
	switch {
	case readErr == nil && string(got) != string(text):
		t.Errorf("%s: the file is torn: %d bytes", at, len(got))
	case err == nil && readErr != nil:
		t.Errorf("%s: no error and no file: %v", at, readErr)
	case there && readErr != nil:
		t.Errorf("%s: the file is gone", at)
	case err == nil && f.op != "" && !(harmless[f.op] || there && f.op == "close"): // a file that was read
		t.Errorf("%s: no error", at)
	case err != nil && !errors.Is(err, errFault) && f.op == "":
		t.Errorf("%s: %v", at, err)
	}
	if f.open != 0 {
		t.Errorf("%s: %d files are open", at, f.open)
	}
	for _, e := range list(t, dir) {
		if e != filepath.Base(s.Path(text)) && f.op != "remove" {
			t.Errorf("%s: %s stays", at, e)
		}
	}
	return f.op != ""
}

func list(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	check(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A text is on the disk before its name is, and its name before anybody is told; what is
// there is only read.
func TestOrderOfWriting(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	sync := " open sync close"
	if !modesMatter {
		sync = ""
	}
	for _, want := range []string{"lstat make write sync close link remove" + sync, "lstat open read read close" + sync} {
		f := &faulty{links: true}
		s := New(dir, false)
		s.over = func(d directory) directory { f.directory = d; return f }
		check(t, s.Put([]byte("text")))
		if got := strings.Join(f.log, " "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
