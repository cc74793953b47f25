package cli

import (
	"bytes"
	"io"
	"unicode/utf8"

	"trtools/pkg/transcript"
)

// maxLook is how much of a line, in bytes, is looked at for columns: a viewer
// shows no place that is further in.
const maxLook = 64 << 10

// locate fills in the columns of a finding, if the input can be read again.
func (in *input) locate(x *transcript.Finding) {
	if in == nil || in.source == nil || x.Line == 0 {
		return
	}
	from := max(0, x.Offset-maxLook)
	before, err := io.ReadAll(io.NewSectionReader(in.source, from, x.Offset-from))
	begin := bytes.LastIndexByte(before, '\n') + 1
	if err != nil || begin == 0 && from > 0 {
		return
	}
	x.Column = int64(utf8.RuneCount(before[begin:])) + 1
	if x.Length == 0 || x.Length > maxLook {
		return
	}
	text, err := io.ReadAll(io.NewSectionReader(in.source, x.Offset, x.Length))
	text = bytes.TrimRight(text, "\r\n")
	if err == nil && bytes.IndexByte(text, '\n') < 0 {
		x.EndColumn = x.Column + int64(utf8.RuneCount(text))
	}
}
