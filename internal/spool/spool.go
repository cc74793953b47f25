// Package spool keeps what is read from a pipe, so that it can be read again.
package spool

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

const (
	// spoolMemory is how much of a pipe is held in memory, in bytes; a longer
	// one goes on in a temporary file.
	spoolMemory = 16 << 20
	// spoolChunk is the size of the pieces that it is held in: a list of them
	// grows without copies.
	spoolChunk = 256 << 10
)

// Spool keeps what is written to it and reads it back by offset. The file that
// it may open has mode 0600 and no name, so that nothing is left behind.
type Spool struct {
	memory   int64 // how much is held in memory, in bytes; 0 for spoolMemory
	chunks   [][]byte
	buffered int64 // bytes in chunks
	file     file
	size     int64

	create func() (file, error) // makes the file; nil for createFile
}

// file is what a Spool needs of its file.
type file interface {
	io.Writer
	io.ReaderAt
	io.Closer
	Name() string
}

func createFile() (file, error) { return os.CreateTemp("", "tr-spool-") }

// Write appends b.
func (s *Spool) Write(b []byte) (int, error) {
	if s.memory == 0 {
		s.memory = spoolMemory
	}
	if s.file == nil && s.buffered+int64(len(b)) <= s.memory {
		s.hold(b)
		s.size += int64(len(b))
		return len(b), nil
	}
	if s.file == nil {
		if err := s.openFile(); err != nil {
			return 0, err
		}
	}
	n, err := s.file.Write(b)
	s.size += int64(n)
	return n, blame(err)
}

// blame says which directory is full, or cannot be written to, and what leads there: the
// user has named neither it nor the file in it.
func blame(err error) error {
	if err == nil {
		return nil
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return fmt.Errorf("keep the input in %q, the directory for temporary files (TMPDIR): %w", os.TempDir(), err)
}

func (s *Spool) hold(b []byte) {
	for len(b) > 0 {
		last := int(s.buffered / spoolChunk)
		if last == len(s.chunks) {
			s.chunks = append(s.chunks, make([]byte, spoolChunk))
		}
		n := copy(s.chunks[last][s.buffered%spoolChunk:], b)
		b = b[n:]
		s.buffered += int64(n)
	}
}

func (s *Spool) openFile() error {
	create := s.create
	if create == nil {
		create = createFile
	}
	f, err := create()
	if err != nil {
		return blame(err)
	}
	// Where an open file cannot be removed its name stays until Close.
	_ = os.Remove(f.Name())
	s.file = f
	return nil
}

// ReadAt implements io.ReaderAt over everything that was written.
func (s *Spool) ReadAt(b []byte, off int64) (int, error) {
	if off < 0 {
		return 0, errors.New("negative offset")
	}
	n := 0
	for off < s.buffered && len(b) > 0 {
		chunk := s.chunks[off/spoolChunk]
		m := copy(b, chunk[off%spoolChunk:min(spoolChunk, s.buffered-off/spoolChunk*spoolChunk)])
		n, b, off = n+m, b[m:], off+int64(m)
	}
	if len(b) == 0 {
		return n, nil
	}
	if s.file == nil {
		return n, io.EOF
	}
	m, err := s.file.ReadAt(b, off-s.buffered)
	return n + m, err
}

// Size returns how many bytes were written.
func (s *Spool) Size() int64 { return s.size }

// Reset forgets what was written, and keeps memory for a little.
func (s *Spool) Reset() error {
	kept := s.chunks[:min(1, len(s.chunks))]
	err := s.Close()
	s.chunks, s.buffered, s.file, s.size = kept, 0, nil, 0
	return err
}

// Close frees the memory and the file.
func (s *Spool) Close() error {
	s.chunks = nil
	if s.file == nil {
		return nil
	}
	_ = os.Remove(s.file.Name())
	return s.file.Close()
}
