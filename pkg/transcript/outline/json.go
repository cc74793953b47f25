package outline

import (
	"bytes"

	"github.com/goccy/go-json"
)

// This file is the only one that knows the JSON library.

// Unquote decodes a JSON string with its quotes. Lone surrogates and bad UTF-8
// become U+FFFD, as in encoding/json.
func Unquote(raw []byte) (string, bool) {
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err == nil
}

// Quote returns s as a JSON string. Only what must be escaped is.
func Quote(s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return Marshal(s)
		}
	}
	quoted := append(make([]byte, 0, len(s)+len(`""`)), '"')
	return append(append(quoted, s...), '"')
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
