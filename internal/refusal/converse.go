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
		Repair:  "the message goes; where the roles would not alternate, a text stands in it: " + dialect.NoContent,
		message: emptyMessage,
	},
	{
		Code: transcript.EmptyContent, APIs: Bedrock, Formats: unions, Place: "content of an error result",
		Error:   "The content field at messages.N.content.0.toolResult cannot be empty when status value is error.",
		Source:  "aws-samples#15",
		Repair:  "it gets a text: " + NoOutput,
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
}

// emptyErrors finds error results without content.
func emptyErrors(m *Message, c *checker) {
	for i := range m.Results {
		if r := &m.Results[i]; r.Content.Kind() == outline.Array && r.Content.Len() == 0 && m.Failed(r) {
			c.add(Fault{In: r.Content, At: r.Content, Put: part(m, NoOutput), Why: "an error result without content"})
		}
	}
}

func beginsWithModel(h *History, found func(Fault)) {
	if h.Whole && len(h.Messages) > 0 && h.Messages[0].Role == dialect.Assistant {
		found(Fault{Block: -1, Why: "a first message of the model"})
	}
}

func alternates(h *History, found func(Fault)) {
	for i := 1; h.Whole && i < len(h.Messages); i++ {
		if h.Messages[i].Role == h.Messages[i-1].Role {
			found(Fault{Ref: i, Block: -1, Why: "two messages of one role in a row"})
		}
	}
}
