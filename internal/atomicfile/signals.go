package atomicfile

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
)

var handleOnce sync.Once

// HandleSignals makes SIGINT, SIGTERM and SIGHUP remove unfinished files before
// the process dies of the same signal, so that its parent sees 130, 143 or 129.
// Signals that the process was started with ignored, as by nohup, stay ignored;
// SIGPIPE and all others keep their default. Further calls do nothing.
func HandleSignals() {
	handleOnce.Do(func() {
		caught := make(chan os.Signal, 1)
		for _, sig := range Endings() {
			signal.Notify(caught, sig)
		}
		go func() { cleanUpAndExit((<-caught).(syscall.Signal)) }()
	})
}

// cleanUpAndExit removes unfinished files and ends the process by sig. It keeps
// the lock until then, so that a replacement which is about to rename waits
// instead of reporting that its temporary file is gone.
func cleanUpAndExit(sig syscall.Signal) {
	unfinished.mu.Lock()
	unfinished.removeAll()
	raise(sig)
	os.Exit(128 + int(sig))
}
