package atomicfile

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	// privateMode is that of a file whose final mode is not set yet.
	privateMode os.FileMode = 0o600
	// maxStem leaves room for the rest of a temporary name where names may
	// have 255 bytes.
	maxStem = 200
)

// stem returns the last element of path, cut between characters if it is long.
func stem(path string) string {
	base := filepath.Base(path)
	if len(base) <= maxStem {
		return base
	}
	return strings.ToValidUTF8(base[:maxStem], "")
}

// temp is a file beside its target that takes the target's name, or vanishes.
type temp struct {
	disk   disk
	target string
	name   string
	dir    *os.File // nil if it cannot be opened, and so not be synced
	file   *os.File // nil when closed
	// published: it has its final name. gone: it has no name any more.
	published, gone bool
	// displaced is the old file when it has this one's first name.
	displaced os.FileInfo
}

// newTemp makes the file, empty, with the permissions perm less the umask.
func newTemp(d disk, target string, perm os.FileMode) (*temp, error) {
	t := &temp{disk: d, target: target}
	if err := t.openDir(); err != nil {
		return nil, err
	}
	if err := t.create(perm); err != nil {
		t.closeDir()
		return nil, err
	}
	return t, nil
}

// openDir opens the directory before anything is written: that it cannot be
// synced must not turn out after the rename. One that may be written but not
// read, such as a drop box, is used without.
func (t *temp) openDir() error {
	path := filepath.Dir(t.target)
	dir, err := t.disk.openDir(path)
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return failed("open directory", path, err)
	}
	t.dir = dir
	return nil
}

// create makes the file. Nobody can guess its name; one that is there is not written to.
func (t *temp) create(perm os.FileMode) error {
	t.name = filepath.Join(filepath.Dir(t.target), "."+stem(t.target)+".tr-"+strconv.FormatUint(rand.Uint64(), 36))
	err := unfinished.begin(t.name, func() (err error) {
		t.file, err = t.disk.create(t.name, perm)
		return err
	})
	if err != nil {
		return failed("create temporary file for", t.target, err)
	}
	return nil
}

// Write appends p. Its errors name the target, which the user knows.
func (t *temp) Write(p []byte) (int, error) {
	n, err := t.disk.write(t.file, p)
	if err != nil {
		err = failed("write temporary file for", t.target, err)
	}
	return n, err
}

// finish brings the content to the disk and closes the file. Without the sync a
// file system may write the rename first and leave an empty file after a crash.
func (t *temp) finish() error {
	if err := t.disk.sync(t.file); err != nil {
		return failed("sync temporary file for", t.target, err)
	}
	f := t.file
	t.file = nil
	if err := t.disk.close(f); err != nil {
		return failed("close temporary file for", t.target, err)
	}
	return nil
}

// publish gives the file its target's name. From then on it is not removed on a signal.
func (t *temp) publish() error {
	rename := func() error { return t.disk.rename(t.name, t.target) }
	if err := unfinished.finish(rename, t.name); err != nil {
		return failed("rename temporary file to", t.target, err)
	}
	t.published = true
	return nil
}

// syncDir brings the new name to the disk.
func (t *temp) syncDir() error {
	if t.dir == nil {
		return nil
	}
	if err := t.disk.syncDir(t.dir); err != nil {
		return failed("sync directory of", t.target, err)
	}
	return nil
}

// SyncDir brings the names in a directory to the disk.
func SyncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	return syncDir(dir)
}

// discard closes what is open and removes the file unless it is published. It
// may be called at any time and more than once.
func (t *temp) discard() error {
	t.closeDir()
	if t.file != nil {
		_ = t.disk.close(t.file) // its content is not wanted
		t.file = nil
	}
	switch {
	case t.gone:
		return nil
	case t.displaced != nil:
		return t.removeDisplaced()
	case t.published:
		return nil
	}
	t.gone = true
	defer unfinished.drop(t.name)
	if err := t.disk.remove(t.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failed("remove temporary file", t.name, err)
	}
	return nil
}

func (t *temp) closeDir() {
	if t.dir != nil {
		_ = t.dir.Close() // opened for reading: nothing can be lost
		t.dir = nil
	}
}
