//go:build !unix

package chunk

import (
	"os/exec"
	"syscall"
)

// inGroup tells the command itself to stop: there are no groups here.
func inGroup(cmd *exec.Cmd) {
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
}

func killGroup(*exec.Cmd) {}
