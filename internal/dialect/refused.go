package dialect

import (
	"strings"

	"trtools/pkg/transcript/outline"
)

// NoContent is the text of a message that was empty and cannot go.
const NoContent = "[This message had no content.]"

// HoldsBlank reports whether a message of the user or the model holds a blank
// text, or nothing at all. Whether an API minds is EmptyContent's to say, in the
// format that the message turns out to be of. A damaged record has no place for a text.
func (v *View) HoldsBlank() bool {
	if v.Class != Message || v.Damaged || v.Role != User && v.Role != Assistant {
		return false
	}
	blanks, all := v.blankTexts()
	return blanks > 0 || all == 0 && len(v.Calls)+len(v.Results) == 0
}

// OnlyBlank reports whether nothing is left of a message without its blank
// texts.
func (v *View) OnlyBlank() bool {
	blanks, all := v.blankTexts()
	return blanks == all && len(v.Calls)+len(v.Results) == 0
}

// WithoutBlanks returns the edits that take the blank texts out of a message.
func (v *View) WithoutBlanks() []outline.Edit { return v.withoutBlanks().Edits() }

func (v *View) withoutBlanks() *outline.List {
	blanks := starts{}
	for _, b := range v.BlankTexts() {
		blanks.add(b)
	}
	list, i := outline.NewList(v.Body), 0
	for b := range v.Body.All() {
		if blanks.has(b) {
			list.Drop(i)
		}
		i++
	}
	return list
}

// Fill returns the edits that give a message which holds nothing but blank texts
// a text in their place.
func (v *View) Fill(text string) []outline.Edit {
	switch v.Body.Kind() {
	case outline.Array:
		list := v.withoutBlanks()
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

// FitName returns a name like one that the API refuses, which it takes: without
// what follows a token of a chat template, without blanks around it, with an
// underscore for every other character that is not allowed, and cut to length.
func (r Rules) FitName(name string) string {
	fit := name
	if before, _, _ := strings.Cut(name, "<|"); strings.TrimSpace(before) != "" {
		fit = before
	}
	fit = strings.TrimSpace(fit)
	if r.Tool.Word {
		fit = strings.Map(func(c rune) rune {
			if r.Tool.allows(c) {
				return c
			}
			return '_'
		}, fit)
	}
	if list := []rune(fit); r.Tool.Max > 0 && len(list) > r.Tool.Max {
		fit = string(list[:r.Tool.Max])
	}
	return fit
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
