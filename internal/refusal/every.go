package refusal

import (
	"bytes"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// everyAPI are the rows that hold wherever a history goes, and those of tool names and ids
// that nobody takes.
var everyAPI = []Rule{
	{
		Code: transcript.NULCharacter, APIs: every, Place: "any string of a message",
		Error:   "string contains \\x00",
		Source:  "public reports of 2026: eight answers 400 in a row to one such string",
		Repair:  "the character is removed",
		message: nulCharacters,
	},
	{
		Code: transcript.BadImage, APIs: every, Place: "image",
		Error:  "Could not process image",
		Source: "public reports of 2026; platform.claude.com, vision",
		Repair: "it becomes the text " + NoImage,
		image:  unusable,
	},
	{
		Code: transcript.MixedContent, APIs: every, Place: "calls and results in the shapes of two APIs",
		Error:   "messages: Unexpected role \"tool\". Allowed roles are \"user\" or \"assistant\"; Invalid value: 'tool_use'",
		Source:  "platform.claude.com, platform.openai.com: each takes its own messages",
		Help:    "a converter that left something out has to be run again",
		history: twoShapes,
	},
}

// neutral are the rows of ids and names that no API takes, asked behind those of each.
var neutral = []Rule{
	{
		Code: transcript.BadName, APIs: every &^ (Anthropic | Bedrock | OpenAIResponses), Place: "name of a tool that no API takes",
		Error:  "a name that no API takes: over 128 characters, or with blanks",
		Source: "a public report of 2026: goose wrote the title of a call as its name",
		Repair: "the name is cut to what every API takes",
		tool:   dialect.Limit{Max: 128, NoBlanks: true},
	},
	{
		Code: transcript.BadID, APIs: every &^ (Anthropic | Bedrock | OpenAIResponses), Formats: []string{"openai-chat", "goose"}, Place: "id of a call that no API takes",
		Error:  "string too long. Expected a string with maximum length 64",
		Source: "fastllm#45, openclaw/openclaw#875: the longest limit that is known is 64 characters",
		Repair: "the call and its result get another id",
		id:     dialect.Limit{Max: 128, NoBlanks: true},
	},
}

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
	raw := m.Msg.Raw()
	if !bytes.Contains(raw, []byte("0000")) || !bytes.Contains(raw, []byte(nul)) { // most texts have no four zeros, but backslashes
		return
	}
	eachString(m.Msg, []byte(nul), func(s outline.Value) {
		if text := withoutNUL(s.Raw()); len(text) < len(s.Raw()) {
			c.add(Fault{In: s, At: s, Text: text, Why: "the character U+0000 in a string"})
		}
	})
}

const nul = `\u0000`

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
