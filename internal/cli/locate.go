package cli

import (
	"bytes"
	"io"
	"unicode/utf8"

	"trtools/pkg/transcript"
)

// How much of a line, in bytes, is looked at for columns: at first, as most lines are short,
// and at most.
const (
	firstColumns = 4 << 10
	mostColumns  = 16 << 20
)

// located is the last place of an input whose column was looked for: from there on the
// column of a later one on the same line is counted.
type located struct{ at, column int64 }

// locate fills in the columns of a finding, if the input can be read again.
func (in *input) locate(x *transcript.Finding) {
	if in == nil || in.source == nil || x.Line == 0 {
		return
	}
	in.last = located{x.Offset, in.columnOf(x.Offset)}
	x.Column = in.last.column
	if x.Column == 0 || x.Length == 0 || x.Length > mostColumns {
		return
	}
	text, err := in.read(x.Offset, x.Offset+x.Length)
	text = bytes.TrimRight(text, "\r\n")
	if err == nil && bytes.IndexByte(text, '\n') < 0 {
		x.EndColumn = x.Column + int64(utf8.RuneCount(text))
	}
}

// columnOf returns the column of an offset, 0 if it cannot be told.
func (in *input) columnOf(offset int64) int64 {
	for look := int64(firstColumns); look <= mostColumns; look *= 4 {
		from := max(0, offset-look)
		known := in.last.column > 0 && from <= in.last.at && in.last.at <= offset
		if known {
			from = in.last.at
		}
		before, err := in.read(from, offset)
		if err != nil {
			return 0
		}
		begin := bytes.LastIndexByte(before, '\n') + 1
		switch n := int64(utf8.RuneCount(before[begin:])); {
		case begin > 0 || from == 0:
			return n + 1
		case known:
			return in.last.column + n
		}
	}
	return 0
}

func (in *input) read(from, to int64) ([]byte, error) {
	return io.ReadAll(io.NewSectionReader(in.source, from, to-from))
}
