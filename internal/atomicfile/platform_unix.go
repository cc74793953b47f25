//go:build linux || darwin

package atomicfile

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// errLocked is lockFile's when somebody else has the lock.
var errLocked = unix.EWOULDBLOCK

// openNoFollow opens for reading. O_NONBLOCK is for a pipe that has taken the
// file's place since it was looked at: opening it would wait for a writer.
func openNoFollow(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
}

func lockFile(f *os.File) error {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}

// noLocks reports whether err means that locks cannot be had here, as on a network file
// system whose server has no lock service.
func noLocks(err error) bool {
	return errors.Is(err, unix.ENOLCK) || errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS)
}

// writable asks with the effective ids, which are what counts when writing.
func writable(path string) bool {
	return unix.Faccessat(unix.AT_FDCWD, path, unix.W_OK, unix.AT_EACCESS) == nil
}

func owner(info os.FileInfo) (uid, gid int) {
	st := info.Sys().(*syscall.Stat_t)
	return int(st.Uid), int(st.Gid)
}

func links(info os.FileInfo) uint64 {
	return uint64(info.Sys().(*syscall.Stat_t).Nlink)
}

func changeTime(info os.FileInfo) time.Time {
	return time.Unix(ctime(info.Sys().(*syscall.Stat_t)).Unix())
}

// noLinks reports whether err means that a hard link cannot be had here, as
// opposed to a failure to make it.
func noLinks(err error) bool {
	for _, errno := range []unix.Errno{unix.EPERM, unix.EOPNOTSUPP, unix.ENOTSUP, unix.ENOSYS, unix.EMLINK, unix.EXDEV} {
		if errors.Is(err, errno) {
			return true
		}
	}
	return false
}

// syncDir accepts that some file systems have nothing to sync for a directory.
func syncDir(dir *os.File) error {
	err := dir.Sync()
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) {
		return nil
	}
	return err
}

// raise ends the process by sig. The first process of a container cannot be
// ended so; for it this returns. Otherwise it waits, for the signal may be
// delivered to another thread.
func raise(sig syscall.Signal) {
	if os.Getpid() == 1 {
		return
	}
	signal.Reset(sig)
	if syscall.Kill(os.Getpid(), sig) == nil {
		time.Sleep(time.Second)
	}
}
