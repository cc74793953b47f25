package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// Output is a file that is made anew. Nothing is seen of it at its path until
// Commit. It is not buffered: that is up to the caller. It is not safe for concurrent
// use.
type Output struct {
	path string
	disk disk
	old  os.FileInfo // of the file that is replaced, nil if there is none
	temp *temp
	err  error // of the first failed Write
}

// Create makes the file at path from what write produces, all or nothing; the
// rules are those of NewOutput. What is written is buffered. An error of write
// is returned as it is.
func Create(path string, write func(io.Writer) error, inputs ...os.FileInfo) error {
	o, err := NewOutput(path, inputs...)
	if err != nil {
		return err
	}
	return o.fill(write)
}

// CreatePrivate makes a file at path that only this user can read, all or nothing, whatever
// is there. What is written is buffered.
func CreatePrivate(path string, write func(io.Writer) error) error {
	o := &Output{path: path, disk: osDisk{}}
	if err := o.begin(privateMode); err != nil {
		return err
	}
	return o.fill(write)
}

// fill writes all of the file, and makes it appear.
func (o *Output) fill(write func(io.Writer) error) error {
	defer o.Abort()
	if err := writeBuffered(o, write); err != nil {
		return err
	}
	return o.Commit()
}

// NewOutput begins a file at path. If there is none it will have the usual mode,
// 0666 less the umask and less the rights that group and others lack on one of
// the inputs: who may not read a session may not read what is made of it. A regular file there is replaced by one of the same mode,
// and of the same owner if that is possible; its other hard links keep the old
// content.
//
// A *RefusedError says that path is no regular file, or read-only. That it is no input is up to
// the caller.
func NewOutput(path string, inputs ...os.FileInfo) (*Output, error) {
	return newOutput(osDisk{}, path, inputs)
}

func newOutput(d disk, path string, inputs []os.FileInfo) (*Output, error) {
	o := &Output{path: path, disk: d}
	if err := o.open(inputs); err != nil {
		return nil, err
	}
	return o, nil
}

func (o *Output) open(inputs []os.FileInfo) error {
	if o.path == "" || os.IsPathSeparator(o.path[len(o.path)-1]) {
		return failed("create", o.path, errNoName)
	}
	info, err := os.Lstat(o.path)
	if errors.Is(err, fs.ErrNotExist) {
		return o.beginNew(0o666&Rights(inputs), inputs)
	}
	if err != nil {
		return failed("create", o.path, err)
	}
	if err := refuseKind(o.path, info); err != nil {
		return err
	}
	if info.Mode()&0o200 == 0 || !writable(o.path) {
		return &RefusedError{o.path, readOnly, "make it writable, or name another file"}
	}
	o.old = info
	return o.begin(privateMode)
}

var errNoName = errors.New("not the name of a file")

// beginNew begins a file where there is none. Its group may be another one than an
// input's: then neither that group nor the others may do what the input grants only
// one of the two. Nothing is written yet when that is seen, and nobody else has the
// file open that is written to.
func (o *Output) beginNew(perm os.FileMode, inputs []os.FileInfo) error {
	if err := o.begin(perm); err != nil || perm>>3&7 == perm&7 {
		return err
	}
	info, err := o.temp.file.Stat()
	if err != nil {
		return joinErrors(failed("create", o.path, err), o.temp.discard())
	}
	_, group := owner(info)
	for _, input := range inputs {
		if _, g := owner(input); g != group {
			if err := o.temp.discard(); err != nil {
				return err
			}
			both := perm >> 3 & perm & 0o7
			return o.begin(perm&0o700 | both<<3 | both)
		}
	}
	return nil
}

// Rights returns the rights that all inputs give, beside those of the owner.
func Rights(inputs []os.FileInfo) os.FileMode {
	rights := os.FileMode(0o777)
	for _, input := range inputs {
		rights &= input.Mode().Perm() | 0o700
	}
	return rights
}

func (o *Output) begin(perm os.FileMode) (err error) {
	o.temp, err = newTemp(o.disk, o.path, perm)
	return err
}

// Write appends p. After an error every Write returns that error, and so does
// Commit.
func (o *Output) Write(p []byte) (n int, err error) {
	if o.err == nil {
		n, o.err = o.temp.Write(p)
	}
	return n, o.err
}

// Commit makes the file appear at its path, complete and on the disk. After an
// error before the rename the path is as it was; after one of the directory's
// sync, which comes last, it has the new content. Either way the Output is over.
func (o *Output) Commit() error {
	return joinErrors(o.publish(), o.temp.discard())
}

func (o *Output) publish() error {
	if o.err != nil {
		return o.err
	}
	return firstError(o.copyOwnerAndMode, o.temp.finish, o.temp.publish, o.temp.syncDir)
}

// copyOwnerAndMode gives the new file the mode of the old one, and its owner as far as
// that can be had. Set-id bits are not for new content.
func (o *Output) copyOwnerAndMode() error {
	if o.old == nil {
		return nil
	}
	m := metadata{disk: o.disk, path: o.path}
	err := m.keepOwner(o.temp.file, o.old)
	if _, refused := errors.AsType[*RefusedError](err); err != nil && !refused {
		return err
	}
	return m.keepMode(o.temp.file, o.old.Mode().Perm())
}

// Abort ends the Output without a trace at its path. After Commit it does nothing.
func (o *Output) Abort() error { return o.temp.discard() }
