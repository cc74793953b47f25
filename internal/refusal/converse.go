package refusal

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// withoutTools finds a request with calls or results that declares no tools.
func withoutTools(h *History, found func(Fault)) {
	for i := range h.Messages {
		if m := &h.Messages[i]; h.Request && (m.Calls || m.Results) && !h.Body.Get("toolConfig").Exists() {
			found(Fault{Ref: i, Block: -1, Why: "tool blocks in a request that has no toolConfig"})
			return
		}
	}
}

// besideResults finds text in a message with results.
func besideResults(m *Message, c *checker) {
	for t := range m.Words() {
		if len(m.Results) > 0 && !dialect.Blank(t) {
			c.add(Fault{At: t, Why: "text beside the results of tools"})
			return
		}
	}
}

// unsignedText is unsigned for the blocks of Converse.
func unsignedText(m *Message, _, b outline.Value) (f Fault, ok bool) {
	t := b.Path("reasoningContent", "reasoningText")
	return Fault{Keep: m.Open, Why: "reasoning whose signature is missing or not base64"}, m.Role == dialect.Assistant && t.Exists() && t.Get("signature").Blank()
}

// emptyErrors finds error results without content.
func emptyErrors(m *Message, c *checker) {
	for i := range m.Results {
		if r := &m.Results[i]; r.Content.Kind() == outline.Array && r.Content.Len() == 0 && m.Failed(r) {
			c.add(Fault{In: r.Content, At: r.Content, Put: m.Format.Part(NoOutput), Why: "an error result without content"})
		}
	}
}

func beginsWithModel(h *History, found func(Fault)) {
	if h.Whole && len(h.Messages) > 0 && h.Messages[0].Role == dialect.Assistant {
		found(Fault{Block: -1, Why: "a history that begins with a message of the model"})
	}
}

func alternates(h *History, found func(Fault)) {
	for i := 1; h.Whole && i < len(h.Messages); i++ {
		if h.Messages[i].Role == h.Messages[i-1].Role {
			found(Fault{Ref: i, Block: -1, Why: "two messages of one role in a row"})
		}
	}
}
