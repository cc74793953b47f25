package transcript

import "fmt"

// Unreadable is the error of a strict run that meets a line which cannot be read.
// The line has been reported.
type Unreadable struct{ Line int64 }

func (e *Unreadable) Error() string {
	return fmt.Sprintf("stopped at line %d, which is unreadable", e.Line)
}
