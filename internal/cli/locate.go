package cli

import (
	"bytes"
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
	near := in.nearest(x.Offset)
	n, ok := in.runes(near.at, x.Offset)
	if !ok {
		return
	}
	x.Column = near.column + n
	in.last = located{x.Offset, x.Column}
	if x.Length == 0 {
		return
	}
	if n, ok := in.runes(x.Offset, in.beforeEnding(x.Offset, x.Offset+x.Length)); ok {
		x.EndColumn = x.Column + n
	}
}

// nearest returns where the line of an offset begins, or the last place on it whose column is
// known.
func (in *input) nearest(offset int64) located {
	known := in.last
	if known.column == 0 || known.at > offset {
		known = located{0, 1}
	}
	buf := make([]byte, columnBlock)
	for end := offset; end > known.at; {
		from := max(known.at, end-int64(len(buf)))
		b := buf[:end-from]
		if n, _ := in.source.ReadAt(b, from); n < len(b) {
			break // and so will counting
		}
		if i := bytes.LastIndexByte(b, '\n'); i >= 0 {
			return located{from + int64(i) + 1, 1}
		}
		end = from
	}
	return known
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
	buf := make([]byte, min(columnBlock, int(max(0, to-from))))
	for from < to {
		b := buf[:min(int64(len(buf)), to-from)]
		if k, _ := in.source.ReadAt(b, from); k < len(b) || bytes.IndexByte(b, '\n') >= 0 {
			return 0, false
		}
		if from+int64(len(b)) < to {
			b = wholeRunes(b)
		}
		n += int64(utf8.RuneCount(b))
		from += int64(len(b))
	}
	return n, true
}

// wholeRunes leaves out a character at the end of a block that goes on behind it.
func wholeRunes(b []byte) []byte {
	for i := len(b) - 1; i > max(0, len(b)-utf8.UTFMax); i-- {
		if utf8.RuneStart(b[i]) && !utf8.FullRune(b[i:]) {
			return b[:i]
		}
	}
	return b
}
