//go:build unix

package chunk

import "syscall"

// withoutWaiting opens a pipe at once, whether somebody writes to it or not.
const withoutWaiting = syscall.O_NONBLOCK
