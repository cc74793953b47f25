package atomicfile

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func ctime(st *syscall.Stat_t) *syscall.Timespec { return &st.Ctim }

// aclAttribute is the one attribute that a new file can have of itself, from
// its directory's defaults, and that the old one may lack.
const aclAttribute = "system.posix_acl_access"

// ofKernel reports attributes that the kernel computes from the content.
func ofKernel(name string) bool {
	return name == "security.ima" || name == "security.evm"
}

// exchange gives each of two files the other's name. File systems that cannot, and
// containers that do not allow the call, are unsupported: a rename may still succeed there.
func exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if err == unix.EINVAL || err == unix.EPERM {
		return errors.ErrUnsupported
	}
	return err
}

// heldForWriting reports whether somebody has the file open for writing. The kernel
// grants a read lease exactly if nobody has (fcntl(2)); it is given back at once, so that
// nobody who opens the file has to wait for it. A network file system grants leases by
// what its server has promised, which says nothing about writers.
func heldForWriting(f *os.File) (bool, error) {
	var fs unix.Statfs_t
	if err := unix.Fstatfs(int(f.Fd()), &fs); err != nil {
		return false, err
	}
	switch uint32(fs.Type) {
	case unix.NFS_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC:
		return false, errors.ErrUnsupported
	}
	_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
	if err == unix.EAGAIN {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	_, err = unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_UNLCK)
	return false, err
}
