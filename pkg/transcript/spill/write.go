package spill

import (
	"cmp"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// write makes the file: under another name first, so that it is complete when
// it gets its own. That it gets by a link, which cannot take the place of
// another file, or where there are none by a rename.
func write(dir directory, name string, text []byte) error {
	temp := ".tmp-" + rand.Text()
	if err := writeNew(dir, temp, text); err != nil {
		_ = dir.Remove(temp)
		return err
	}
	err := dir.Link(temp, name)
	switch {
	case err == nil:
		_ = dir.Remove(temp) // the file has its name: a second one does no harm
		return nil
	case errors.Is(err, fs.ErrExist): // another process was faster
		_ = dir.Remove(temp)
		_, err := holdsText(dir, name, text)
		return err
	}
	err = dir.Rename(temp, name)
	_ = dir.Remove(temp) // it is there still if that failed, or if there was a link after all
	return err
}

// writeNew writes a file that must not exist yet, down to the disk: after this
// the transcript may lose the text.
func writeNew(dir directory, name string, text []byte) error {
	f, err := dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return cmp.Or(err, f.Sync(), f.Close())
}

// flush writes the directory itself to the disk: the name of a file must be
// there before the transcript names it. Systems that cannot do that keep names
// in order by themselves.
func flush(dir directory) error {
	if !modesMatter {
		return nil
	}
	d, err := dir.Open(".")
	if err != nil {
		return err
	}
	err = cmp.Or(d.Sync(), d.Close())
	if errors.Is(err, syscall.EINVAL) { // not on this file system
		return nil
	}
	return err
}

// parentsOfNew returns the directories that get a new name in them when dir and what is
// missing above it is made, dir's own parent first.
func parentsOfNew(dir string) (parents []string) {
	for {
		parent := filepath.Dir(dir)
		parents = append(parents, parent)
		if _, err := os.Lstat(parent); err == nil || parent == dir {
			return parents
		}
		dir = parent
	}
}

// flushAll writes directories to the disk, as far as we may look at what is in them.
func flushAll(dirs []string) {
	for _, name := range dirs {
		if dir, err := os.OpenRoot(name); err == nil {
			_ = flush(root{dir})
			dir.Close()
		}
	}
}
