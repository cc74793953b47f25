package cli

import (
	"os"
	"syscall"
)

// openToRead opens a file for reading, as os.Open does, but for the poller: a regular file
// cannot be polled, and to find that out takes five system calls for each.
func openToRead(name string) (*os.File, error) {
	for {
		fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		switch err {
		case nil:
			return os.NewFile(uintptr(fd), name), nil
		case syscall.EINTR: // by a signal
		default:
			return nil, &os.PathError{Op: "open", Path: name, Err: err}
		}
	}
}
