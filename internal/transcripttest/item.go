package transcripttest

import (
	"bytes"
	"encoding/json"
)

// Item is one message of a history as a provider would get it, or one item of
// the Responses API.
type Item struct {
	Role    string // user, assistant, tool, system
	Calls   []CallItem
	Results []ResultItem
	Text    string
	Late    bool // a result stands behind text
	Meta    bool // a notice of the client
}

// CallItem is a call on the wire.
type CallItem struct{ ID, Name, Kind, Args string }

// ResultItem is a result on the wire.
type ResultItem struct{ ID, Name, Kind, Text string }

// object is a decoded JSON object.
type object = map[string]any

// decode returns the objects among the lines, the others as nil.
func decode(data []byte) []object {
	var list []object
	for _, line := range bytes.Split(data, []byte("\n")) {
		var o object
		if json.Unmarshal(line, &o) != nil {
			o = nil
		}
		list = append(list, o)
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

// say adds a text to the item.
func (it *Item) say(text string) {
	if it.Text == "" {
		it.Text = text
	}
}

// result adds a result.
func (it *Item) result(r ResultItem) {
	it.Late = it.Late || it.Text != ""
	it.Results = append(it.Results, r)
}
