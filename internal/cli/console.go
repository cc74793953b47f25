package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"trtools/internal/report"
)

// console is standard error: messages, findings that are no data, and the
// progress line, which is taken away before anything else is written. Errors of
// writing to it are not reported, because there is nowhere left to report them.
type console struct {
	mu    sync.Mutex
	w     io.Writer
	tool  string
	shown int // length of the progress line on the screen

	json bool // findings here are JSON Lines, and so is all else
}

// Write writes findings.
func (c *console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
	return c.w.Write(p)
}

// printf writes one message: "tr-pair: ...", or {"tool":"tr-pair","message":"..."}. Untrusted text in it must have
// been made safe. It is called in turn, by one file at a time.
func (c *console) printf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	line := fmt.Sprintf("%s: %s\n", c.tool, text)
	if c.json {
		line = report.MessageLine(c.tool, text)
	}
	io.WriteString(c, line)
}

// failure writes what went wrong and, on a line of its own, what to do.
func (c *console) failure(err error) {
	c.printf("%s", describe(err))
	if h := hintOf(err); h != "" {
		c.printf("hint: %s", h)
	}
}

// progress shows one line in place of the last one.
func (c *console) progress(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	pad := strings.Repeat(" ", max(0, c.shown-len(text)))
	fmt.Fprintf(c.w, "\r%s%s", text, pad)
	c.shown = len(text) + len(pad)
}

// endProgress takes the progress line away.
func (c *console) endProgress() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
}

func (c *console) clear() {
	if c.shown > 0 {
		fmt.Fprintf(c.w, "\r%s\r", strings.Repeat(" ", c.shown))
		c.shown = 0
	}
}
