package refusal

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

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
	h.unsignedCalls(true, "a call without the signature that others of this history have", found)
}

// withoutAnySignature finds them where none of the history has one.
func withoutAnySignature(h *History, found func(Fault)) {
	h.unsignedCalls(false, "a call without a signature", found)
}

// unsignedCalls finds the contents of the open turn whose first call is not signed, if others
// are or are not.
func (h *History) unsignedCalls(others bool, why string, found func(Fault)) {
	if slices.ContainsFunc(h.Messages, func(m Turn) bool { return m.Signed }) != others {
		return
	}
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
