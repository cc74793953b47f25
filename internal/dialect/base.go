package dialect

import "trtools/pkg/transcript/outline"

// base is what most formats have in common. A format embeds it, and replaces
// what is different.
type base struct{}

// MakeID: records have no ids.
func (base) MakeID(string, func(string) bool) string { return "" }

// Part is a block of type text, as in most APIs.
func (base) Part(text string) []byte { return textBlock(text) }

// Words: a result is a block of a message, and so is the text.
func (base) Words(_ Result, text string) []byte { return textBlock(text) }

// failed: a result has a flag.
func (base) failed(r *Result) bool { return flagged(r.Item) }

func flagged(item outline.Value) bool { return first(item, "is_error", "isError").True() }

// texts: the content of a result is a string, or parts with texts.
func (base) texts(r *Result, t *texts) { t.content(r.Content) }

// copies: a client keeps no copy of a result for itself.
func (base) copies(outline.Value, *texts) {}

// notice: no client writes into the user's messages.
func (base) notice(*View) bool { return false }

// instructions: they are not in messages of users.
func (base) instructions(*View) bool { return false }
