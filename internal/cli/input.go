package cli

import (
	"cmp"
	"io"
	"os"
	"sync/atomic"

	"trtools/internal/spool"
	"trtools/pkg/transcript"
)

// stdinName is what findings and messages call standard input.
const stdinName = "<stdin>"

// displayName is what findings call the file of a command line argument.
func (p *program) displayName(arg string) string {
	if arg == "-" {
		return cmp.Or(p.s.Name, stdinName)
	}
	return arg
}

// input is one file being read.
type input struct {
	r      io.Reader
	source io.ReaderAt   // the same bytes by offset; nil for a pipe
	n      int64         // bytes read so far
	seen   *atomic.Int64 // bytes read of all files, for the progress line
	file   *os.File      // to close; nil for standard input
	pipe   bool          // standard input that another program writes to
	size   int64         // of the file when it was opened; maxInt where that is not known

	peeked *spool.Spool // what was read of a pipe to see what it is, or all of it
	last   located
}

// open opens the file of an argument for reading.
func (p *program) open(arg string) (*input, error) {
	if arg == "-" {
		in := p.input(p.s.In, startsAtZero(p.s.In))
		in.pipe = isPipe(p.s.In)
		return in, nil
	}
	f, err := os.Open(arg)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	in := p.input(f, info.Mode().IsRegular())
	in.file = f
	if info.Mode().IsRegular() {
		in.size = info.Size()
	}
	return in, nil
}

// inputs returns what is known of the inputs that are files.
func (p *program) inputs() (infos []os.FileInfo) {
	for _, arg := range p.files {
		if at := p.placeOfInput(arg); at.info != nil {
			infos = append(infos, at.info)
		}
	}
	return infos
}

func (p *program) input(r io.Reader, regular bool) *input {
	in := &input{r: r, seen: &p.seen, size: maxInt}
	if at, ok := r.(io.ReaderAt); ok && regular {
		in.source = at
	}
	return in
}

// isPipe reports whether another program writes what r reads: a pipe or a socket. An empty
// file and /dev/null are what somebody chose.
func isPipe(r io.Reader) bool {
	info := infoOf(r)
	return info != nil && info.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0
}

// infoOf returns what is known of a stream that is a file, nil if it is none.
func infoOf(stream any) os.FileInfo {
	if f, ok := stream.(*os.File); ok {
		if info, err := f.Stat(); err == nil {
			return info
		}
	}
	return nil
}

// startsAtZero reports whether r is a regular file that is read from its
// beginning, so that offsets in what is read are offsets in the file. Another
// program may have read a part of what standard input is redirected from.
func startsAtZero(r io.Reader) bool {
	if info := infoOf(r); info == nil || !info.Mode().IsRegular() {
		return false
	}
	at, err := r.(*os.File).Seek(0, io.SeekCurrent)
	return err == nil && at == 0
}

func (in *input) Read(b []byte) (int, error) {
	n, err := in.r.Read(b)
	in.n += int64(n)
	in.seen.Add(int64(n))
	return n, err
}

// lines returns what the lines are read from: a file by offset, as far as it went when it was opened,
// so that the end of a long line can be looked up before the line is held.
func (in *input) lines() io.Reader {
	if in.source == nil || in.size == 0 || in.size == maxInt { // a file of /proc has no size, but content
		return in
	}
	return io.NewSectionReader(in, 0, in.size)
}

// ReadAt reads from the file. What is looked up is read again soon, and counts as read.
func (in *input) ReadAt(b []byte, at int64) (int, error) {
	n, err := in.source.ReadAt(b, at)
	if more := at + int64(n) - in.n; more > 0 {
		in.n += more
		in.seen.Add(more)
	}
	return n, err
}

func (in *input) close() {
	if in.file != nil {
		in.file.Close() // it was only read
	}
	if in.peeked != nil {
		in.peeked.Close() // the same
	}
}

// hold reads all of a pipe, so that it can be read again.
func (in *input) hold() (err error) {
	if in.source != nil {
		return nil
	}
	in.peeked = &spool.Spool{}
	in.source = in.peeked
	if in.size, err = io.Copy(in.peeked, in.r); err != nil {
		return &transcript.ReadError{Err: err}
	}
	return nil
}
