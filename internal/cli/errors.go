package cli

import (
	"errors"
	"fmt"
	"io/fs"

	"trtools/internal/atomicfile"
	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// writeError is a failure to write to an output that all files share. It is
// reported once, at the end, however many files it stopped.
type writeError struct {
	name string // as it is printed, "" if err says it
	err  error
}

func (e *writeError) Error() string { return describe(e) }
func (e *writeError) Unwrap() error { return e.err }

// fileError is an error of reading or filtering one file.
type fileError struct {
	name string // as findings give it
	err  error
}

func (e *fileError) Error() string { return describe(e) }
func (e *fileError) Unwrap() error { return e.err }

// describe says what went wrong in one line of printable text.
func describe(err error) string {
	var (
		write *writeError
		file  *fileError
		read  *transcript.ReadError
		path  *fs.PathError
	)
	switch {
	case errors.As(err, &write) && write.name == "":
		return cause(write.err)
	case errors.As(err, &write):
		return fmt.Sprintf("write %s: %s", write.name, cause(write.err))
	case errors.As(err, &file) && errors.As(err, &read):
		return fmt.Sprintf("read %s: %s", report.Name(file.name), cause(read.Err))
	case errors.As(err, &file):
		return fmt.Sprintf("%s: %s", report.Name(file.name), cause(file.err))
	case errors.As(err, &path):
		return fmt.Sprintf("%s %s: %s", path.Op, report.Name(path.Path), cause(err))
	}
	return cause(err)
}

// maxError is how much of an error is printed.
const maxError = 500

// cause is the error without the operation and the file, which are said already.
func cause(err error) string {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return report.Clip(report.Safe(err.Error()), maxError)
}

// hintOf returns what the error says the user can do, or "".
func hintOf(err error) string {
	hint := ""
	if e, ok := errors.AsType[*UsageError](err); ok {
		hint = e.Hint
	}
	if e, ok := errors.AsType[*atomicfile.RefusedError](err); ok {
		hint = e.Hint
	}
	return report.Clip(report.Safe(hint), maxError)
}
