package refusal

import (
	"slices"

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
		Repair:  "the content is removed; where the roles would not alternate, it gets the text " + dialect.NoContent,
		message: emptyMessage,
	},
	{
		Code: transcript.EmptyContent, APIs: Gemini, Formats: contents, Place: "text part that is not signed",
		Error:  "parts are not empty, text is not blank",
		Source: "ai.google.dev",
		Repair: "the part is removed",
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
		Code: transcript.MissingSignature, APIs: Gemini, Models: []string{"gemini"}, Since: "3", Formats: contents, Place: "first functionCall of a step, where none is signed",
		Error:   "Function call is missing a thought_signature in functionCall parts.",
		Source:  "ai.google.dev, thought signatures",
		Help:    "begin the turn again: a signature cannot be made",
		history: withoutAnySignature, unnoted: true,
	},
	{
		Code: transcript.MixedContent, APIs: Gemini, Formats: contents, Place: "response of a functionResponse",
		Error:   "Invalid value at 'contents[2].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct)",
		Source:  "ai.google.dev: the response is an object",
		Repair:  "it becomes the output of an object",
		message: looseResponse,
	},
	{
		Code: transcript.RoleOrder, APIs: Gemini, Formats: contents, Place: "content with a functionCall",
		Error:   "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
		Source:  "google-gemini/gemini-cli#26486",
		Help:    "join it with the content in front of it",
		history: callsBehindModel, unnoted: true,
	},
}

// blankPart is blankText, and finds parts with nothing in them; what is signed stays as it is.
func blankPart(m *Message, list, b outline.Value) (f Fault, ok bool) {
	switch {
	case signed(b):
		return f, false
	case b.Kind() == outline.Object && b.Len() == 0:
		return Fault{Void: list.Len() == 1, Why: "a part without anything"}, true
	}
	return blankText(m, list, b)
}

// withoutSignature finds calls of the open turn that lack the signature, where others of
// the history have it.
func withoutSignature(h *History, found func(Fault)) {
	if h.isSigned() {
		h.unsignedCalls(found, "a call without the signature that others of this history have")
	}
}

// withoutAnySignature finds them where none of the history has one.
func withoutAnySignature(h *History, found func(Fault)) {
	if !h.isSigned() {
		h.unsignedCalls(found, "a call without a signature")
	}
}

func (h *History) isSigned() bool {
	return slices.ContainsFunc(h.Messages, func(m Turn) bool { return m.Signed })
}

// unsignedCalls finds the contents of the open turn whose first call is not signed.
func (h *History) unsignedCalls(found func(Fault), why string) {
	for i := h.openFrom(); i < len(h.Messages); i++ {
		if m := &h.Messages[i]; m.Calls && m.Role == dialect.Assistant && !signed(h.View(i).FirstCall()) {
			found(Fault{Ref: i, Block: -1, Why: why})
		}
	}
}

func signed(part outline.Value) bool {
	return part.GetAny("thoughtSignature", "thought_signature").Exists()
}

// looseResponse finds responses that are no object.
func looseResponse(m *Message, c *checker) {
	for i := range m.Results {
		t := m.Results[i].Content
		if k := t.Kind(); t.Exists() && k != outline.Object && k != outline.Null {
			c.add(Fault{In: m.Results[i].Item, At: t, Text: []byte(`{"output":` + string(t.Raw()) + `}`), Why: "a response that is no object"})
		}
	}
}

func callsBehindModel(h *History, found func(Fault)) {
	for i := range h.Messages {
		m := &h.Messages[i]
		switch {
		case !h.Whole || !m.Calls || m.Role != dialect.Assistant:
		case i == 0:
			found(Fault{Ref: i, Block: -1, Why: "calls before any message of the user"})
		case h.Messages[i-1].Role == dialect.Assistant && !h.Messages[i-1].Calls:
			found(Fault{Ref: i, Block: -1, Why: "calls behind another message of the model"})
		}
	}
}
