package chunk

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"trtools/internal/atomicfile"
	"trtools/pkg/transcript"
)

// writeFiles writes every chunk to a file of its own. Nothing is overwritten: a
// file that is there must be the chunk already, or no file is written at all.
func (s *stage) writeFiles(chunks []Info) error {
	if err := os.MkdirAll(s.opt.OutDir, 0o777); err != nil {
		return err
	}
	there := make([]bool, len(chunks))
	for i := range chunks {
		c := &chunks[i]
		c.Path = s.path(c.Chunk)
		sum, err := sumOf(c.Path)
		if err != nil {
			return err
		}
		if there[i] = sum != ""; there[i] && sum != c.SHA256 {
			return fmt.Errorf("%q is there already and is another chunk", c.Path)
		}
	}
	next := s.path(len(chunks) + 1)
	if _, err := os.Lstat(next); err == nil {
		return fmt.Errorf("%q is there already, of a run with more chunks", next)
	}
	for i := range chunks {
		if there[i] {
			continue
		}
		if err := s.writeFile(&chunks[i]); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a chunk to its file, which grants no more permissions than the input
// file does.
func (s *stage) writeFile(c *Info) error {
	write := func(w io.Writer) error {
		_, err := io.Copy(w, s.content(c))
		return err
	}
	in := s.job.Source
	if s.job.Frame != nil {
		in = s.job.Frame.File()
	}
	f, ok := in.(*os.File)
	if !ok {
		return atomicfile.Create(c.Path, write)
	}
	source, err := f.Stat()
	if err != nil {
		return &transcript.ReadError{Err: err}
	}
	return atomicfile.Create(c.Path, write, source)
}

// path returns the path of the n-th chunk's file, whose name is made from the input's.
func (s *stage) path(n int) string {
	base := filepath.Base(s.job.Name)
	if strings.ContainsAny(base, "<>") || base == "." || base == string(filepath.Separator) {
		base = "chunk.jsonl" // standard input
	}
	ext := filepath.Ext(base)
	return filepath.Join(s.opt.OutDir, fmt.Sprintf("%s-%04d%s", strings.TrimSuffix(base, ext), n, ext))
}

// sumOf returns the SHA-256 of a file in hex, "" if there is no such file. A pipe
// that stands there is an error: it is not opened, which would wait for its writer.
func sumOf(path string) (string, error) {
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err == nil && !info.Mode().IsRegular():
		return "", fmt.Errorf("%q is there already and is no regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
