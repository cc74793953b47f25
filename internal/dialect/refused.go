package dialect

import (
	"strings"
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
)

// NoContent is the text of a message that was empty and cannot go.
const NoContent = "[This message had no content.]"

// Fill returns the edits that give a message which holds nothing but blank texts
// a text in their place.
func (v *View) Fill(text string) []outline.Edit {
	switch v.Body.Kind() {
	case outline.Array:
		list := outline.Without(v.Body, func(b outline.Value) bool { t := WordsOf(b); return t.Exists() && Blank(t) })
		list.Insert(v.Body.Len()-1, v.Format.Part(text))
		return list.Edits()
	case outline.String:
		return []outline.Edit{replace(v.Body, outline.Quote(text))}
	}
	return v.Edits(&Change{Tail: [][]byte{v.Format.Part(text)}})
}

// Trailing returns the last text of a message, and which bytes of it are the white space that
// it ends in.
func (v *View) Trailing() (last outline.Value, start, end int) {
	for last = range v.Words() {
	}
	raw := last.Raw()
	kept := min(1, len(raw)) // the quotation mark
	for i := kept; i < len(raw)-1; {
		r, n := charAt(raw[i:])
		if i += n; !strings.ContainsRune(" \t\r\n", r) {
			kept = i
		}
	}
	return last, kept, max(kept, len(raw)-1)
}

// charAt reads the character that the text of a JSON string begins with, and how many bytes
// spell it.
func charAt(raw []byte) (r rune, size int) {
	if raw[0] == '\\' {
		size, r = outline.DecodeEscape(raw)
		return r, size
	}
	return utf8.DecodeRune(raw)
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
	list := outline.NewList(r.Item.GetAny("functionResponse", "function_response"))
	list.Insert(-1, append([]byte(`"name":`), outline.Quote(name)...))
	return list.Edits()
}
