package refusal

import (
	"fmt"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// blocks are the formats of its messages; of Droid's, which may go elsewhere, only what was
// seen to be refused.
var (
	blocks     = []string{"anthropic", "claude-code"}
	blocksToo  = []string{"anthropic", "claude-code", "droid"}
	everyBlock = []string{"anthropic", "claude-code", "droid", "converse"}
)

// anthropicAPI are the rows of the Messages API of Anthropic.
var anthropicAPI = []Rule{
	{
		Code: transcript.EmptyContent, APIs: Anthropic, Formats: blocksToo, Place: "content of a message",
		Error:   "messages.4: all messages must have non-empty content except for the optional final assistant message",
		Source:  "anthropics/claude-code#6774",
		Repair:  "the message goes; where it cannot, a text stands in it: " + dialect.NoContent,
		message: emptyMessage,
	},
	{
		Code: transcript.EmptyContent, APIs: Anthropic | Bedrock, Formats: everyBlock, Place: "text block, also beside images",
		Error:  "messages: text content blocks must be non-empty; text content blocks must contain non-whitespace text",
		Source: "cai#182, public reports of 2026",
		Repair: "the block goes",
		block:  blankText,
	},
	{
		Code: transcript.EmptyContent, APIs: Anthropic | Bedrock, Formats: everyBlock, Place: "text block inside a tool result",
		Error:  "text content blocks must be non-empty",
		Source: "public reports of 2026",
		Repair: "the block goes; an error result keeps a text: " + NoOutput,
		inside: blankTextInside,
	},
	{
		Code: transcript.BadID, APIs: Anthropic, Formats: blocksToo, Place: "id of a tool_use",
		Error:  "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
		Source: "microsoft/vscode#327597, maximhq/bifrost#5097",
		Repair: "the call and its result get another id",
		id:     dialect.Limit{Word: true, Extra: "_-"},
	},
	{
		Code: transcript.BadName, APIs: Anthropic, Formats: blocksToo, Place: "name of a tool_use",
		Error:  "tool_use.name: String should have at most 200 characters",
		Source: "anthropics/claude-code#2673",
		Repair: "the name is cut",
		tool:   dialect.Limit{Max: 200},
	},
	{
		Code: transcript.BadImage, APIs: Anthropic | Bedrock, Place: "image whose type is not that of its bytes",
		Error:  "The image was specified using the image/png media type, but the image appears to be a image/jpeg image",
		Source: "the sentence stands in ten public files, 2025-11 to 2026-11",
		Repair: "the type becomes that of the bytes",
		image:  mistyped,
	},
	{
		Code: transcript.BadImage, APIs: Anthropic, Formats: blocks, Place: "image in an error result",
		Error:  "all content must be type 'text' if 'is_error' is true",
		Source: "vellum-ai PR 18387",
		Repair: "a text takes its place: " + NoErrorImage,
		inside: imageInError,
	},
	{
		Code: transcript.BadReasoning, APIs: Anthropic, Formats: blocks, Place: "thinking block",
		Error:  "thinking.signature: Field required; Invalid `signature` in `thinking` block; each thinking block must contain thinking",
		Source: "openclaw/openclaw#10775; the sentence stands in ten public files",
		Repair: "in a finished turn the block goes",
		Help:   "in the turn that is still open nothing can be put in its place: begin it again",
		block:  unsigned,
	},
	{
		Code: transcript.HalfServerCall, APIs: Anthropic, Formats: blocks, Place: "server_tool_use, mcp_tool_use and their results",
		Error:   "`web_search` tool use with id `srvtoolu_…` was found without a corresponding `web_search_tool_result` block; unexpected `tool_use_id` found in `advisor_tool_result` blocks",
		Source:  "lisette #108, anthropics/claude-code#63553",
		Repair:  "the half goes",
		history: halfServerCalls, marks: isServers,
	},
	{
		Code: transcript.BadCacheControl, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "cache_control of a thinking block",
		Error:  "cache_control is not allowed on thinking blocks",
		Source: "the sentence stands in ten public files, 2025-11 to 2026-11",
		Repair: "the member goes",
		block:  cachedThinking,
	},
	{
		Code: transcript.BadCacheControl, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "cache_control beyond four",
		Error:   "A maximum of 4 blocks with cache_control may be provided. Found 5.",
		Source:  "the sentence stands in ten public files, 2025-11 to 2026-11",
		Repair:  "the oldest ones beyond the newest four go",
		history: tooManyCached, marks: isCached,
	},
	{
		Code: transcript.BadCacheControl, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "cache_control of an hour behind one of five minutes",
		Error:   "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
		Source:  "the sentence stands in ten public files, 2025-11 to 2026-11",
		Repair:  "the member of the later one goes",
		history: laterHours, marks: isCached,
	},
	{
		Code: transcript.ExtraMember, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "members of a block that only streams have",
		Error:  "Extra inputs are not permitted",
		Source: "public files, 2025-11 to 2026-11",
		Repair: "the member goes",
		block:  streamed,
	},
	{
		Code: transcript.TrailingSpace, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "last text of a last message of the model",
		Error:   "final assistant content cannot end with trailing whitespace",
		Source:  "docs.anthropic.com, prefill",
		Repair:  "the white space goes",
		message: trailingSpace,
	},
	{
		Code: transcript.LargeImage, APIs: Anthropic, Place: "image",
		Error:  "image dimensions exceed max allowed size: 8000 pixels; image exceeds 5 MB maximum",
		Source: "platform.claude.com, vision",
		Help:   "tr-recover and tr-microcompact --image-turns take images out",
		image:  tooLarge,
	},
	{
		Code: transcript.LargeImage, APIs: Anthropic, Place: "images of a request",
		Error:   "At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels",
		Source:  "anthropics/claude-code#34025; the sentence stands in ten public files",
		Help:    "tr-recover and tr-microcompact --image-turns take images out",
		history: manyImages,
	},
	{
		Code: transcript.Prefill, APIs: Anthropic, Models: []string{"opus-4-6", "opus-4-7", "opus-4-8", "sonnet-4-6"}, Formats: []string{"anthropic"}, Place: "last message of a request",
		Error:   "This model does not support assistant message prefill. The conversation must end with a user message.",
		Source:  "the sentence stands in ten public files, 2025-11 to 2026-11",
		Help:    "end the request with a message of the user",
		history: prefilled, unnoted: true,
	},
	{
		Code: transcript.MixedContent, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "text beside the results of programmatic calls",
		Error:   "no text beside the results of programmatic calls",
		Source:  "platform.claude.com, programmatic tool calling",
		Help:    "send the text in a later message",
		history: besideProgrammatic, marks: isServers,
	},
	{
		Code: transcript.MissingMember, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "container of a request",
		Error:   "container_id is required when there are pending tool uses generated by code execution with tools",
		Source:  "platform.claude.com, programmatic tool calling; the sentence stands in ten public files",
		Help:    "give the request the container of the answer before",
		history: withoutContainer, marks: isServers,
	},
	{
		Code: transcript.UnknownReference, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "tool_reference in a result",
		Error:   "Tool reference 'LSP' not found in available tools",
		Source:  "anthropics/claude-code#78485, #79970, #82004",
		Help:    "give the request the tool, or take the result out that names it",
		history: unknownReferences, marks: hasReference,
	},
	{
		Code: transcript.MissingReasoning, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "last message of the model, with calls, where thinking is enabled",
		Error:   "Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block",
		Source:  "anomalyco/opencode#3077",
		Help:    "turn thinking off for this turn, or begin the turn again",
		history: withoutThinking, unnoted: true,
	},
}

// NoOutput is the text of an error result that had none, NoErrorImage that in place of an
// image in one.
const (
	NoOutput     = "[This result had no content.]"
	NoErrorImage = "[Image removed: an error result holds text only]"
)

// emptyMessage finds messages with nothing in them.
func emptyMessage(m *Message, c *checker) {
	if m.Role != dialect.User && m.Role != dialect.Assistant || len(m.Calls)+len(m.Results) > 0 {
		return
	}
	switch k := m.Body.Kind(); {
	case k == outline.Array && m.Body.Len() > 0, k != outline.Array && !dialect.Blank(m.Body):
		return
	case m.Last && m.Role == dialect.Assistant && !m.Format.Rules().Alternates && !m.TrailingSpace():
		return // the beginning of an answer
	}
	c.add(Fault{Void: true, Why: "a message without content"})
}

// blankText finds blocks of nothing but blank text.
func blankText(m *Message, list, b outline.Value) (f Fault, ok bool) {
	t := dialect.WordsOf(b)
	switch {
	case !t.Exists() || !dialect.Blank(t) || m.Role != dialect.User && m.Role != dialect.Assistant:
		return f, false
	case m.Role == dialect.Assistant && m.Format.Rules().Beside && !t.Reads(""):
		return f, false // Claude Code writes "\n\n" in front of calls, and does not send it
	}
	return Fault{Void: list.Len() == 1 && len(m.Calls)+len(m.Results) == 0, Why: "a blank text"}, true
}

// blankTextInside finds them in the content of a result. Of an error result a text has to
// be left.
func blankTextInside(m *Message, list, b outline.Value) (f Fault, ok bool) {
	t := dialect.WordsOf(b)
	if !t.Exists() || !dialect.Blank(t) {
		return f, false
	}
	f = Fault{Why: "a blank text in a tool result"}
	if list.Len() == 1 && m.Format.Rules().Alternates {
		f.Text = part(m, NoOutput)
	}
	return f, true
}

// mistyped finds images that are said to be of another type than they are.
func mistyped(m *Message, i *Image) (f Fault, ok bool) {
	says := i.Says
	if says == "image/jpg" {
		says = "image/jpeg"
	}
	if i.Type == "" || i.Why != "" || !i.Named.Exists() || says == "image/"+i.Type {
		return f, false
	}
	text := "image/" + i.Type
	if m.Format.Rules().Name == "converse" {
		text = i.Type
	}
	return Fault{In: i.Item, At: i.Named, Text: outline.Quote(text), Why: fmt.Sprintf("an image that is said to be %q and is image/%s", says, i.Type)}, true
}

// imageInError finds what is no text in the content of a result that is an error.
func imageInError(m *Message, list, b outline.Value) (f Fault, ok bool) {
	if isOne(b.Get("type"), "text") || b.Kind() != outline.Object {
		return f, false
	}
	for i := range m.Results {
		if r := &m.Results[i]; same(r.Content, list) && r.Item.Get("is_error").True() {
			return Fault{Text: part(m, NoErrorImage), Why: "an error result with something else than text"}, true
		}
	}
	return f, false
}

func same(a, b outline.Value) bool {
	s, t := a.Span()
	x, y := b.Span()
	return s == x && t == y
}

// unsigned finds thinking whose signature cannot be one: absent, masked, no base64. What
// is signed may be without words.
func unsigned(m *Message, _, b outline.Value) (f Fault, ok bool) {
	switch {
	case m.Role != dialect.Assistant:
		return f, false
	case b.Get("type").Is("redacted_thinking"):
		ok = b.Get("data").Blank()
	case b.Get("type").Is("thinking"):
		s := b.Get("signature")
		ok = s.Blank() || !isBase64(s.Bytes())
	}
	return Fault{Keep: m.Open, Why: "reasoning whose signature cannot be one"}, ok
}

// trailingSpace finds white space at the end of what the API takes for the beginning of its
// answer.
func trailingSpace(m *Message, c *checker) {
	if !m.Last && !c.any || !m.TrailingSpace() {
		return
	}
	var last outline.Value
	for t := range m.Words() {
		last = t
	}
	start, _ := last.Span()
	from, to := m.Trailing()
	c.add(Fault{At: last, Cut: [2]int{from - start, to - start}, Why: "white space at the end of the last message of the model, which it takes for the beginning of an answer"})
}

func cachedThinking(m *Message, _, b outline.Value) (f Fault, ok bool) {
	c := b.Get("cache_control")
	return Fault{In: b, At: c, Why: "cache_control of reasoning"}, c.Kind() == outline.Object && isOne(b.Get("type"), "thinking", "redacted_thinking")
}

// streamed finds members that a block has while it is streamed.
func streamed(m *Message, _, b outline.Value) (f Fault, ok bool) {
	if !isOne(b.Get("type"), "text", "thinking", "tool_use") {
		return f, false
	}
	x := first(b, "index", "partial_json", "parsed")
	return Fault{In: b, At: x, Why: fmt.Sprintf("a member that only streams have: %q", x.Key())}, x.Exists()
}

const (
	mostPixels, mostPixelsOfMany = 8000, 2000
	manyImagesFrom, mostImages   = 20, 600
	mostImageBytes               = 5 << 20
)

func tooLarge(m *Message, i *Image) (f Fault, ok bool) {
	switch {
	case max(i.Width, i.Height) > mostPixels:
		f.Why = fmt.Sprintf("an image of %d x %d pixels: the API takes up to %d", i.Width, i.Height, mostPixels)
	case i.Bytes > mostImageBytes+2:
		f.Why = fmt.Sprintf("an image of %d bytes: the API takes up to %d", i.Bytes, mostImageBytes)
	}
	return f, f.Why != ""
}
