//go:build unix

package trtools

import (
	"fmt"
	"os"
	"os/exec"
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

// printMemory runs a command and prints how many bytes of memory it held at most. It is a
// process of its own, as what is known of a child begins with what its parent holds, which is
// much of these tests.
func printMemory() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	if err := cmd.Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(maxMemory(cmd.ProcessState))
}
