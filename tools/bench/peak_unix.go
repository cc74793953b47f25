//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak returns the largest size that a process had in memory, in bytes, 0 if that is
// not known.
func peak(p *os.ProcessState) int64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
