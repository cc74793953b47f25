package outline

import (
	"bytes"
	"encoding/json"
)

// Quote returns s as a JSON string. Only what must be escaped is.
func Quote(s string) []byte {
	return Marshal(s)
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
