package pieces

import "golang.org/x/sys/unix"

// inLargePages asks for large pages. Where there are none the memory is as good.
func inLargePages(b []byte) { unix.Madvise(b, unix.MADV_HUGEPAGE) }
