package cli

import (
	"bufio"
	"io"
	"os"
	"sync"
)

// latch is a writer whose first error sticks: whatever is written afterwards
// fails at once, so an endless input ends when the disk is full, and the error
// can be reported at the end even if nobody looked at it.
type latch struct {
	name string // for messages: <stdout>
	mu   sync.Mutex
	w    io.Writer
	err  error
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
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// sideFile is the file of --report or --rejects: buffered, its first error
// sticks. A nil *sideFile takes everything and has no errors.
type sideFile struct {
	latch
	f   *os.File
	buf *bufio.Writer
}

// openSide creates the file, with no other rights than those, or with keep adds
// to what is in it. It returns nil for no name.
func openSide(name string, keep bool, rights os.FileMode) (*sideFile, error) {
	if name == "" {
		return nil, nil
	}
	flag, perm := os.O_TRUNC, os.FileMode(0o666)
	if keep {
		// Rejects may be the only copy of a record: never truncate them, and
		// let nobody else read them.
		flag, perm = os.O_APPEND, 0o600
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|flag, perm&rights)
	if err != nil {
		return nil, err
	}
	s := &sideFile{f: f, buf: bufio.NewWriter(f)}
	s.latch.name, s.latch.w = name, s.buf
	return s, nil
}

// failed returns the error that stuck.
func (s *sideFile) failed() error {
	if s == nil {
		return nil
	}
	return s.latch.failed()
}

// flush writes what is buffered and then takes a last step, which is taken after an error,
// too, and while others write: the disk may take its time. It returns the first error there was.
func (s *sideFile) flush(last func(*os.File) error) error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	if s.err == nil {
		s.keep(s.buf.Flush())
	}
	s.mu.Unlock()
	err := last(s.f)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keep(err)
	return s.err
}

// sync flushes and waits until the bytes are on the disk. What is not a file
// cannot be synced, and need not be.
func (s *sideFile) sync() error {
	return s.flush(func(f *os.File) error {
		if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
			return err
		}
		return f.Sync()
	})
}

// close flushes and closes the file.
func (s *sideFile) close() error { return s.flush((*os.File).Close) }
