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
	if refused := t.Refusal(); refused != nil {
		if err := f.trial().rewriteTo(io.Discard, t.File()); !errors.Is(err, atomicfile.ErrUnchanged) {
			return cmp.Or(err, refused)
		}
		if _, err := t.File().Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	f.result, err = t.Replace(func(w io.Writer) error { return f.rewriteTo(w, t.File()) })
	return err
}

// trial returns a run of the same file that says nothing and leaves nothing behind: whether there is
// something to write has to be known of a file that is refused then.
func (f *fileRun) trial() *fileRun {
	p := &program{way: f.way, cmd: f.cmd, s: f.s, opt: f.opt, selection: f.selection, con: f.con}
	p.opt.check, p.opt.diff, p.opt.write = true, false, false
	return &fileRun{program: p, lane: f.lane, arg: f.arg, name: f.name}
}

// rewriteTo writes the new content of old to w. The rejects are on the disk
// before the file that held them is replaced.
func (f *fileRun) rewriteTo(w io.Writer, old *os.File) error {
	in := f.input(old, true)
	re := &rewriter{old: old, w: w}
	var out sink = transcript.NewWriter(re)
	if f.opt.diff {
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
	if s.differs {
		return nil
	}
	s.differs = true
	w := transcript.NewWriter(s.w)
	return cmp.Or(w.CopyRange(s.old, 0, s.same), w.Flush())
}
