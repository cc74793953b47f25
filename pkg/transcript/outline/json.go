package outline

import (
	"bytes"

	"github.com/goccy/go-json"
)

// Quote returns s as a JSON string. Only what must be escaped is.
func Quote(s string) []byte { return AppendQuote(make([]byte, 0, len(s)+len(`""`)), s) }

// AppendQuote appends what Quote returns to b.
func AppendQuote[T string | []byte](b []byte, s T) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return append(b, Marshal(string(s))...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// Marshal returns v as compact JSON, without the escapes for HTML.
func Marshal(v any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("outline: " + err.Error()) // only our own plain structs and strings come here
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}
