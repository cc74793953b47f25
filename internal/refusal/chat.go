package refusal

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"trtools/internal/dialect"
	"trtools/internal/mend"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

var chat = []string{"openai-chat"}

// chatAPI are the rows of Chat Completions at OpenAI, Mistral, Moonshot and DeepSeek.
var chatAPI = []Rule{
	{
		Code: transcript.EmptyContent, APIs: chats, Formats: chat, Place: "message of the model without content and calls",
		Error:   "an assistant message needs content or tool_calls",
		Source:  "platform.openai.com, public reports of 2026",
		Repair:  "the message is removed",
		message: nothingSaid,
	},
	{
		Code: transcript.EmptyContent, APIs: Mistral | Moonshot | DeepSeek, Formats: chat, Place: "message of the model with an empty text and no calls",
		Error:   "Assistant message must have either content or tool_calls, but not none.; message at position 2 with role 'assistant' must not be empty",
		Source:  "docs.mistral.ai, platform.moonshot.ai; OpenAI's API takes it",
		Repair:  "the message is removed",
		message: emptySaid,
	},
	{
		Code: transcript.EmptyContent, APIs: OpenAIChat | Moonshot | DeepSeek, Formats: []string{"openai-chat", plain}, Place: "message of the user without content",
		Error:   "Invalid value for 'content': expected a string, got null.",
		Source:  "platform.openai.com; the sentence stands in public reports of 2025 and 2026",
		Repair:  "the message is removed",
		message: nothingAsked,
	},
	{
		Code: transcript.MixedContent, APIs: OpenAIChat, Formats: chat, Place: "content of a tool message",
		Error:   "Invalid value for 'content': expected a string, got null.; Invalid type for 'messages[2].content': expected one of a string or array of objects, but got an object instead.",
		Source:  "platform.openai.com",
		Repair:  "it becomes a string",
		message: spelledContent,
	},
	{
		Code: transcript.EmptyContent, APIs: chats, Formats: chat, Place: "tool_calls",
		Error:   "Invalid 'messages[2].tool_calls': empty array. Expected an array with minimum length 1",
		Source:  "public reports of 2026",
		Repair:  "the member is removed",
		message: emptyCalls,
	},
	{
		Code: transcript.BadID, APIs: Mistral, Formats: chat, Place: "id of a call at Mistral",
		Error:  "Tool call id was call_x but must be a-z, A-Z, 0-9, with a length of 9.",
		Source: "gptel#1203, opencode#1680, ironclaw#1241",
		Repair: "the call and its result get another id",
		id:     dialect.Limit{Word: true, Max: 9, Min: 9},
	},
	{
		Code: transcript.BadID, APIs: OpenAIChat, Formats: chat, Place: "id of a call",
		Error:  "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40",
		Source: "openclaw/openclaw#875, autogen#6377",
		Repair: "the call and its result get another id",
		id:     dialect.Limit{Max: 40},
	},
	{
		Code: transcript.BadName, APIs: OpenAIChat | Moonshot | DeepSeek, Formats: chat, Place: "name of the tool in a call",
		Error:  "name: ^[a-zA-Z0-9_-]{1,64}$",
		Source: "mcp-use#90, platform.openai.com",
		Repair: "the name is cut, other characters become underscores",
		tool:   dialect.Limit{Word: true, Extra: "_-", Max: 64},
	},
	{
		Code: transcript.BadName, APIs: OpenAIChat, Formats: []string{"openai-chat", plain}, Place: "name of a speaker",
		Error:   "Invalid 'messages[1].name': string does not match pattern. Expected a string that matches the pattern '^[^\\s<|\\\\/>]+$'.",
		Source:  "microsoft/autogen#4157, FlowiseAI/Flowise#2948; platform.openai.com, for each role but the tool's",
		Repair:  "other characters become underscores",
		message: userName,
	},
	{
		Code: transcript.BadCall, APIs: OpenAIChat | Moonshot | DeepSeek, Formats: chat, Place: "arguments of a call that are no string",
		Error:  "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
		Source: "platform.openai.com; the words are ours, no such answer was seen",
		Repair: "they become a string",
		call:   spelledOut,
	},
	{
		Code: transcript.BadCall, APIs: OpenAIChat, Formats: chat, Place: "type of a call",
		Error:  "Missing required parameter: 'messages[1].tool_calls[0].type'.",
		Source: "public reports of 2026",
		Repair: "the call gets the type function",
		call:   untyped,
	},
	{
		Code: transcript.BadCall, APIs: chats, Formats: chat, Place: "arguments of an answered call that are cut",
		Error:  "vLLM, SGLang and several gateways parse the arguments of old calls",
		Source: "vllm-project/vllm#50861, also for arguments that are no object; the words are ours",
		Repair: "the JSON is closed where it is cut",
		call:   cutArguments,
	},
	{
		Code: transcript.BadImage, APIs: OpenAIChat, Formats: chat, Place: "image in a tool message",
		Error:  "Invalid 'messages[234]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
		Source: "OpenHands/OpenHands#7700",
		Repair: "it becomes the text " + NoToolImage,
		inside: imageOfTool,
	},
	{
		Code: transcript.LongString, APIs: OpenAIChat, Formats: []string{"openai-chat", plain}, Place: "content of a message",
		Error:   "string too long. Expected a string with maximum length 1048576",
		Source:  "several public files, 2025-11 to 2026-11",
		Help:    "tr-budget and tr-recover cut it",
		message: longString,
	},
	{
		Code: transcript.MissingReasoning, APIs: Moonshot | DeepSeek, Formats: chat, Place: "reasoning_content of a message with calls",
		Error:   "thinking is enabled but reasoning_content is missing in assistant tool call message at index N",
		Source:  "the sentence stands in ten public files, 2025-11 to 2026-11",
		Help:    "turn thinking off, or begin a new session",
		history: withoutReasoning, unnoted: true,
	},
}

// NoToolImage is the text in place of an image that a tool may not answer with.
const NoToolImage = "[Image removed: a tool message holds text only]"

// nothingSaid finds messages of the model that hold neither a text nor a call. An empty text
// is one for OpenAI, which sends no reasoning beside it.
func nothingSaid(m *Message, c *checker) {
	if isSilent(m) && (isNothing(m.Body) || m.Msg.Get("reasoning_content").Exists()) {
		c.add(Fault{Void: true, Why: "a message of the model without content and calls"})
	}
}

// emptySaid finds those with an empty text alone.
func emptySaid(m *Message, c *checker) {
	if isSilent(m) && !isNothing(m.Body) && !m.Msg.Get("reasoning_content").Exists() {
		c.add(Fault{Void: true, Why: "a message of the model with an empty text and no calls"})
	}
}

// isSilent reports whether a message of the model in front of others holds no text, no call and
// nothing in their place.
func isSilent(m *Message) bool {
	if m.Role != dialect.Assistant || len(m.Calls) > 0 || m.Last || !isNothing(m.Body) && !m.Body.Blank() {
		return false
	}
	for _, name := range []string{"refusal", "audio", "function_call"} {
		if !isNothing(m.Msg.Get(name)) {
			return false
		}
	}
	return true
}

// isNothing reports whether a content is none: missing, null, or an empty list.
func isNothing(content outline.Value) bool {
	return !content.Exists() || content.Kind() == outline.Null || content.Kind() == outline.Array && content.Len() == 0
}

// nothingAsked finds messages of the user that have no content, not even an empty text.
func nothingAsked(m *Message, c *checker) {
	if m.Role == dialect.User && len(m.Results) == 0 && isNothing(m.Body) {
		c.add(Fault{Void: true, Why: "a message of the user without content"})
	}
}

// spelledContent finds tool messages whose content is neither a string nor parts.
func spelledContent(m *Message, c *checker) {
	if t := m.Msg.Get("content"); m.Role == dialect.Tool && t.Kind() != outline.String && t.Kind() != outline.Array {
		c.add(spelled(m.Msg, t, "content", "a tool message whose content is neither a string nor parts"))
	}
}

// spelled is the fault of a member that has to be a string and is none: what stands there is
// spelled out in one, nothing as an empty one.
func spelled(in, v outline.Value, name, why string) Fault {
	text := outline.Quote("")
	if v.Exists() && v.Kind() != outline.Null {
		text = outline.Quote(string(v.Raw()))
	}
	if !v.Exists() {
		return Fault{In: in, At: in, Put: append([]byte(`"`+name+`":`), text...), Why: why}
	}
	return Fault{In: in, At: v, Text: text, Why: why}
}

func emptyCalls(m *Message, c *checker) {
	if list := m.Msg.Get("tool_calls"); m.Role == dialect.Assistant && list.Kind() == outline.Array && list.Len() == 0 {
		c.add(Fault{In: m.Msg, At: list, Why: "an empty list of calls"})
	}
}

// userName finds a name with characters that none may have.
func userName(m *Message, c *checker) {
	n := m.Msg.Get("name")
	if m.Role == dialect.Tool || n.Kind() != outline.String {
		return
	}
	fit := strings.Map(func(c rune) rune {
		if strings.ContainsRune(" \t\r\n<|\\/>", c) {
			return '_'
		}
		return c
	}, n.Text())
	if fit != n.Text() {
		c.add(Fault{In: m.Msg, At: n, Text: outline.Quote(fit), Why: "the name of a speaker with blanks or one of <|\\/>"})
	}
}

// spelledOut finds arguments that are an object where they have to be its text, or that are
// not there.
func spelledOut(m *Message, c *dialect.Call) (f Fault, ok bool) {
	in := c.Item.Get("function")
	if in.Kind() != outline.Object && c.Item.Get("type").IsAny("function", "function_call") { // a flat call, an item of Responses
		in = c.Item
	}
	if in.Kind() != outline.Object || c.Args.Kind() == outline.String || c.Args.Exists() && string(c.Args.Key()) != "arguments" {
		return f, false
	}
	return spelled(in, c.Args, "arguments", "arguments that are no string"), true
}

// untyped finds calls of functions that do not say what they are.
func untyped(m *Message, c *dialect.Call) (f Fault, ok bool) {
	missing := c.Item.Get("function").Exists() && !c.Item.Get("type").Exists()
	return Fault{In: c.In, At: c.Item, Put: []byte(`"type":"function"`), Why: "a call without its type"}, missing
}

// cutArguments finds arguments that end early.
func cutArguments(m *Message, c *dialect.Call) (f Fault, ok bool) {
	if !c.Cut() {
		return f, false
	}
	return Fault{In: c.Item, At: c.Args, Text: outline.Quote(longest(c.Args.Text())), Why: "arguments that are cut"}, true
}

// longest returns the longest beginning of a cut JSON text that is an object when what is open
// in it is closed, {} if none is. A string that is cut ends where it is cut, a name without a value goes.
func longest(text string) string {
	for end := len(text); end > 0; {
		for cut := 0; cut <= len(`\u0000`) && cut < end; cut++ { // half an escape
			if closed, ok := closeJSON(strings.TrimRight(text[:end-cut], " \t\r\n,")); ok {
				return closed
			}
		}
		end = strings.LastIndexAny(text[:end], ",{[")
	}
	return "{}"
}

// closeJSON closes what is open in the beginning of a JSON text, and reports whether it is
// one then.
func closeJSON(text string) (string, bool) {
	closed := mend.Close(text)
	var d outline.Doc
	return closed, utf8.ValidString(closed) && d.Parse([]byte(closed)) == nil && d.Root().Kind() == outline.Object
}

func imageOfTool(m *Message, _, b outline.Value) (f Fault, ok bool) {
	return Fault{Says: NoToolImage, Why: "an image in a tool message"}, m.Role == dialect.Tool && b.Get("type").IsAny("image_url", "image")
}

// mostChars is how long one string of a request may be.
const mostChars = 1 << 20

func longString(m *Message, c *checker) {
	for t := range m.Words() {
		if len(t.Raw()) > mostChars && outline.RuneCount(t.Bytes()) > mostChars {
			c.add(Fault{At: t, Why: fmt.Sprintf("a text of more than %d characters", mostChars)})
		}
	}
	for i := range m.Results {
		if t := m.Results[i].Content; len(t.Raw()) > mostChars && outline.RuneCount(t.Bytes()) > mostChars {
			c.add(Fault{At: t, Why: fmt.Sprintf("a result of more than %d characters", mostChars)})
		}
	}
	for i := range m.Calls {
		if t := m.Calls[i].Args; len(t.Raw()) > mostChars && t.Kind() == outline.String && outline.RuneCount(t.Bytes()) > mostChars {
			c.add(Fault{At: t, Why: fmt.Sprintf("arguments of more than %d characters", mostChars)})
		}
	}
}

// withoutReasoning finds messages with calls that lack their reasoning, where others have
// it.
func withoutReasoning(h *History, found func(Fault)) {
	var without []int
	with := false
	for i := range h.Messages {
		if m := &h.Messages[i]; m.Calls && m.Role == dialect.Assistant {
			if r := h.View(i).Msg.Get("reasoning_content"); r.Kind() == outline.String {
				with = true
			} else {
				without = append(without, i)
			}
		}
	}
	for _, i := range without {
		if with {
			found(Fault{Ref: i, Block: -1, Why: "a message with calls and without reasoning_content, among others that have it"})
		}
	}
}
