package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipeSize is the largest that Linux grants to everybody by default. A pipe of
// 64 KiB makes two filters take turns; one that holds several read buffers lets
// them run at the same time.
const pipeSize = 1 << 20

// growPipe makes the pipe larger, if stream is one and the system lets us.
func growPipe(stream any) {
	f, ok := stream.(*os.File)
	if !ok {
		return
	}
	raw, err := f.SyscallConn() // not Fd, which would make f blocking
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { // what is no pipe refuses
		_, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize)
	})
}
