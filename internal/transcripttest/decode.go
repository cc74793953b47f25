package transcripttest

import (
	"bytes"
	"encoding/json"
)

// object is a decoded JSON object.
type object = map[string]any

// record is an object and the line that it stands on, counted from 1.
type record struct {
	object
	line int
}

// decode returns the lines that are objects.
func decode(data []byte) []record {
	var list []record
	for n := 1; len(data) > 0; n++ {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		var o object
		if len(line) > 0 && json.Unmarshal(line, &o) == nil && o != nil {
			list = append(list, record{o, n})
		}
	}
	return list
}

// at returns what stands at a path of member names.
func at(v any, path ...string) any {
	for _, name := range path {
		o, _ := v.(object)
		v = o[name]
	}
	return v
}

// str is at for a string.
func str(v any, path ...string) string {
	s, _ := at(v, path...).(string)
	return s
}

// arr is at for an array.
func arr(v any, path ...string) []any {
	list, _ := at(v, path...).([]any)
	return list
}

// raw encodes a value again: to compare, or to find words in it.
func raw(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, _ := json.Marshal(v)
	return string(b)
}

// textOf returns the text of a string, or of the first part of an array.
func textOf(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	for _, part := range arr(v) {
		if s := str(part, "text"); s != "" {
			return s
		}
	}
	return ""
}

func (r record) str(path ...string) string { return str(r.object, path...) }
