package refusal

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript"
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
		Repair:  "the message is removed; where it cannot be removed, it gets the text " + dialect.NoContent,
		message: emptyMessage,
	},
	{
		Code: transcript.EmptyContent, APIs: Anthropic | Bedrock, Formats: everyBlock, Place: "text block, also beside images",
		Error:  "messages: text content blocks must be non-empty; text content blocks must contain non-whitespace text",
		Source: "cai#182, public reports of 2026",
		Repair: "the block is removed",
		block:  blankText,
	},
	{
		Code: transcript.EmptyContent, APIs: Anthropic | Bedrock, Formats: everyBlock, Place: "text block inside a tool result",
		Error:  "text content blocks must be non-empty",
		Source: "public reports of 2026",
		Repair: "the block is removed; an error result gets the text " + NoOutput,
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
		Repair: "it becomes the text " + NoErrorImage,
		inside: imageInError,
	},
	{
		Code: transcript.BadImage, APIs: Anthropic | Bedrock, Formats: []string{"anthropic", "claude-code", "converse"}, Place: "image in a message of the model",
		Error:  "messages.1.content: 'image' blocks are not permitted within assistant turns",
		Source: "SEMOSS/Semoss#2323, epam/ai-dial-adapter-bedrock#306",
		Repair: "it becomes the text " + NoModelImage,
		block:  imageOfModel,
	},
	{
		Code: transcript.BadImage, APIs: Anthropic, Formats: blocks, Place: "document that is said to be a PDF",
		Error:  "The PDF specified was not valid.",
		Source: "platform.claude.com, PDF support; public reports of 2026",
		Repair: "it becomes the text " + NoDocument,
		block:  noPDF, inside: noPDF,
	},
	{
		Code: transcript.BadReasoning, APIs: Anthropic, Formats: blocks, Place: "thinking block",
		Error:  "thinking.signature: Field required; Invalid `signature` in `thinking` block; each thinking block must contain thinking",
		Source: "openclaw/openclaw#10775; the sentence stands in ten public files",
		Repair: "in a finished turn the block is removed",
		Help:   "in the turn that is still open nothing can be put in its place: begin it again",
		block:  unsigned,
	},
	{
		Code: transcript.HalfServerCall, APIs: Anthropic, Formats: blocks, Place: "server_tool_use, mcp_tool_use and their results",
		Error:   "`web_search` tool use with id `srvtoolu_…` was found without a corresponding `web_search_tool_result` block; unexpected `tool_use_id` found in `advisor_tool_result` blocks",
		Source:  "lisette #108, anthropics/claude-code#63553",
		Repair:  "a half without the other is removed",
		history: halfServerCalls, marks: isServers,
	},
	{
		Code: transcript.HalfServerCall, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "caller of a programmatic call",
		Error:   "caller.tool_id names no server_tool_use before it",
		Source:  "platform.claude.com, programmatic tool calling; the words are ours, no such answer was seen",
		Repair:  "the member is removed: the call is one of the model's own",
		history: unknownCallers, marks: isServers,
	},
	{
		Code: transcript.BadCacheControl, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "cache_control of a thinking block",
		Error:  "cache_control is not allowed on thinking blocks",
		Source: "the sentence stands in ten public files, 2025-11 to 2026-11",
		Repair: "the member is removed",
		block:  cachedThinking,
	},
	{
		Code: transcript.BadCacheControl, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "cache_control beyond four",
		Error:   "A maximum of 4 blocks with cache_control may be provided. Found 5.",
		Source:  "the sentence stands in ten public files, 2025-11 to 2026-11",
		Repair:  "the oldest are removed until four are left",
		history: tooManyCached, marks: holdsCached,
	},
	{
		Code: transcript.BadCacheControl, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "cache_control of an hour behind one of five minutes",
		Error:   "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
		Source:  "the sentence stands in ten public files, 2025-11 to 2026-11",
		Repair:  "the member of the later one is removed",
		history: laterHours, marks: holdsCached,
	},
	{
		Code: transcript.ExtraMember, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "members of a block that only streams have",
		Error:  "Extra inputs are not permitted",
		Source: "public files, 2025-11 to 2026-11",
		Repair: "the member is removed",
		block:  streamed, inside: streamed,
	},
	{
		Code: transcript.MissingMember, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "type of a block",
		Error:  "messages.1.content.0.type: Field required",
		Source: "platform.claude.com: a block has a type; the words are ours, no such answer was seen",
		Repair: "a block with a text gets the type text",
		Help:   "give the block its type, or take it out",
		block:  typeless, inside: typeless,
	},
	{
		Code: transcript.TrailingSpace, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "last text of a last message of the model",
		Error:   "final assistant content cannot end with trailing whitespace",
		Source:  "docs.anthropic.com, prefill",
		Repair:  "the white space is removed",
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
		Code: transcript.Prefill, APIs: Anthropic, Models: []string{"claude"}, Since: "4.6", Formats: []string{"anthropic"}, Place: "last message of a request",
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
		Code: transcript.MissingReasoning, APIs: Anthropic, Formats: []string{"anthropic"}, Place: "first message of the model in the open turn, where thinking is enabled",
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
	NoModelImage = "[Image removed: a message of the model holds none]"
	NoDocument   = "[Document removed: not a PDF]"
)
