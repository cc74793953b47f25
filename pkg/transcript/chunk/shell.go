package chunk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

const (
	// longestSummary bounds what is held of a command's output, in bytes.
	longestSummary = 16 << 20
	// patience is how long a command may go on that is told to stop.
	patience = 2 * time.Second
)

var errTooLong = errors.New("it prints more than 16 MiB")

// Shell returns a Summarizer that runs a command through sh -c, as split
// --filter does: the chunk is its standard input, what it prints the summary.
// TR_CHUNK and TR_CHUNKS in its environment say which chunk of how many it is. A
// command need not read everything. What it prints as an error goes to stderr.
// When the context ends everything that the command has started is told to stop,
// and killed a little later.
func Shell(command string, stderr io.Writer) Summarizer {
	return func(ctx context.Context, in io.Reader, n Number) (string, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		out := &limited{stop: cancel}
		cmd := exec.CommandContext(ctx, "sh", "-c", command)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, stderr
		cmd.Env = append(os.Environ(), fmt.Sprintf("TR_CHUNK=%d", n.N), fmt.Sprintf("TR_CHUNKS=%d", n.Of))
		inGroup(cmd)
		cmd.WaitDelay = patience
		err := cmd.Run()
		if ctx.Err() != nil {
			killGroup(cmd)
		}
		switch {
		case out.full:
			return "", fmt.Errorf("command fails: %w", errTooLong)
		case err != nil:
			return "", fmt.Errorf("command fails: %w", err)
		}
		return out.buf.String(), nil
	}
}

// limited is a buffer with an end. The buffer is not embedded: its ReadFrom would
// take everything.
type limited struct {
	buf  bytes.Buffer
	stop func()
	full bool
}

func (l *limited) Write(b []byte) (int, error) {
	if l.buf.Len()+len(b) > longestSummary {
		l.full = true
		l.stop()
		return 0, errTooLong
	}
	return l.buf.Write(b)
}
