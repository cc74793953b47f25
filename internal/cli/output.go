package cli

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"sync"

	"trtools/internal/report"
)

// latch is a writer whose first error sticks: whatever is written afterwards
// fails at once, so an endless input ends when the disk is full, and the error
// can be reported at the end even if nobody looked at it. A nil *latch has no errors.
type latch struct {
	name string // as messages print it: <stdout>
	mu   sync.Mutex
	w    io.Writer
	err  error
	f    *os.File // of --report and --rejects, which are buffered, and of a pipe of -o
}

func (l *latch) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.w.Write(p)
	l.keep(err)
	return n, l.err
}

func (l *latch) keep(err error) {
	if err != nil && l.err == nil {
		l.err = &writeError{l.name, err}
	}
}

// failed returns the error that stuck.
func (l *latch) failed() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// openSide creates the file of --report or --rejects, with no other rights than those, or with
// add adds to what is in it. It returns nil for no name.
func openSide(name string, add bool, rights os.FileMode) (*latch, error) {
	if name == "" {
		return nil, nil
	}
	flag, perm := os.O_TRUNC, os.FileMode(0o666)
	if add {
		// Rejects may be the only copy of a record: never truncate them, and
		// let nobody else read them.
		flag, perm = os.O_APPEND, 0o600
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|flag, perm&rights)
	if err != nil {
		return nil, err
	}
	return &latch{name: report.Name(name), w: bufio.NewWriter(f), f: f}, nil
}

// openPipe opens what -o names for writing, if that is a pipe, which waits for its reader, or a
// device; else it returns nil. Should it have become a file in between, it is not written to.
func openPipe(name string) (*latch, error) {
	if info, err := os.Stat(name); err != nil || info.Mode().IsRegular() || info.IsDir() {
		return nil, nil
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err == nil {
		if info := infoOf(f); info == nil || info.Mode().IsRegular() {
			f.Close() // nothing was written
			err = fs.ErrInvalid
		}
	}
	if err != nil {
		return nil, fmt.Errorf("open %q: %s", name, cause(err))
	}
	return &latch{name: report.Safe(strconv.Quote(name)), w: f, f: f}, nil
}

// flush writes what is buffered and then takes a last step, which is taken after an error,
// too. It returns the first error there was.
func (l *latch) flush(last func(*os.File) error) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if b, is := l.w.(*bufio.Writer); is && l.err == nil {
		l.keep(b.Flush())
	}
	l.keep(last(l.f))
	return l.err
}

// sync flushes and waits until the bytes are on the disk. What is not a file
// cannot be synced, and need not be.
func (l *latch) sync() error {
	return l.flush(func(f *os.File) error {
		if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
			return err
		}
		return f.Sync()
	})
}

// close flushes and closes the file.
func (l *latch) close() error { return l.flush((*os.File).Close) }
