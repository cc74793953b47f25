package report

import (
	"encoding/base64"
	"io"
	"unicode/utf8"

	"trtools/pkg/transcript"
)

type rejectLine struct {
	File   string          `json:"file"`
	Line   int64           `json:"line"`
	Offset int64           `json:"offset"`
	Code   transcript.Code `json:"code"`
	Raw    string          `json:"raw"`
	Base64 string          `json:"raw_base64,omitempty"`
}

// WriteReject writes what was taken out of a transcript, as one JSON object on a line:
//
//	{"v":1,"file":"s.jsonl","line":12,"offset":3456,"code":"torn-record","raw":"{\"type\":"}
//
// raw holds the bytes as a string. Where they are not valid UTF-8, raw has
// U+FFFD in their place and a further member raw_base64 holds them exactly.
func WriteReject(w io.Writer, x transcript.Reject) error {
	l := rejectLine{x.File, x.Line, x.Offset, x.Code, string(x.Raw), ""}
	if !utf8.Valid(x.Raw) {
		l.Base64 = base64.StdEncoding.EncodeToString(x.Raw)
	}
	_, err := io.WriteString(w, Line(l)+"\n")
	return err
}
