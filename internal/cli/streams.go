package cli

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// Streams are what a command is connected to. Tests connect buffers.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
	// Name is what In is called in findings and messages; "" for <stdin>.
	Name string
	// IsTerminal reports whether In, Out or Err is a terminal. nil: none is.
	IsTerminal func(stream any) bool
	// Process says that the command owns the process: it handles signals and may
	// change what its descriptors refer to.
	Process bool
}

// Std returns the streams of the process.
func Std() Streams {
	return Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		IsTerminal: isTerminal, Process: true,
	}
}

func (s Streams) withDefaults() Streams {
	if s.In == nil {
		s.In = strings.NewReader("")
	}
	if s.Out == nil {
		s.Out = io.Discard
	}
	if s.Err == nil {
		s.Err = io.Discard
	}
	if s.IsTerminal == nil {
		s.IsTerminal = func(any) bool { return false }
	}
	return s
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
