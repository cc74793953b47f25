package cli

import (
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
	f.result, err = t.Replace(func(w io.Writer) error { return f.rewriteTo(w, t.File()) })
	return err
}

// rewriteTo writes the new content of old to w. The rejects are on the disk
// before the file that held them is replaced.
func (f *fileRun) rewriteTo(w io.Writer, old *os.File) error {
	in := f.input(old, true)
	re := &rewriter{in: in, w: w}
	var out sink = re
	if f.opt.diff {
		out = teeSink{f.newDiff(in), re}
	}
	if err := f.run(in, out); err != nil {
		return err
	}
	if re.out == nil {
		f.same = true
		return atomicfile.ErrUnchanged
	}
	return f.rejectsFile.sync()
}

// rewriter is the last stage of -w. As long as the records are those of the
// input, in the order of the input, it only counts; at the first that is not,
// it copies what it counted and writes from there on.
type rewriter struct {
	in   *input
	w    io.Writer
	same int64              // bytes of the input that came through unchanged
	out  *transcript.Writer // nil as long as nothing differs
}

func (s *rewriter) Push(r *transcript.Record) error {
	if r.Change == transcript.Unchanged && s.passes(r.Offset, r.Offset+int64(len(r.Raw))) {
		return nil
	}
	if err := s.begin(); err != nil {
		return err
	}
	return s.out.Push(r)
}

// CopyRange implements transcript.Copier.
func (s *rewriter) CopyRange(r io.ReaderAt, from, to int64) error {
	if s.passes(from, to) {
		return nil
	}
	if err := s.begin(); err != nil {
		return err
	}
	return s.out.CopyRange(r, from, to)
}

// passes counts bytes of the input that come through unchanged, as long as nothing differs.
func (s *rewriter) passes(from, to int64) bool {
	if s.out != nil || from != s.same {
		return false
	}
	s.same = to
	return true
}

func (s *rewriter) Flush() error {
	if s.out == nil {
		return nil
	}
	return s.out.Flush()
}

// Close finds out whether lines at the end of the input were left out.
func (s *rewriter) Close() error {
	if s.out == nil && s.same == s.in.n {
		return nil
	}
	if err := s.begin(); err != nil {
		return err
	}
	return s.out.Close()
}

// begin copies what was counted.
func (s *rewriter) begin() error {
	if s.out != nil {
		return nil
	}
	s.out = transcript.NewWriter(s.w)
	return s.out.CopyRange(s.in.source, 0, s.same)
}
