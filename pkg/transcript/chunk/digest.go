package chunk

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"trtools/pkg/transcript"
)

const (
	// togetherPays is how many bytes are digested one chunk after another: for fewer it
	// does not pay to begin several at a time.
	togetherPays = 1 << 20
	readSize     = 128 << 10 // bytes of a chunk that are read at a time
)

// describe reads the chunks, and fills in their sizes, line numbers and checksums.
func (s *stage) describe(chunks []Info) error {
	for i := range chunks {
		c := &chunks[i]
		if c.from, c.to = c.Offset, s.in.Size; i+1 < len(chunks) {
			c.to = chunks[i+1].Offset
		}
	}
	lines, err := s.digest(chunks)
	if err != nil {
		return &transcript.ReadError{Err: err}
	}
	line := int64(1)
	for i := range chunks {
		c := &chunks[i]
		c.FirstLine, c.LastLine = line, line+lines[i].lines()-1
		line += lines[i].ends
		if f := s.job.Frame; f != nil {
			c.Offset, c.FirstLine = f.Place(c.from)
			c.LastLine = f.LastLine(c.to - 1)
		}
	}
	return nil
}

// digest fills in the sizes and checksums of chunks, and returns the lines of each. A
// checksum is worked out byte after byte, but those of several chunks can be at a time.
func (s *stage) digest(chunks []Info) (lines []lineCounter, err error) {
	lines = make([]lineCounter, len(chunks))
	failed := make([]error, len(chunks))
	var next atomic.Int64
	work := func() {
		buf := make([]byte, min(readSize, max(s.in.Size, 1)))
		for i := int(next.Add(1)) - 1; i < len(chunks); i = int(next.Add(1)) - 1 {
			if failed[i] = s.digestOne(&chunks[i], &lines[i], buf); failed[i] != nil {
				next.Store(int64(len(chunks))) // those in front of it are at work, or done
			}
		}
	}
	var all sync.WaitGroup
	for range s.together(len(chunks)) - 1 {
		all.Go(work)
	}
	work()
	all.Wait()
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// together returns how many chunks of so many are digested at a time. What frames a source
// is read by one at a time.
func (s *stage) together(chunks int) int {
	if s.job.Frame != nil || s.in.Size < togetherPays {
		return 1
	}
	return min(chunks, runtime.GOMAXPROCS(0))
}

// digestOne fills in the size and the checksum of a chunk, and counts its lines.
func (s *stage) digestOne(c *Info, lines *lineCounter, buf []byte) (err error) {
	sum := sha256.New()
	c.Bytes, err = io.CopyBuffer(io.MultiWriter(sum, lines), s.content(c), buf)
	c.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return err
}

// content returns a chunk's bytes: its lines, or what frames the source with no other
// elements.
func (s *stage) content(c *Info) io.Reader {
	if s.job.Frame != nil {
		return s.job.Frame.Cut(c.from, c.to)
	}
	return io.NewSectionReader(s.in.Source, c.from, c.to-c.from)
}

// lineCounter counts the lines that are written to it. The last one may lack its
// ending.
type lineCounter struct {
	ends int64
	open bool
}

func (c *lineCounter) Write(b []byte) (int, error) {
	c.ends += int64(bytes.Count(b, []byte("\n")))
	if len(b) > 0 {
		c.open = b[len(b)-1] != '\n'
	}
	return len(b), nil
}

func (c *lineCounter) lines() int64 {
	if c.open {
		return c.ends + 1
	}
	return c.ends
}
