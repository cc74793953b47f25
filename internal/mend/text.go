package mend

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// byteOrderMark is U+FEFF in UTF-8.
var byteOrderMark = []byte("\xef\xbb\xbf")

// MendRecord returns the record that the bytes of a damaged record stand for. NUL bytes
// and a byte order mark in front go. Strings are mended: outline.MendStrings.
//
// It reports whether the result is JSON on one line; if it is not, the strings
// stay as they are. The same bytes always give the same result, and Text of the
// result is the result: records are mended again when they are written. What needs
// no mending is not copied.
func MendRecord(raw []byte) (text []byte, ok bool) {
	if text = raw; bytes.IndexByte(raw, 0) >= 0 {
		text = bytes.ReplaceAll(raw, []byte{0}, nil)
	}
	text = bytes.TrimPrefix(text, byteOrderMark)
	var d outline.Doc
	if d.Parse(text) != nil {
		return text, false
	}
	if d.Defects() != 0 {
		text = outline.MendStrings(text)
	}
	return text, bytes.IndexByte(text, '\n') < 0
}
