package report

import (
	"encoding/base64"
	"io"
	"unicode/utf8"

	"trtools/pkg/transcript"
)

// Rejects writes what was taken out of a transcript, one JSON object a line:
//
//	{"v":1,"file":"s.jsonl","line":12,"offset":3456,"code":"torn-record","raw":"{\"type\":"}
//
// raw holds the bytes as a string. Where they are not valid UTF-8, raw has
// U+FFFD in their place and a further member raw_base64 holds them exactly.
type Rejects struct{ w io.Writer }

// NewRejects returns a Rejects that writes to w.
func NewRejects(w io.Writer) *Rejects { return &Rejects{w} }

type rejectLine struct {
	File   string          `json:"file"`
	Line   int64           `json:"line"`
	Offset int64           `json:"offset"`
	Code   transcript.Code `json:"code"`
	Raw    string          `json:"raw"`
	Base64 string          `json:"raw_base64,omitempty"`
}

// Add writes one line. The bytes of r are not kept.
func (r *Rejects) Add(x transcript.Reject) error {
	l := rejectLine{x.File, x.Line, x.Offset, x.Code, string(x.Raw), ""}
	if !utf8.Valid(x.Raw) {
		l.Base64 = base64.StdEncoding.EncodeToString(x.Raw)
	}
	_, err := io.WriteString(r.w, Line(l)+"\n")
	return err
}
