package report

import (
	"io"
	"strconv"

	"trtools/pkg/transcript"
)

// textReporter writes FILE:LINE: CODE: message [action]. A finding about a
// whole file has no line, one about a message of a
// conversation names that and its column.
type textReporter struct {
	w     io.Writer
	color bool
	buf   []byte
}

func (t *textReporter) Add(f transcript.Finding) error {
	b := append(t.buf[:0], Name(f.File)...)
	if f.Line > 0 {
		b = strconv.AppendInt(append(b, ':'), f.Line, 10)
	}
	b = append(b, ": "...)
	b = t.paint(b, f.Severity, Safe(string(f.Code)))
	b = append(append(b, ": "...), message(f)...)
	b = append(append(b, " ["...), Safe(string(f.Action))...)
	t.buf = append(b, "]\n"...)
	_, err := t.w.Write(t.buf)
	return err
}

func (t *textReporter) Close() error { return nil }

// paint appends s in the colour of the severity.
func (t *textReporter) paint(b []byte, sev transcript.Severity, s string) []byte {
	if !t.color {
		return append(b, s...)
	}
	c := "36" // cyan
	switch sev {
	case transcript.Error:
		c = "31" // red
	case transcript.Warning:
		c = "33" // yellow
	}
	b = append(append(append(b, "\x1b["...), c...), 'm')
	return append(append(b, s...), "\x1b[m"...)
}
