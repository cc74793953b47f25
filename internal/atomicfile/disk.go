package atomicfile

import "os"

// disk is every operation by which this package changes or judges what is on
// disk once writing has begun. It exists so that a test can make each of them
// fail in turn.
type disk interface {
	create(path string, perm os.FileMode) (*os.File, error)
	write(f *os.File, p []byte) (int, error)
	stat(f *os.File) (os.FileInfo, error)
	chown(f *os.File, uid, gid int) error
	chmod(f *os.File, mode os.FileMode) error
	copyAttributes(dst, src *os.File) error
	sync(f *os.File) error
	syncDir(path string) error
	close(f *os.File) error
	lstat(path string) (os.FileInfo, error)
	link(oldname, newname string) error
	rename(oldname, newname string) error
	exchange(a, b string) error // errors.ErrUnsupported where a system or a file system cannot
	heldForWriting(f *os.File) (bool, error)
	remove(path string) error
}

// osDisk is the disk of the operating system.
type osDisk struct{}

// create never follows a planted link: O_EXCL refuses whatever is there.
func (osDisk) create(path string, perm os.FileMode) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
}

func (osDisk) write(f *os.File, p []byte) (int, error)  { return f.Write(p) }
func (osDisk) stat(f *os.File) (os.FileInfo, error)     { return f.Stat() }
func (osDisk) chown(f *os.File, uid, gid int) error     { return f.Chown(uid, gid) }
func (osDisk) chmod(f *os.File, mode os.FileMode) error { return f.Chmod(mode) }
func (osDisk) copyAttributes(dst, src *os.File) error   { return copyAttributes(dst, src) }
func (osDisk) sync(f *os.File) error                    { return f.Sync() }
func (osDisk) syncDir(path string) error                { return SyncDir(path) }
func (osDisk) close(f *os.File) error                   { return f.Close() }
func (osDisk) lstat(path string) (os.FileInfo, error)   { return os.Lstat(path) }
func (osDisk) link(oldname, newname string) error       { return os.Link(oldname, newname) }
func (osDisk) rename(oldname, newname string) error     { return os.Rename(oldname, newname) }
func (osDisk) exchange(a, b string) error               { return exchange(a, b) }
func (osDisk) heldForWriting(f *os.File) (bool, error)  { return heldForWriting(f) }
func (osDisk) remove(path string) error                 { return os.Remove(path) }
