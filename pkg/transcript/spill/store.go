// Package spill keeps the full text of shortened tool results in private files.
//
// A file is named by the hash of its content, so that no id of a transcript
// ever becomes part of a name, the same text is kept once, and no run writes
// over what another one keeps. It appears complete or not at all and is never
// written again.
package spill

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"trtools/internal/atomicfile"
)

// Store is a directory of such files. The directory is made with the first file.
type Store struct {
	dir     string
	private bool // nobody else may even look into the directory
	dry     bool // nothing is written
	kept    map[string]error
}

// New returns the store in dir. The directory must belong to this user, must
// not be a symbolic link, and nobody else may write to it; who may rename what is
// in the directory above could still put another one in its place in between. With
// dry, Put only looks whether it could.
//
// The store's paths are absolute: whoever reads them in a transcript may be
// somewhere else.
func New(dir string, dry bool) *Store {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return &Store{dir: filepath.Clean(dir), dry: dry, kept: map[string]error{}}
}

// Dir returns the directory's path.
func (s *Store) Dir() string { return s.dir }

// Names reports whether the arguments of a call, as they are spelled, name a file of the store; false
// without one.
func (s *Store) Names(arguments []byte) bool {
	return s != nil && bytes.Contains(arguments, []byte(s.dir+string(filepath.Separator)))
}

// Default returns the store of this user below the directory for temporary
// files. Others must not even be able to look into it: where it is, others can
// make directories as well.
func Default(dry bool) *Store {
	name := "tr-tool-results-" + strconv.Itoa(os.Getuid())
	s := New(filepath.Join(os.TempDir(), name), dry)
	s.private = true
	return s
}

// Validate says what is wrong with a directory's name, nil if nothing is: it
// becomes part of a transcript, on one line.
func Validate(dir string) error {
	if !utf8.ValidString(dir) || strings.ContainsRune(dir, utf8.RuneError) {
		return fmt.Errorf("%q: a directory's name that is not UTF-8 cannot stand in a transcript", dir)
	}
	for _, r := range dir {
		if r < 0x20 || r == 0x7f {
			return fmt.Errorf("%q: control characters in a directory's name", dir)
		}
	}
	if strings.Contains(dir, "] ...") {
		return fmt.Errorf("%q: this would end the marker that names it", dir)
	}
	return nil
}

// Path returns the name of the file that keeps text, whether it exists or not.
func (s *Store) Path(text []byte) string { return filepath.Join(s.dir, nameOf(text)) }

func nameOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]) + ".txt"
}

// Put keeps text and returns once it is on the disk. The result is remembered:
// the same text is written once, and tried once.
func (s *Store) Put(text []byte) error {
	name := nameOf(text)
	err, known := s.kept[name]
	if !known {
		err = s.put(name, text)
		s.kept[name] = err
	}
	return err
}

func (s *Store) put(name string, text []byte) error {
	if err := Validate(s.dir); err != nil {
		return err
	}
	if err := s.makeReady(); err != nil || s.dry {
		return err
	}
	path := filepath.Join(s.dir, name)
	found, err := holdsText(path, text)
	switch {
	case err != nil:
		return err
	case found: // by another process, which may not have come so far
		return atomicfile.SyncDir(s.dir)
	}
	return atomicfile.CreatePrivate(path, func(w io.Writer) error { _, err := w.Write(text); return err })
}

// makeReady makes the directory if need be, and returns why no file can be kept in it, in a dry
// run as far as that can be known without writing.
func (s *Store) makeReady() error {
	info, err := os.Lstat(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		if s.dry {
			return nil
		}
		info, err = s.makeDir()
	}
	if err == nil {
		err = s.check(info)
	}
	if err == nil && s.dry {
		err = writable(s.dir)
	}
	return err
}

// makeDir makes the directory, down to the disk: the name of a file must be there before a
// transcript names it.
func (s *Store) makeDir() (fs.FileInfo, error) {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, err
	}
	for dir := s.dir; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		_ = atomicfile.SyncDir(filepath.Dir(dir)) // as far as we may look at what is in them
	}
	return os.Lstat(s.dir)
}

// check says why a directory is not safe to keep files in.
func (s *Store) check(info fs.FileInfo) error {
	allowed := fs.FileMode(0o755)
	if s.private {
		allowed = 0o700
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return s.refuse("is a symbolic link")
	case !info.IsDir():
		return s.refuse("is not a directory")
	case !own(info):
		return s.refuse("belongs to another user")
	case info.Mode().Perm()&^allowed != 0 && modesMatter:
		return s.refuse(fmt.Sprintf("is open to others (mode %04o)", info.Mode().Perm()))
	}
	return nil
}

func (s *Store) refuse(why string) error {
	return &fs.PathError{Op: "keep files in", Path: s.dir, Err: errors.New(why)}
}

// holdsText reports whether the file is there and holds the text. One that holds
// something else is an error: it is not written over. (Where two processes keep a text in the same
// instant, the second file takes the place of the first, which holds the same.)
func holdsText(path string, text []byte) (bool, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	differs := &fs.PathError{Op: "keep", Path: filepath.Base(path), Err: errors.New("another file has its name")}
	if !info.Mode().IsRegular() || info.Size() != int64(len(text)) {
		return false, differs
	}
	old, err := os.ReadFile(path)
	if err == nil && !bytes.Equal(old, text) {
		err = differs
	}
	return err == nil, err
}

// Dry returns a store in the same place that writes nothing; nil for nil.
func (s *Store) Dry() *Store {
	if s == nil {
		return nil
	}
	return &Store{dir: s.dir, private: s.private, dry: true, kept: map[string]error{}}
}
