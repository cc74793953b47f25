//go:build !js

package atomicfile

import (
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// Endings returns the signals that ask a process to end, but for those that it was started
// with ignored, as by nohup.
func Endings() []os.Signal {
	return slices.DeleteFunc([]os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}
