package dialect

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// ownNotice is how the notice begins that tr-recover puts into a history.
const ownNotice = "[SYSTEM NOTICE - PAYLOAD LIMIT HIT]"

// Notice reports whether a client wrote the message, and not the user whose
// role it has: commands, reminders, surroundings, interruptions.
func (v *View) Notice() bool {
	if v.Meta || v.Role != User {
		return v.Meta
	}
	return v.startsWith(ownNotice, shortenedStart, NoContent) || v.Format.notice(v)
}

// Instructions reports whether the message holds instructions that the client
// wrote once, and does not write again: they stay like a system prompt.
func (v *View) Instructions() bool {
	return v.Class == Message && v.Role == User && v.Format.instructions(v)
}

// Prompt reports whether the message holds words of the user's own, and does
// not stand for others.
func (v *View) Prompt() bool {
	return v.Role == User && v.Text && !v.Summarizes() && !v.Notice()
}

// BeginsTurn reports whether a turn begins with the message, as Codex counts those that
// it takes back: it looks at the role and at what it writes itself, so that a summary and
// a notice of this project count like words of the user.
func (v *View) BeginsTurn() bool {
	return v.Class == Message && v.Role == User && v.Text && len(v.Results) == 0 && !v.Meta && !v.Format.notice(v)
}

// startsWith reports whether the message's first text begins with one of the
// given ones.
func (v *View) startsWith(texts ...string) bool {
	return begins(v.firstWords(), texts)
}

// anyStartsWith is startsWith for any of the message's texts.
func (v *View) anyStartsWith(texts ...string) bool {
	for t := range v.Words() {
		if begins(t, texts) {
			return true
		}
	}
	return false
}

// begins reports whether a JSON string begins with one of the given texts, in
// which nothing needs an escape.
func begins(v outline.Value, texts []string) bool {
	raw := v.Raw()
	if len(raw) < 2 {
		return false
	}
	for _, t := range texts {
		if bytes.HasPrefix(raw[1:], []byte(t)) {
			return true
		}
	}
	return false
}

func (v *View) firstWords() (first outline.Value) {
	for t := range v.Words() {
		return t
	}
	return outline.Value{}
}
