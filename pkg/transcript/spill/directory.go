package spill

import (
	"io"
	"io/fs"
	"os"
)

// directory is what a store does in its open directory. Every name is one in it: no
// link leads out.
type directory interface {
	Lstat(name string) (fs.FileInfo, error)
	Open(name string) (file, error)
	OpenFile(name string, flag int, perm fs.FileMode) (file, error)
	Link(old, new string) error
	Rename(old, new string) error
	Remove(name string) error
}

type file interface {
	io.ReadWriteCloser
	Sync() error
}

// root is the real one.
type root struct{ *os.Root }

func (r root) Open(name string) (file, error) { return r.Root.Open(name) }

func (r root) OpenFile(name string, flag int, perm fs.FileMode) (file, error) {
	return r.Root.OpenFile(name, flag, perm)
}
