package mend

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// byteOrderMark is U+FEFF in UTF-8.
var byteOrderMark = []byte("\xef\xbb\xbf")

// Text returns the record that the bytes of a damaged record stand for. NUL bytes
// and a byte order mark in front go. Inside strings a raw line break becomes `\n`
// (or `\r\n`), another control character `\u00XX`, the backslash of an invalid
// escape `\\`, half a surrogate pair `\ufffd`, and each byte of bad UTF-8 U+FFFD.
//
// It reports whether the result is JSON on one line. The same bytes always give
// the same result, and Text of the result is the result: records are mended again
// when they are written.
func Text(raw []byte) (text []byte, ok bool) {
	text = bytes.ReplaceAll(raw, []byte{0}, nil)
	text = bytes.TrimPrefix(text, byteOrderMark)
	text = mendStrings(text)
	var d outline.Doc
	return text, d.Parse(text) == nil && bytes.IndexByte(text, '\n') < 0
}

// mendStrings returns text with the defects of its strings mended.
func mendStrings(text []byte) []byte {
	list := defects(text)
	if len(list) == 0 {
		return text
	}
	out := make([]byte, 0, len(text)+6*len(list))
	at := 0
	for _, d := range list {
		out = append(out, text[at:d.from]...)
		out = d.appendMended(out, text)
		at = d.to
	}
	return append(out, text[at:]...)
}

// appendMended appends what stands in the place of a defect in the mended text.
func (d defect) appendMended(to, text []byte) []byte {
	switch d.kind {
	case invalidEscape:
		return append(to, `\\`...)
	case rawControl:
		return appendControl(to, text, d.from)
	case invalidUTF8:
		return append(to, "\ufffd"...)
	}
	return append(to, `\ufffd`...)
}

// appendControl appends the escape of the control character at i.
func appendControl(to, text []byte, i int) []byte {
	const hex = "0123456789abcdef"
	switch {
	case text[i] == '\n':
		return append(to, `\n`...)
	case isLineBreak(text, i):
		return append(to, `\r`...)
	}
	return append(to, '\\', 'u', '0', '0', hex[text[i]>>4], hex[text[i]&15])
}

// isLineBreak reports whether the byte at i is a line break or the beginning of
// one.
func isLineBreak(text []byte, i int) bool {
	return text[i] == '\n' || text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n'
}
