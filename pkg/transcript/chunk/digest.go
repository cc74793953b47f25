package chunk

import (
	"crypto/sha256"
	"encoding/hex"
	"io"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
)

// readSize is how many bytes of a chunk are read at a time.
const readSize = 128 << 10

// describe reads the chunks, and fills in their sizes, line numbers and checksums.
func (s *stage) describe(chunks []Info) error {
	buf := make([]byte, min(readSize, max(s.Size, 1)))
	places := plan.Places{Source: s.Source, Frame: s.job.Frame}
	for i := range chunks {
		c := &chunks[i]
		if c.from, c.to = c.Offset, s.Size; i+1 < len(chunks) {
			c.to = chunks[i+1].Offset
		}
		sum := sha256.New()
		var err error
		if c.Bytes, err = io.CopyBuffer(sum, s.content(c), buf); err != nil {
			return &transcript.ReadError{Err: err}
		}
		c.SHA256 = hex.EncodeToString(sum.Sum(nil))
		c.FirstLine = places.Line(c.from)
		if f := s.job.Frame; f != nil {
			c.Offset, _ = f.Place(c.from)
			c.LastLine = f.LastLine(c.to - 1)
		} else {
			c.LastLine = places.Line(c.to - 1)
		}
	}
	return places.Err
}

// content returns a chunk's bytes: its lines, or what frames the source with no other
// elements.
func (s *stage) content(c *Info) io.Reader {
	if s.job.Frame != nil {
		return s.job.Frame.Cut(c.from, c.to)
	}
	return io.NewSectionReader(s.Source, c.from, c.to-c.from)
}
