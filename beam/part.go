package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// Part is a file, or the lines of it that begin from one offset up to another one.
type Part struct {
	Path     string
	Name     string // of what is written, below the directory for data
	From, To int64  // To is 0 for a whole file
}

// list emits the parts of all files. It opens none of them, so that one that cannot be
// read is the affair of the worker that tries.
type list struct {
	Input string
	Split int64
}

func (l *list) ProcessElement(ctx context.Context, _ []byte, emit func(Part)) error {
	fs, err := filesystem.New(ctx, l.Input)
	if err != nil {
		return err
	}
	defer fs.Close()
	paths, err := fs.List(ctx, l.Input)
	if err == nil && len(paths) == 0 {
		err = fmt.Errorf("no file matches %q", l.Input)
	}
	for _, path := range paths {
		whole := Part{Path: path, Name: path[len(fixed(l.Input)):]}
		if size, failure := l.size(ctx, fs, path); failure == nil && size > 0 {
			whole.cut(size, l.Split, emit)
		} else {
			emit(whole)
		}
	}
	return err
}

// size returns the size of a file that is to be cut, else 0.
func (l *list) size(ctx context.Context, fs filesystem.Interface, path string) (int64, error) {
	if l.Split == 0 {
		return 0, nil
	}
	return fs.Size(ctx, path)
}

// fixed returns the directories that a glob begins with: all files have them.
func fixed(glob string) string {
	if i := strings.IndexAny(glob, `*?[\`); i >= 0 {
		glob = glob[:i]
	}
	return glob[:strings.LastIndexByte(glob, '/')+1]
}

// cut emits parts of n bytes. Their names sort as they follow each other.
func (p Part) cut(size, n int64, emit func(Part)) {
	for from := int64(0); from < size; from += n {
		emit(Part{p.Path, fmt.Sprintf("%s-%015d", p.Name, from), from, min(from+n, size)})
	}
}

// open returns the text of the part and the offset of its first line. A whole local
// file stays a file, which stages read a second time where it is.
func (p Part) open(ctx context.Context, fs filesystem.Interface) (in io.ReadCloser, at int64, err error) {
	f, err := fs.OpenRead(ctx, p.Path)
	if err != nil || p.To == 0 {
		return f, 0, err
	}
	r := bufio.NewReaderSize(f, 1<<16)
	if at, err = p.start(f, r); err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	if at >= p.To {
		return closing{strings.NewReader(""), f}, at, nil
	}
	return closing{io.MultiReader(io.LimitReader(r, p.To-1-at), &lineEnd{r: r}), f}, at, nil
}

// closing reads from one thing and closes another.
type closing struct {
	io.Reader
	io.Closer
}

// start goes to the first line that begins in the part.
func (p Part) start(f io.Reader, r *bufio.Reader) (int64, error) {
	if p.From == 0 {
		return 0, nil
	}
	if s, ok := f.(io.Seeker); ok {
		if _, err := s.Seek(p.From-1, io.SeekStart); err != nil {
			return 0, err
		}
	} else if _, err := io.CopyN(io.Discard, r, p.From-1); err != nil {
		return 0, err
	}
	skipped, err := io.Copy(io.Discard, &lineEnd{r: r})
	return p.From - 1 + skipped, err
}

// lineEnd reads up to the next LF.
type lineEnd struct {
	r    *bufio.Reader
	done bool
}

func (l *lineEnd) Read(b []byte) (n int, err error) {
	for n < len(b) && !l.done {
		if b[n], err = l.r.ReadByte(); err != nil {
			return n, err
		}
		l.done = b[n] == '\n'
		n++
	}
	if n == 0 && l.done {
		return 0, io.EOF
	}
	return n, nil
}
