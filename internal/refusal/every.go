package refusal

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// twoShapes finds the first calls or results that are spelled as another API does than those
// before them.
func twoShapes(h *History, found func(Fault)) {
	first := ""
	for i := range h.Messages {
		switch m := &h.Messages[i]; {
		case !m.Calls && !m.Results || !Shapes(m.Format):
		case first == "":
			first = m.Format
		case m.Format != first:
			found(Fault{Ref: i, Block: -1, Why: "a message in the shape of " + m.Format + " among those of " + first})
			return
		}
	}
}

// NoImage is the text in place of an image that no API takes.
const NoImage = "[Image removed: not a PNG, JPEG, GIF or WebP]"

// nulCharacters finds strings with \u0000 in what is sent of a message.
func nulCharacters(m *Message, c *checker) {
	if !holdsNUL(m.Msg.Raw()) {
		return
	}
	eachString(m.Msg, []byte(nul), func(s outline.Value) {
		if text := withoutNUL(s.Raw()); len(text) < len(s.Raw()) {
			c.add(Fault{In: s, At: s, Text: text, Why: "the character U+0000 in a string"})
		}
	})
}

const nul = `\u0000`

// holdsNUL reports whether a JSON text holds the escape of U+0000. One of its four zeros
// stands at every place that is looked at.
func holdsNUL(raw []byte) bool {
	for i := 3; i < len(raw); i += 4 {
		if raw[i] == '0' && bytes.Contains(raw[max(0, i-5):min(i+4, len(raw))], []byte(nul)) {
			return true
		}
	}
	return false
}

// withoutNUL returns a JSON string without the escapes of U+0000.
func withoutNUL(raw []byte) []byte {
	out := make([]byte, 0, len(raw))
	for len(raw) > 0 {
		switch {
		case bytes.HasPrefix(raw, []byte(nul)):
			raw = raw[6:]
		case raw[0] == '\\' && len(raw) > 1:
			out, raw = append(out, raw[:2]...), raw[2:]
		default:
			out, raw = append(out, raw[0]), raw[1:]
		}
	}
	return out
}

// unusable finds images that are none.
func unusable(m *Message, i *Image) (Fault, bool) {
	return Fault{Says: NoImage, Why: "an image that no API takes: " + i.Why}, i.Why != ""
}
