package transcripttest

import (
	"encoding/json"
	"strings"
)

// reordered writes the members of an object in the opposite order. What is no
// object stays.
func reordered(raw string) string {
	dec := json.NewDecoder(strings.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return raw
	}
	text := ""
	for dec.More() {
		key, err := dec.Token()
		var value json.RawMessage
		if err != nil || dec.Decode(&value) != nil {
			return raw
		}
		name, _ := key.(string)
		if text != "" {
			text = "," + text
		}
		text = q(name) + ":" + string(value) + text
	}
	if _, err := dec.Token(); err != nil || dec.More() {
		return raw
	}
	return "{" + text + "}"
}

// spaced puts a blank behind every comma and colon outside of strings.
func spaced(raw string) string {
	var b strings.Builder
	inside := false
	for i := 0; i < len(raw); i++ {
		b.WriteByte(raw[i])
		switch {
		case raw[i] == '"':
			inside = !inside
		case raw[i] == '\\' && inside && i+1 < len(raw):
			i++
			b.WriteByte(raw[i])
		case !inside && (raw[i] == ',' || raw[i] == ':'):
			b.WriteByte(' ')
		}
	}
	return b.String()
}
