package dialect

import (
	"strings"

	"trtools/pkg/transcript/outline"
)

// NoContent is the text of a message that was empty and cannot go.
const NoContent = "[This message had no content.]"

// Fill returns the edits that give a message which holds nothing but blank texts
// a text in their place.
func (v *View) Fill(text string) []outline.Edit {
	switch v.Body.Kind() {
	case outline.Array:
		list := without(v.Body, func(b outline.Value) bool { t := WordsOf(b); return t.Exists() && Blank(t) })
		list.Insert(v.Body.Len()-1, v.Format.Part(text))
		return list.Edits()
	case outline.String:
		return []outline.Edit{replace(v.Body, outline.Quote(text))}
	}
	return v.Edits(&Change{Tail: [][]byte{v.Format.Part(text)}})
}

// Trailing returns where the white space begins and ends that the last text of a
// message ends in, at positions of the text that v refers to.
func (v *View) Trailing() (start, end int) {
	var last outline.Value
	for t := range v.Words() {
		last = t
	}
	at, _ := last.Span()
	raw := last.Raw()
	kept := min(1, len(raw)) // the quotation mark
	for i := kept; i < len(raw)-1; {
		n := unitLen(raw[i:])
		if !isSpace(string(raw[i : i+n])) {
			kept = i + n
		}
		i += n
	}
	return at + kept, at + max(kept, len(raw)-1)
}

// unitLen returns how many bytes spell the next character, or a part of it.
func unitLen(raw []byte) int {
	switch {
	case raw[0] != '\\' || len(raw) < 2:
		return 1
	case raw[1] == 'u':
		return min(6, len(raw))
	}
	return 2
}

// isSpace knows every spelling of the white space that APIs mind at the end.
func isSpace(unit string) bool {
	switch strings.ToLower(unit) {
	case " ", `\t`, `\r`, `\n`, `\u0020`, `\u0009`, `\u000d`, `\u000a`:
		return true
	}
	return false
}

// SetTool returns the edits that change the name of the tool that call n calls.
func (v *View) SetTool(n int, name string) []outline.Edit {
	return rename(v.Calls[n].Name, name)
}

// NameResult returns the edits that have result n name its tool.
func (v *View) NameResult(n int, name string) []outline.Edit {
	r := &v.Results[n]
	if r.Name.Exists() {
		return rename(r.Name, name)
	}
	list := outline.NewList(first(r.Item, "functionResponse", "function_response"))
	list.Insert(-1, append([]byte(`"name":`), outline.Quote(name)...))
	return list.Edits()
}
