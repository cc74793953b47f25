//go:build !js

package atomicfile

import (
	"os"
	"syscall"
)

// Endings returns the signals that ask a process to end.
func Endings() []os.Signal { return []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} }
