package cli

import (
	"errors"
	"fmt"
)

// Exit statuses. They mean the same in every command; --help prints them.
const (
	exitDone     = 0
	exitFindings = 1
	exitUsage    = 2
	exitFailure  = 3
)

// exitTable is the table as --help prints it.
const exitTable = `  0  done: the input was healthy, or everything found was repaired
  1  findings: with -c, -l, -d (or -e) any error or warning, otherwise an
     error that is left in the output
  2  usage: nothing was read or written
  3  could not read or write
`

// UsageError is a mistake on the command line: exit status 2. Hint, if any, is
// printed on a line of its own.
type UsageError struct{ Msg, Hint string }

func (e *UsageError) Error() string { return e.Msg }

// ExitCode returns the status for a mistake on the command line.
func (e *UsageError) ExitCode() int { return exitUsage }

// Usagef returns a *UsageError without a hint.
func Usagef(format string, args ...any) error {
	return &UsageError{Msg: fmt.Sprintf(format, args...)}
}

// exitCode returns the status that err stands for: what it says itself, if that
// is one of ours and not, say, that of a child process, or else a failure to
// read or write.
func exitCode(err error) int {
	var coder interface{ ExitCode() int }
	if err == nil {
		return exitDone
	}
	if errors.As(err, &coder) {
		if code := coder.ExitCode(); code == exitFindings || code == exitUsage {
			return code
		}
	}
	return exitFailure
}
