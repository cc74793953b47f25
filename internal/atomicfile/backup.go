package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"
)

// maxBackups bounds the search for a free name.
const maxBackups = 10000

// backupName returns the n-th name for a backup of path.
func backupName(path, suffix string, n int) string {
	if n == 0 {
		return path + suffix
	}
	return path + suffix + "." + strconv.Itoa(n)
}

// isBackup reports whether tail, which follows a file's name, makes the name of
// one of its backups: the suffix, or the suffix and a number.
func isBackup(tail, suffix string) bool {
	number, ok := strings.CutPrefix(tail, suffix)
	if !ok || number == "" {
		return ok
	}
	n, err := strconv.Atoi(strings.TrimPrefix(number, "."))
	return err == nil && n > 0 && number == "."+strconv.Itoa(n)
}

// makeBackup keeps the old file under the first free backup name. A link is
// best: whatever is still written to the old file is written to the backup. Where
// the file system has no links, it is a copy.
func (r *replacement) makeBackup() error {
	for n := 0; n < maxBackups; {
		name := backupName(r.path, r.opts.Suffix, n)
		err := r.keepAs(name)
		switch {
		case errors.Is(err, fs.ErrExist):
			n++
		case noLinks(err) && !r.copied:
			r.copied = true
		default:
			return err
		}
	}
	return fmt.Errorf("make backup of %q: more than %d exist", r.path, maxBackups)
}

// keepAs makes the old file, or a copy of it, appear as name.
func (r *replacement) keepAs(name string) error {
	if r.copied {
		return r.copyAs(name)
	}
	return r.linkAs(name)
}

// linkAs makes name a second name of the old file. The link is made from the
// path, which may lead elsewhere by now, so it is looked at afterwards.
func (r *replacement) linkAs(name string) error {
	err := unfinished.step(func() error { return r.disk.link(r.path, name) }, name)
	if errors.Is(err, fs.ErrExist) || noLinks(err) {
		return err
	}
	info, lookErr := r.disk.lstat(name)
	isOurs := lookErr == nil && os.SameFile(info, r.info)
	if err == nil || isOurs { // a network file system may report a made link as failed
		r.backup = name
	}
	switch {
	case err != nil:
		return failed("link", name, err)
	case lookErr != nil:
		return failed("inspect", name, lookErr)
	case !isOurs:
		return r.changed()
	}
	return nil
}

// copyAs makes name a file of its own: a copy of content and looks of the old file, the content
// from its beginning whatever has been read of it. It is removed unless it is complete and on the
// disk.
func (r *replacement) copyAs(name string) error {
	f := &temp{disk: r.disk, target: name, name: name}
	if err := f.create(privateMode); err != nil {
		return err
	}
	r.backup = name
	defer f.close()
	content := io.NewSectionReader(r.file, 0, math.MaxInt64)
	return firstError(
		func() error { _, err := io.CopyBuffer(f, content, make([]byte, blockSize)); return err },
		func() error { return r.meta.keepOwner(f.file, r.info) },
		func() error { return r.keepLooks(f.file) },
		f.finish,
	)
}

// copyAgain makes a second copy, of what the old file is now. The first one
// stays: nothing is removed while something is wrong.
func (r *replacement) copyAgain() error {
	first := r.backup
	err := r.makeBackup()
	if err == nil {
		unfinished.drop(r.backup)
		r.result.Backup = r.backup
		return nil
	}
	if r.backup != first {
		err = joinErrors(err, r.removeBackup())
		r.backup = first
	}
	return fmt.Errorf("%q was written to by another program while it was replaced, which cannot be saved: %w", r.path, err)
}

// removeBackup removes a backup that is not needed or not complete.
func (r *replacement) removeBackup() error {
	defer unfinished.drop(r.backup)
	if err := r.disk.remove(r.backup); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failed("remove backup", r.backup, err)
	}
	return nil
}
