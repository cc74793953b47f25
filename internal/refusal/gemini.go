package refusal

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

var contents = []string{"gemini"}

// geminiAPI are the rows of Google's generateContent.
var geminiAPI = []Rule{
	{
		Code: transcript.EmptyContent, APIs: Gemini, Formats: contents, Place: "parts of a content",
		Error:   "must include at least one parts field",
		Source:  "the sentence stands in ten public files, 2025-11 to 2026-11",
		Repair:  "the content goes; where the roles would not alternate, a text stands in it: " + dialect.NoContent,
		message: emptyMessage,
	},
	{
		Code: transcript.EmptyContent, APIs: Gemini, Formats: contents, Place: "text part that is not signed",
		Error:  "parts are not empty, text is not blank",
		Source: "ai.google.dev",
		Repair: "the part goes",
		block:  blankPart,
	},
	{
		Code: transcript.MissingSignature, APIs: Gemini, Formats: contents, Place: "first functionCall of a step",
		Error:   "Function call is missing a thought_signature in functionCall parts.",
		Source:  "ai.google.dev, thought signatures; Antigravity-Manager#3202",
		Help:    "begin the turn again: a signature cannot be made",
		history: withoutSignature, unnoted: true,
	},
	{
		Code: transcript.RoleOrder, APIs: Gemini, Formats: contents, Place: "content with a functionCall",
		Error:   "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
		Source:  "google-gemini/gemini-cli#26486",
		Help:    "join it with the content in front of it",
		history: callsBehindModel, unnoted: true,
	},
}

// blankPart is blankText; what is signed stays as it is.
func blankPart(m *Message, list, b outline.Value) (f Fault, ok bool) {
	if first(b, "thoughtSignature", "thought_signature").Exists() {
		return f, false
	}
	return blankText(m, list, b)
}

// withoutSignature finds calls of the open turn that lack the signature, where others of
// the history have it.
func withoutSignature(h *History, found func(Fault)) {
	signed := false
	for i := range h.Messages {
		signed = signed || h.Messages[i].Signed
	}
	for i := h.openFrom(); signed && i < len(h.Messages); i++ {
		if m := &h.Messages[i]; m.Calls && !m.Signed {
			found(Fault{Ref: i, Block: -1, Why: "a call without the signature that others of this history have"})
		}
	}
}

func callsBehindModel(h *History, found func(Fault)) {
	for i := 1; h.Whole && i < len(h.Messages); i++ {
		if m, before := &h.Messages[i], &h.Messages[i-1]; m.Calls && m.Role == dialect.Assistant && before.Role == dialect.Assistant && !before.Calls {
			found(Fault{Ref: i, Block: -1, Why: "calls behind another message of the model"})
		}
	}
}
