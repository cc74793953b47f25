package dialect

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
)

// Limit is what an API allows in an id or a name. The zero Limit allows
// everything.
type Limit struct {
	Max   int    // the greatest length in characters, 0 for any
	Extra string // what is allowed besides ASCII letters and digits
	Word  bool   // nothing else is allowed
}

// wrong says what is wrong with a text, "" if nothing is.
func (l Limit) wrong(what string, text []byte) string {
	if l.Word {
		if i := bytes.IndexFunc(text, func(r rune) bool { return !l.allows(r) }); i >= 0 {
			return fmt.Sprintf("its %s holds characters other than letters, digits and %s", what, l.Extra)
		}
	}
	if l.Max > 0 && outline.RuneCount(text) > l.Max {
		return fmt.Sprintf("its %s is longer than %d characters", what, l.Max)
	}
	return ""
}

func (l Limit) allows(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(l.Extra, r)
}

// BadID says why the API refuses the id of a call, "" if it takes it. An empty
// id is a matter of its own.
func (r Rules) BadID(id []byte) string { return r.ID.wrong("id", id) }

// BadName says why the API refuses the name of a tool in a call, "" if it takes
// it.
func (r Rules) BadName(name []byte) string {
	if len(bytes.TrimSpace(name)) == 0 {
		return "it has no tool name"
	}
	if bytes.ContainsFunc(name, func(r rune) bool { return r < 0x20 || r == 0x7f }) {
		return "its tool name holds control characters"
	}
	return r.Tool.wrong("tool name", name)
}

// Empty says which empty content an API refuses.
type Empty uint8

const (
	EmptyPasses Empty = iota // none
	EmptyPrompt              // a user's message without anything in it
	EmptyBlocks              // any message without anything in it, and blocks of blank text
)

// EmptyContent says why the API refuses a message for being empty, "" if it
// does not. Anthropic's API takes an empty message of the model at the end of a
// request: whether this is the last one only the caller knows.
func (v *View) EmptyContent() string {
	refused := v.Format.Rules().Empty
	if refused == EmptyPasses || v.Class != Message || refused == EmptyPrompt && v.Role != User {
		return ""
	}
	blanks, all := v.blankTexts()
	switch {
	case blanks == all && len(v.Calls)+len(v.Results) == 0:
		return "it is a message without content"
	case blanks > 0 && refused == EmptyBlocks:
		return "it holds a blank text"
	}
	return ""
}

// BlankTexts returns the blocks of a message that hold nothing but blank text.
func (v *View) BlankTexts() (blocks []outline.Value) {
	for b := range v.Body.All() {
		if t := wordsOf(b); t.Exists() && blank(t) {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// blankTexts counts the blank texts of a message, and everything in it.
func (v *View) blankTexts() (blanks, all int) {
	if v.Body.Kind() != outline.Array {
		if blank(v.Body) {
			return 0, 0
		}
		return 0, 1
	}
	return len(v.BlankTexts()), v.Body.Len()
}

// TrailingSpace reports whether the last text of a message of the model ends in
// white space, and the API refuses that where it is the last message of a
// request: "final assistant content cannot end with trailing whitespace".
func (v *View) TrailingSpace() bool {
	if !v.Format.Rules().Prefill || v.Role != Assistant || len(v.Calls) > 0 {
		return false
	}
	var last string
	for t := range v.Words() {
		last = t.Text()
	}
	return last != "" && strings.TrimRight(last, " \t\r\n") != last
}

// isWord reports whether a text begins with a character that is no white space.
func isWord(raw []byte) bool {
	r, size := utf8.DecodeRune(raw)
	return size > 1 && !unicode.IsSpace(r)
}

// blank reports whether the text of v holds nothing but white space, or is not there. How
// most texts begin tells. What is neither a text nor null is not understood, and no blank.
func blank(v outline.Value) bool {
	if kind := v.Kind(); kind != outline.String {
		return kind == outline.Invalid || kind == outline.Null
	}
	for raw := v.Raw()[1:]; ; {
		switch c := raw[0]; {
		case c == ' ':
			raw = raw[1:]
		case c == '\\' && (raw[1] == 'n' || raw[1] == 't'):
			raw = raw[2:]
		case c == '\\' && bytes.HasPrefix(raw, []byte(`\u001`)): // as the colors of a terminal begin
			return false
		case c > ' ' && c < utf8.RuneSelf && c != '\\':
			return c == '"'
		case c >= utf8.RuneSelf && isWord(raw):
			return false
		default:
			return len(bytes.TrimSpace(v.Bytes())) == 0
		}
	}
}
