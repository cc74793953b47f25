package refusal

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

var unions = []string{"converse"}

// converseAPI are the rows of the Converse API of Amazon Bedrock.
var converseAPI = []Rule{
	{
		Code: transcript.EmptyContent, APIs: Bedrock, Formats: unions, Place: "content of a message, Converse",
		Error:   "The content field in the Message object at messages.N is empty",
		Source:  "openclaw/openclaw, session-file-repair.ts",
		Repair:  "the message is removed; where the roles would not alternate, it gets the text " + dialect.NoContent,
		message: emptyMessage,
	},
	{
		Code: transcript.EmptyContent, APIs: Bedrock, Formats: unions, Place: "content of an error result",
		Error:   "The content field at messages.N.content.0.toolResult cannot be empty when status value is error.",
		Source:  "aws-samples#15",
		Repair:  "it gets the text " + NoOutput,
		message: emptyErrors,
	},
	{
		Code: transcript.BadID, APIs: Bedrock, Formats: unions, Place: "toolUseId",
		Error:  "pattern [a-zA-Z0-9_-]+, length 1 to 64",
		Source: "docs.aws.amazon.com ToolUseBlock",
		Repair: "the call and its result get another id",
		id:     dialect.Limit{Word: true, Extra: "_-", Max: 64},
	},
	{
		Code: transcript.BadName, APIs: Bedrock, Formats: unions, Place: "name of a toolUse",
		Error:  "pattern [a-zA-Z0-9_-]+, length 1 to 64",
		Source: "docs.aws.amazon.com ToolUseBlock",
		Repair: "the name is cut, other characters become underscores",
		tool:   dialect.Limit{Word: true, Extra: "_-", Max: 64},
	},
	{
		Code: transcript.RoleOrder, APIs: Bedrock, Formats: unions, Place: "first message",
		Error:   "A conversation must start with a user message.",
		Source:  "the sentence stands in ten public files, 2025-11 to 2026-11",
		Help:    "put a message of the user in front",
		history: beginsWithModel, unnoted: true,
	},
	{
		Code: transcript.RoleOrder, APIs: Bedrock, Formats: unions, Place: "roles of neighbours",
		Error:   "A conversation must alternate between user and assistant roles",
		Source:  "docs.aws.amazon.com, Converse",
		Help:    "join the two messages",
		history: alternates, unnoted: true,
	},
	{
		Code: transcript.MissingMember, APIs: Bedrock, Formats: unions, Place: "toolConfig of a request",
		Error:   "The toolConfig field must be defined when using toolUse and toolResult content blocks.",
		Source:  "the sentence stands in ten public files, 2025-11 to 2026-11",
		Help:    "give the request the tools again",
		history: withoutTools, unnoted: true,
	},
	{
		Code: transcript.MixedContent, APIs: Bedrock, Models: notClaude, Formats: unions, Place: "text beside the results of tools",
		Error:   "Conversation blocks and tool result blocks cannot be provided in the same turn.",
		Source:  "langchain-ai/langchain-aws#141, strands-agents/sdk-python#1223",
		Help:    "send the text in a later message",
		message: besideResults,
	},
	{
		Code: transcript.BadReasoning, APIs: Bedrock, Models: []string{"claude"}, Formats: unions, Place: "reasoningText",
		Error:  "thinking.signature: Field required",
		Source: "openclaw/openclaw#10775",
		Repair: "in a finished turn the block is removed",
		Help:   "in the turn that is still open nothing can be put in its place: begin it again",
		block:  unsignedText,
	},
}

// notClaude are the models of Bedrock that take no text beside results.
var notClaude = []string{"nova", "llama", "mistral", "command", "jamba", "titan"}

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
