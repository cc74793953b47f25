package dialect

import "trtools/pkg/transcript/outline"

// base is what most formats have in common. A format embeds it, and replaces
// what is different.
type base struct{}

// Result writes nothing: of most formats of sessions and reports none may be made up, and where
// a result is a part of its call it is written by complete.
func (base) Result(NewResult) []byte { return nil }

// Message writes a message as most APIs take it.
func (base) Message(m NewMessage) []byte {
	return object("role", `"user"`, "content", m.contentString())
}

// MakeID returns a UUID. Formats whose records have no ids write none.
func (base) MakeID(seed string, taken func(string) bool) string { return makeUUID(seed, taken) }

// Part is a block of type text, as in most APIs.
func (base) Part(text string) []byte { return textBlock(text) }

// complete writes nothing, because a result is not a part of its call in most
// formats.
func (base) complete(*View, []Completion) ([]outline.Edit, [][]byte) { return nil, nil }

// bareText is base for formats whose messages hold a text, and no parts.
type bareText struct{ base }

// Part returns the text.
func (bareText) Part(text string) []byte { return outline.Quote(text) }
