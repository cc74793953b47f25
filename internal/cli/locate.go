package cli

import (
	"bytes"
	"io"
	"unicode/utf8"

	"trtools/pkg/transcript"
)

// columnBlock is how much of a line, in bytes, is read at once.
var columnBlock = 8 << 10

// located is the last place of an input whose column was looked for: from there on the
// column of a later one on the same line is counted.
type located struct{ at, column int64 }

// locate fills in the columns of a finding, if the input can be read again.
func (in *input) locate(x *transcript.Finding) {
	if in == nil || in.source == nil || x.Line == 0 {
		return
	}
	x.Column = in.columnOf(x.Offset)
	in.last = located{x.Offset, x.Column}
	if x.Column == 0 || x.Length == 0 {
		return
	}
	if n, ok := in.runes(x.Offset, in.beforeEnding(x.Offset, x.Offset+x.Length)); ok {
		x.EndColumn = x.Column + n
	}
}

// columnOf returns the column of an offset, 0 if it cannot be told.
func (in *input) columnOf(offset int64) int64 {
	near := in.nearest(offset)
	n, ok := in.runes(near.at, offset)
	if !ok {
		return 0
	}
	return near.column + n
}

// nearest returns where the line of an offset begins, or the last place on it whose column is
// known.
func (in *input) nearest(offset int64) located {
	buf := make([]byte, columnBlock)
	for end := offset; end > 0; {
		from := max(0, end-int64(len(buf)))
		known := in.last.column > 0 && from <= in.last.at && in.last.at <= end
		if known {
			from = in.last.at
		}
		b := buf[:end-from]
		if _, err := io.ReadFull(io.NewSectionReader(in.source, from, end-from), b); err != nil {
			break
		}
		switch i := bytes.LastIndexByte(b, '\n'); {
		case i >= 0:
			return located{from + int64(i) + 1, 1}
		case known:
			return in.last
		}
		end = from
	}
	return located{0, 1}
}

// beforeEnding returns the end of a part of the input without the line ending that it ends with.
func (in *input) beforeEnding(from, to int64) int64 {
	b := make([]byte, min(int64(len("\r\n")), to-from))
	n, _ := in.source.ReadAt(b, to-int64(len(b)))
	return to - int64(n-len(bytes.TrimRight(b[:n], "\r\n")))
}

// runes counts the characters of a part of a line, in blocks, as a line may be larger than what
// the rest of a run holds. It fails where the part cannot be read, or goes on in another line.
func (in *input) runes(from, to int64) (n int64, ok bool) {
	buf := make([]byte, min(int64(columnBlock), max(0, to-from)))
	for from < to {
		b := buf[:min(int64(len(buf)), to-from)]
		if _, err := io.ReadFull(io.NewSectionReader(in.source, from, to-from), b); err != nil {
			return 0, false
		}
		if from+int64(len(b)) < to {
			b = wholeRunes(b)
		}
		if bytes.IndexByte(b, '\n') >= 0 {
			return 0, false
		}
		n += int64(utf8.RuneCount(b))
		from += int64(len(b))
	}
	return n, true
}

// wholeRunes leaves out a character at the end of a block that goes on behind it.
func wholeRunes(b []byte) []byte {
	for i := len(b) - 1; i > max(0, len(b)-utf8.UTFMax); i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return b[:i]
			}
			break
		}
	}
	return b
}
