package transcript

import (
	"errors"
	"io"
	"os"
)

// spoolMemory is how much of a pipe is held in memory, in bytes; a longer one
// goes on in a temporary file.
const spoolMemory = 16 << 20

// Spool keeps what is written to it and reads it back by offset. The file that
// it may open has mode 0600 and no name, so that nothing is left behind.
type Spool struct {
	mem  []byte
	file *os.File
	size int64
}

// Write appends b.
func (s *Spool) Write(b []byte) (int, error) {
	if s.file == nil && len(s.mem)+len(b) <= spoolMemory {
		s.mem = append(s.mem, b...)
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
	return n, err
}

func (s *Spool) openFile() error {
	f, err := os.CreateTemp("", "tr-spool-")
	if err != nil {
		return err
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
	if off < int64(len(s.mem)) {
		n = copy(b, s.mem[off:])
		b, off = b[n:], off+int64(n)
	}
	if s.file == nil || len(b) == 0 {
		if len(b) > 0 {
			return n, io.EOF
		}
		return n, nil
	}
	m, err := s.file.ReadAt(b, off-int64(len(s.mem)))
	return n + m, err
}

// Size returns how many bytes were written.
func (s *Spool) Size() int64 { return s.size }

// Close frees the memory and the file.
func (s *Spool) Close() error {
	s.mem = nil
	if s.file == nil {
		return nil
	}
	_ = os.Remove(s.file.Name())
	return s.file.Close()
}
