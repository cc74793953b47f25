//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// maxMemory returns how many bytes a process held at most.
func maxMemory(p *os.ProcessState) int64 {
	most := p.SysUsage().(*syscall.Rusage).Maxrss
	if runtime.GOOS == "darwin" {
		return int64(most) // there in bytes, elsewhere in kilobytes
	}
	return int64(most) * 1024
}
