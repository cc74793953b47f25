package dialect

import "trtools/pkg/transcript/outline"

// base is what most formats have in common. A format embeds it, and replaces
// what is different.
type base struct{}

// MakeID returns nothing, because most formats give records no ids.
func (base) MakeID(string, func(string) bool) string { return "" }

// Part is a block of type text, as in most APIs.
func (base) Part(text string) []byte { return textBlock(text) }

// Words writes a text block, because a result is a block of a message here.
func (base) Words(_ Result, text string) []byte { return textBlock(text) }

// complete writes nothing, because a result is not a part of its call in most
// formats.
func (base) complete(*View, []Completion) []outline.Edit { return nil }

// failed reads the error flag of the result.
func (base) failed(r *Result) bool { return flagged(r.Item) }

func flagged(item outline.Value) bool { return first(item, "is_error", "isError").True() }

// texts adds the content of a result: a string, or the texts of its parts.
func (base) texts(r *Result, t *texts) { t.content(r.Content) }

// copies adds nothing, because most clients keep no copy of a result.
func (base) copies(outline.Value, *texts) {}

// notice returns false, because most clients write nothing in the user's role.
func (base) notice(*View) bool { return false }

// instructions returns false, because most clients send none in the user's role.
func (base) instructions(*View) bool { return false }
