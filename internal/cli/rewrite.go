package cli

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"

	"trtools/internal/atomicfile"
	"trtools/pkg/transcript"
)

// rewrite filters the file and puts the result in its place, if that is not
// what is there already.
func (f *fileRun) rewrite() error {
	t, err := atomicfile.Open(f.arg, f.opt.backup)
	if err != nil {
		return err
	}
	defer t.Close()
	refused := t.Refusal()
	f.refused = refused
	f.result, err = t.Replace(func(w io.Writer) error { return f.rewriteTo(w, t.File()) })
	if refused != nil && err != nil { // nothing is said of what is not done
		*f = fileRun{program: f.program, lane: f.lane, arg: f.arg, name: f.name}
	}
	if refused != nil && errors.Is(err, refused) {
		return refused
	}
	return err
}

// rewriteTo writes the new content of old to w. The rejects are on the disk
// before the file that held them is replaced.
func (f *fileRun) rewriteTo(w io.Writer, old *os.File) error {
	in := f.input(old, true)
	re := &rewriter{old: old, w: w, refused: f.refused}
	var out sink = transcript.NewWriter(re)
	if f.opt.diff && f.refused == nil {
		out = teeSink{f.newDiff(in), out}
	}
	if err := f.run(in, out); err != nil {
		return err
	}
	if f.same = !re.differs && re.same == in.n; f.same {
		return atomicfile.ErrUnchanged
	}
	if err := re.begin(); err != nil {
		return err
	}
	return f.rejectsFile.sync()
}

// rewriter is what -w writes to. As long as that is what the file holds, it only counts; at the
// first byte that is not, it copies what it counted and writes from there on.
type rewriter struct {
	old     io.ReaderAt
	w       io.Writer
	refused error // it cannot be written to
	same    int64
	differs bool
	buf     [64 << 10]byte
}

func (s *rewriter) Write(p []byte) (int, error) {
	if !s.differs && s.holds(p) {
		s.same += int64(len(p))
		return len(p), nil
	}
	if err := s.begin(); err != nil {
		return 0, err
	}
	return s.w.Write(p)
}

// holds reports whether the file goes on with p.
func (s *rewriter) holds(p []byte) bool {
	for at := s.same; len(p) > 0; {
		b := s.buf[:min(len(p), len(s.buf))]
		if n, _ := s.old.ReadAt(b, at); n < len(b) || !bytes.Equal(b, p[:n]) {
			return false
		}
		at += int64(len(b))
		p = p[len(b):]
	}
	return true
}

// begin copies what was counted.
func (s *rewriter) begin() error {
	if s.differs || s.refused != nil {
		return s.refused
	}
	s.differs = true
	w := transcript.NewWriter(s.w)
	return cmp.Or(w.CopyRange(s.old, 0, s.same), w.Flush())
}
