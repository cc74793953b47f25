package mend

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// byteOrderMark is U+FEFF in UTF-8.
var byteOrderMark = []byte("\xef\xbb\xbf")

// MendRecord returns the record that the bytes of a damaged record stand for. NUL bytes
// and a byte order mark in front go. Inside strings a raw line break becomes `\n`
// (or `\r\n`), and everything else what outline.Defect.AppendMended says.
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
		text = mendStrings(text)
	}
	return text, bytes.IndexByte(text, '\n') < 0
}

// mendStrings is outline.MendStrings, but that raw line breaks are written as
// writers of JSON do.
func mendStrings(text []byte) []byte {
	out := make([]byte, 0, len(text)+64)
	at := 0
	for d := range outline.StringDefects(text) {
		out = append(out, text[at:d.Start]...)
		switch {
		case !isLineBreak(text, d):
			out = d.AppendMended(out, text)
		case text[d.Start] == '\n':
			out = append(out, `\n`...)
		default:
			out = append(out, `\r`...)
		}
		at = d.End
	}
	return append(out, text[at:]...)
}

// isLineBreak reports whether a defect is a raw line break or the beginning of
// one.
func isLineBreak(text []byte, d outline.Defect) bool {
	c := text[d.Start]
	return d.Kind == outline.RawControl && (c == '\n' || c == '\r' && d.End < len(text) && text[d.End] == '\n')
}
