package atomicfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Options say what becomes of the old content. The zero value keeps it beside
// the file, under the first free name of FILE.bak, FILE.bak.1, FILE.bak.2, ...
type Options struct {
	Suffix   string // of the backup's name, in place of defaultSuffix
	NoBackup bool   // remove the backup once the replacement is known to be good
	Force    bool   // replace a file that another program has open for writing
}

// defaultSuffix is that of backups.
const defaultSuffix = ".bak"

// Validate reports a suffix that does not make a name in the same directory.
func (o Options) Validate() error {
	if strings.ContainsAny(o.Suffix, "/\x00"+string(filepath.Separator)) {
		return fmt.Errorf("backup suffix %q is not part of a file name", o.Suffix)
	}
	return nil
}

// Target is a file that is to be rewritten in place. It holds the file open and
// locked until Close. It is not safe for concurrent use, but File is read as any
// os.File.
type Target struct {
	path string
	opts Options
	disk disk
	file *os.File
	info os.FileInfo // as it was at Open
}

// Open opens the file at path for reading and takes the lock that keeps other
// Targets, in this process or another, away from it.
//
// A *RefusedError says that the file could not be put back as it is: a symbolic
// link, anything else that is not a regular file (nothing is waited for, and no
// device is opened), a file with hard links other than its own backups, one that
// is locked, has a lock file FILE.lock beside it, or is on a file system without locks. One that may not be written is
// refused by Replace, and only if there is something to write. Other errors are
// those of the operating system, with errors.ErrUnsupported where there are no locks.
func Open(path string, opts Options) (*Target, error) {
	opts.Suffix = cmp.Or(opts.Suffix, defaultSuffix)
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	if err := refuseWrongKind(path); err != nil {
		return nil, err
	}
	f, err := openNoFollow(path)
	if err != nil {
		return nil, failed("open", path, err)
	}
	t := &Target{path: path, opts: opts, disk: osDisk{}, file: f}
	if err := t.lockAndCheck(); err != nil {
		_ = f.Close() // read only, and refused anyway
		return nil, err
	}
	return t, nil
}

// refuseWrongKind refuses the wrong kind of file before it is opened: opening a device
// can have effects, and opening a socket fails with a riddle.
func refuseWrongKind(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return failed("open", path, err)
	}
	return refuseKind(path, info)
}

// lockAndCheck locks the file and judges it by its descriptor: the path may lead
// elsewhere by now. The lock may have been taken from a writer that just finished.
func (t *Target) lockAndCheck() (err error) {
	if err := lockError(t.path, lockFile(t.file)); err != nil {
		return err
	}
	if t.info, err = t.file.Stat(); err != nil {
		return failed("inspect", t.path, err)
	}
	if err := refuseKind(t.path, t.info); err != nil {
		return err
	}
	return firstError(t.refuseLockFile, t.refuseHardLinks, t.checkPath)
}

func firstError(checks ...func() error) error {
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// lockError says in words why a file could not be locked.
func lockError(path string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errLocked):
		return &RefusedError{path, lockedElsewhere, "try again when it is done, or " + useOutput}
	case noLocks(err):
		return &RefusedError{path, withoutLocks, useOutput}
	}
	return failed("lock", path, err)
}

// refuseReadOnly refuses what may not be written, for root too: the missing
// permission is a wish.
func (t *Target) refuseReadOnly() error {
	if t.info.Mode()&0o200 == 0 || !writable(t.path) {
		return &RefusedError{t.path, readOnly, "make it writable, or " + useOutput}
	}
	return nil
}

// refuseLockFile respects the lock files that some agents keep beside a session.
func (t *Target) refuseLockFile() error {
	name := t.path + ".lock"
	if _, err := os.Lstat(name); err != nil {
		return nil
	}
	return &RefusedError{t.path, lockedElsewhere, fmt.Sprintf("end that program, or remove %q if it is stale", name)}
}

// refuseHardLinks refuses names that a rename would part from the file, but
// not our own: a run that was killed leaves a backup of what it did not replace.
func (t *Target) refuseHardLinks() error {
	if links(t.info) <= 1 {
		return nil
	}
	own, err := t.ownLinks()
	if err != nil {
		return err
	}
	if links(t.info) != 1+own {
		return &RefusedError{t.path, hardLinked, useOutput + ", or break the link"}
	}
	return nil
}

// ownLinks counts the backups that are links to the file itself.
func (t *Target) ownLinks() (n uint64, err error) {
	dir, base := filepath.Dir(t.path), filepath.Base(t.path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, failed("read directory", dir, err)
	}
	for _, entry := range entries {
		suffix, ok := strings.CutPrefix(entry.Name(), base)
		if !ok || !isBackup(suffix, defaultSuffix) && !isBackup(suffix, t.opts.Suffix) {
			continue
		}
		if info, err := entry.Info(); err == nil && os.SameFile(info, t.info) {
			n++
		}
	}
	return n, nil
}

// checkPath reports that the path no longer leads to the file.
func (t *Target) checkPath() error {
	info, err := t.disk.lstat(t.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failed("inspect", t.path, err)
	}
	if err != nil || !os.SameFile(info, t.info) {
		return t.changed()
	}
	return nil
}

func (t *Target) changed() error {
	return &RefusedError{t.path, changed, "another program is using it: try again when it is done"}
}

// File returns the open file, to be read from any offset. It must not be
// closed.
func (t *Target) File() *os.File { return t.file }

// Close gives up the lock and the descriptor.
func (t *Target) Close() error {
	if err := t.file.Close(); err != nil {
		return failed("close", t.path, err)
	}
	return nil
}
