package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// sendFile copies in[from:to] to where out stands, without the bytes passing through the
// process, and returns how many it did. It does so for files and devices alone: what is
// sent into a pipe or a socket stays the pages of the file, and who writes to the file
// before they are read there would change them.
func sendFile(out, in *os.File, from, to int64) (sent int64) {
	sink, err := out.SyscallConn() // not Fd, which would make out blocking
	if err != nil || !keepsCopies(out) {
		return 0
	}
	source, err := in.SyscallConn()
	if err != nil {
		return 0
	}
	_ = sink.Control(func(dst uintptr) {
		_ = source.Control(func(src uintptr) { // what fails is written in the usual way
			sent = sendAll(int(dst), int(src), from, to)
		})
	})
	return sent
}

func sendAll(dst, src int, from, to int64) int64 {
	at := from
	for at < to {
		n, err := unix.Sendfile(dst, src, &at, int(to-at))
		if n <= 0 && err != unix.EINTR {
			break
		}
	}
	return at - from
}

// keepsCopies reports whether what is written to f no longer depends on where it was
// read.
func keepsCopies(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && (info.Mode().IsRegular() || info.Mode()&os.ModeCharDevice != 0)
}
