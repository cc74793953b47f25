package plan

import (
	"bytes"
	"io"
)

// Held is an input that is in memory: its bytes need not be copied to be looked at.
type Held struct {
	*bytes.Reader
	data []byte
}

// Hold returns the input with these bytes. Nobody may change them.
func Hold(data []byte) Held { return Held{bytes.NewReader(data), data} }

// from returns the bytes from an offset on.
func (h Held) from(at int64) []byte { return h.data[min(at, int64(len(h.data))):] }

// First returns the first n bytes of an input.
func First(src io.ReaderAt, n int64) io.ReaderAt {
	if h, ok := src.(Held); ok {
		return Hold(h.data[:min(n, int64(len(h.data)))])
	}
	return io.NewSectionReader(src, 0, n)
}
