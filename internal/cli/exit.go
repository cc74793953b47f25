package cli

import (
	"errors"
	"fmt"

	"trtools/pkg/transcript"
)

// Exit statuses. They mean the same in every command; --help prints them.
const (
	exitDone     = 0
	exitFindings = 1
	exitUsage    = 2
	exitFailure  = 3
)

// UsageError is a mistake on the command line. Hint, if any, is printed on a line of its
// own.
type UsageError struct{ Msg, Hint string }

func (e *UsageError) Error() string { return e.Msg }

// Usagef returns a *UsageError without a hint.
func Usagef(format string, args ...any) error {
	return &UsageError{Msg: fmt.Sprintf(format, args...)}
}

// usageHint returns a *UsageError that says what to do instead.
func usageHint(msg, hint string) error { return &UsageError{Msg: msg, Hint: hint} }

// rule is a combination of flags that cannot be meant, and what is said of it.
type rule struct {
	broken    bool
	msg, hint string
}

// firstBroken returns the usage error of the first rule that is broken.
func firstBroken(rules ...rule) error {
	for _, r := range rules {
		if r.broken {
			return usageHint(r.msg, r.hint)
		}
	}
	return nil
}

// errNothing is the error of a pipe without a byte in it. What wrote into the pipe has most likely
// failed, and an empty output would take the place of somebody's history.
var errNothing = errors.New("nothing arrived: did the command before it fail? --allow-empty passes an empty input on")

// exitCode returns the status that err stands for: unless it says something of the command line or
// of what the input holds, a failure to read or write.
func exitCode(err error) int {
	var usage *UsageError
	var unreadable *transcript.Unreadable
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &unreadable) || errors.Is(err, errNothing):
		return exitFindings
	case errors.As(err, &usage):
		return exitUsage
	}
	return exitFailure
}
