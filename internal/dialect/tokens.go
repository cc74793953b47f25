package dialect

import (
	"cmp"

	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// Tokens estimates what a provider counts of a record in a request: the message's
// text, names and arguments of its calls, its results, images by their size,
// thinking, and a few tokens for the message itself and for each call and result.
//
// Thinking counts as it stands in the record, whatever the turn: newer models read
// that of earlier turns again, and an API that drops it makes the request smaller
// than it is estimated. Where the words of the thinking are not there, its encrypted
// form or its signature counts by its length. With tokens.Chars4 it is a quarter of
// Chars.
func (v *View) Tokens(m tokens.Model) int {
	if m == tokens.Chars4 {
		return tokens.OfChars(v.Chars())
	}
	n := v.bodyTokens(m)
	for i := range v.Calls {
		c := &v.Calls[i]
		n += m.Call() + stringTokens(m, c.Name) + argumentTokens(m, c.Args)
	}
	for i := range v.Results {
		n += m.Call() + valueTokens(m, v.Results[i].Content)
	}
	if v.Role != NoRole {
		n += m.Message()
	}
	return n
}

// SizeOf returns what result k adds to the chars and the tokens of its record.
func (v *View) SizeOf(m tokens.Model, k int) (chars, estimated int) {
	chars = leafChars(v.Results[k].Content)
	if m == tokens.Chars4 {
		return chars, tokens.OfChars(chars)
	}
	return chars, m.Call() + valueTokens(m, v.Results[k].Content)
}

// ReplacedTokens estimates the tokens of the text that a boundary puts in place of
// the history before it: see Replaced.
func (v *View) ReplacedTokens(m tokens.Model) int {
	if v.List.Exists() || v.Instead.Kind() != outline.String {
		return 0
	}
	return m.Message() + stringTokens(m, v.Instead)
}

// bodyTokens estimates the message itself: words, media and thinking.
func (v *View) bodyTokens(m tokens.Model) (n int) {
	for t := range v.Words() {
		n += stringTokens(m, t)
	}
	for b := range v.Body.All() {
		switch {
		case b.Kind() != outline.Object:
		case isMedia(b):
			n += mediaTokens(m, b)
		case hosted(b):
			n += m.Call() + argumentTokens(m, b.Get("input")) + valueTokens(m, b.Get("content"))
		default:
			n += thinkingTokens(m, b)
		}
	}
	if v.Body != v.Msg {
		n += thinkingTokens(m, v.Msg)
	}
	return n
}

// hosted reports whether a block is a call or a result of a tool that the provider
// runs: it needs no pairing, and is read as any other.
func hosted(b outline.Value) bool {
	return b.Get("type").IsAny("server_tool_use", "web_search_tool_result", "web_fetch_tool_result",
		"code_execution_tool_result", "mcp_tool_use", "mcp_tool_result")
}

// thinkingTokens estimates the thinking of a block, an item or a message: its words
// where they are there, else what hides them.
func thinkingTokens(m tokens.Model, b outline.Value) (n int) {
	switch typ := b.Get("type"); {
	case typ.Is("thinking"):
		return cmp.Or(stringTokens(m, b.Get("thinking")), encryptedTokens(b.GetAny("signature", "thinkingSignature")))
	case typ.Is("redacted_thinking"):
		return encryptedTokens(b.Get("data"))
	case typ.IsAny("reasoning", "compaction", "compaction_summary"):
		if n = encryptedTokens(b.Get("encrypted_content")); n > 0 {
			return n
		}
		return valueTokens(m, b.Get("summary")) + valueTokens(m, b.Get("content"))
	}
	if b.Get("thought").True() {
		return stringTokens(m, b.Get("text"))
	}
	if r := b.Get("reasoningContent"); r.Exists() {
		hidden := encryptedTokens(r.Path("reasoningText", "signature")) + encryptedTokens(r.Get("redactedContent"))
		return cmp.Or(stringTokens(m, r.Path("reasoningText", "text")), hidden)
	}
	if r := b.Get("reasoning_content"); r.Exists() {
		return stringTokens(m, r)
	}
	return stringTokens(m, b.Get("reasoning"))
}

// encryptedTokens estimates encrypted thinking by its length.
func encryptedTokens(data outline.Value) int {
	if data.Kind() != outline.String {
		return 0
	}
	return tokens.Encrypted(len(data.Raw()) - 2)
}

// valueTokens estimates a result: all its strings, the names and the numbers of
// structured ones, and its images.
func valueTokens(m tokens.Model, v outline.Value) (n int) {
	switch v.Kind() {
	case outline.String:
		return stringTokens(m, v)
	case outline.Array:
		for el := range v.All() {
			n += valueTokens(m, el)
		}
	case outline.Object:
		if isMedia(v) {
			return mediaTokens(m, v)
		}
		if v.Get("type").IsAny("text", "input_text", "output_text", "summary_text", "reasoning_text") {
			return stringTokens(m, v.Get("text"))
		}
		for el := range v.All() {
			if k := string(el.Key()); k != "type" && !holdsData(v, k) {
				n += m.JSON(el.Key()) + perMember + valueTokens(m, el)
			}
		}
	case outline.Invalid:
	default: // a number, true, false or null
		n = m.Text(v.Raw())
	}
	return n
}

// perMember is what the quotes, colon and comma around a member's name cost.
const perMember = 2

func stringTokens(m tokens.Model, v outline.Value) int {
	raw := v.Raw()
	if v.Kind() != outline.String || len(raw) < 2 {
		return 0
	}
	return m.JSON(raw[1 : len(raw)-1])
}

// argumentTokens estimates arguments as the JSON text that they are, in a string or
// not.
func argumentTokens(m tokens.Model, v outline.Value) int {
	if v.Kind() == outline.String {
		return stringTokens(m, v)
	}
	return m.Text(v.Raw())
}

// mediaTokens estimates a block that holds an image or a file: a text as such, all
// else by the size of the image that its longest string is. A file that is none, and
// what is only named by its address, count as the most that an image costs.
func mediaTokens(m tokens.Model, b outline.Value) int {
	if s := b.Get("source"); s.Get("type").Is("text") {
		return stringTokens(m, s.Get("data"))
	}
	raw := longestString(b).Raw()
	if len(raw) < 2 {
		return 0
	}
	return tokens.ImageBase64(raw[1 : len(raw)-1])
}

// longestString returns the string of the most bytes inside a value.
func longestString(v outline.Value) (longest outline.Value) {
	if v.Kind() == outline.String {
		return v
	}
	for el := range v.All() {
		if s := longestString(el); len(s.Raw()) > len(longest.Raw()) {
			longest = s
		}
	}
	return longest
}
