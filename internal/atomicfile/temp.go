package atomicfile

import (
	"errors"
	"fmt"
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
	file   *os.File    // nil when closed
	own    os.FileInfo // of the file, once it is finished
	gone   bool        // what has the name, if anything, is not ours to remove
}

// newTemp makes the file, empty, with the permissions perm less the umask. Nobody can guess its
// name.
func newTemp(d disk, target string, perm os.FileMode) (*temp, error) {
	t := &temp{disk: d, target: target}
	t.name = filepath.Join(filepath.Dir(target), "."+stem(target)+".tr-"+strconv.FormatUint(rand.Uint64(), 36))
	if err := t.create(perm); err != nil {
		return nil, err
	}
	return t, nil
}

// create makes the file. What has its name is not written to.
func (t *temp) create(perm os.FileMode) error {
	err := unfinished.step(func() (err error) {
		t.file, err = t.disk.create(t.name, perm)
		return err
	}, t.name)
	if err != nil {
		return t.failed("create", err)
	}
	return nil
}

// failed says which operation failed. The file is named by its target, which the user knows; that
// of a backup has its name from the beginning.
func (t *temp) failed(op string, err error) error {
	if t.name != t.target {
		op += " temporary file for"
	}
	return failed(op, t.target, err)
}

// Write appends p.
func (t *temp) Write(p []byte) (int, error) {
	n, err := t.disk.write(t.file, p)
	if err != nil {
		err = t.failed("write", err)
	}
	return n, err
}

// finish brings the content to the disk and closes the file. Without the sync a
// file system may write the rename first and leave an empty file after a crash.
func (t *temp) finish() (err error) {
	if err := t.disk.sync(t.file); err != nil {
		return t.failed("sync", err)
	}
	if t.own, err = t.disk.stat(t.file); err != nil {
		return t.failed("inspect", err)
	}
	f := t.file
	t.file = nil
	if err := t.disk.close(f); err != nil {
		return t.failed("close", err)
	}
	return nil
}

// publish gives the file its target's name. From then on it is not removed on a signal.
func (t *temp) publish() error {
	rename := func() error { return t.disk.rename(t.name, t.target) }
	if err := unfinished.step(rename, "", t.name); err != nil {
		return failed("rename temporary file to", t.target, err)
	}
	t.gone = true
	return nil
}

// errOvertaken says that another program had replaced or removed the target in the
// instant between the last check and the rename. Its version is where it was.
var errOvertaken = errors.New("overtaken by another program")

// takePlace gives the file its target's name, where old has that name.
// The system is asked to exchange the two names in one step: then it can be seen what
// had the target's name at that very moment, and given back if it was not old. A system
// that cannot do that renames, over whatever is there, unseen. Once the target is new, a signal
// does not remove the backup.
func (t *temp) takePlace(old os.FileInfo, backup string) (unseen bool, err error) {
	unfinished.mu.Lock()
	defer unfinished.mu.Unlock()
	err = t.disk.exchange(t.name, t.target)
	if unseen = errors.Is(err, errors.ErrUnsupported); unseen {
		err = t.disk.rename(t.name, t.target)
	}
	displaced, lookErr := t.disk.lstat(t.name)
	switch {
	case lookErr == nil && os.SameFile(displaced, t.own): // it was not done
		if errors.Is(err, fs.ErrNotExist) {
			return unseen, errOvertaken // there is no target any more
		}
		return unseen, failed("rename temporary file to", t.target, err)
	case lookErr == nil && !os.SameFile(displaced, old):
		return unseen, t.putBack(backup)
	case errors.Is(lookErr, fs.ErrNotExist):
		lookErr = nil
	}
	delete(unfinished.paths, backup)
	if err = joinErrors(err, lookErr); err != nil {
		err = failed("rename temporary file to", t.target, err)
	}
	return unseen, err
}

// putBack gives another program's file its name again. If that does not succeed,
// or if still another one came in between, nothing is removed.
func (t *temp) putBack(backup string) error {
	err := t.disk.exchange(t.name, t.target)
	displaced, lookErr := t.disk.lstat(t.name)
	if lookErr == nil && os.SameFile(displaced, t.own) {
		return errOvertaken
	}
	delete(unfinished.paths, backup)
	delete(unfinished.paths, t.name)
	t.gone = true
	theirs := fmt.Errorf("%q was replaced by another program at the same moment; what it wrote is in %q", t.target, t.name)
	return joinErrors(theirs, joinErrors(err, lookErr))
}

// syncDir brings the new name to the disk. A directory that may be written but not read, such as a
// drop box, cannot be synced.
func (t *temp) syncDir() error {
	if err := t.disk.syncDir(filepath.Dir(t.target)); err != nil && !errors.Is(err, fs.ErrPermission) {
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

// discard closes what is open and removes what has the temporary name: the file, or the old one
// that it was exchanged with, which the backup keeps. It may be called at any time and more than
// once.
func (t *temp) discard() error {
	t.close()
	if t.gone {
		return nil
	}
	t.gone = true
	defer unfinished.drop(t.name)
	if err := t.disk.remove(t.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failed("remove temporary file", t.name, err)
	}
	return nil
}

// close closes a file whose content is not wanted.
func (t *temp) close() {
	if t.file != nil {
		_ = t.disk.close(t.file)
		t.file = nil
	}
}
