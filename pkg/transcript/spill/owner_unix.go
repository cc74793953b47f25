//go:build unix

package spill

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

const modesMatter = true

// own reports whether the file belongs to the user of this process.
func own(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// writable returns the error that making a file in dir would give.
func writable(dir string) error {
	if err := unix.Access(dir, unix.W_OK|unix.X_OK); err != nil {
		return &fs.PathError{Op: "keep files in", Path: dir, Err: err}
	}
	return nil
}
