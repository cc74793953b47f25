package dialect

import "trtools/pkg/transcript/outline"

// conversation is a record that holds all messages of a conversation in one
// array: a request body, a training example, a finished run. A stage works on the
// messages inside the line, each of which has a format of its own. What is missing,
// orphaned, displaced or double is what that format says; but nobody answers the last call of
// a training example, which is what the model is to learn.
var conversation = &format{
	rules: Rules{Name: "conversations",
		What:   "whole conversations, one a line: request bodies, lines of OpenAI and Anthropic batches, fine-tuning and preference data, ShareGPT, runs of tau-bench, SWE-agent and LangSmith",
		ReadBy: "that of the messages; a call at the end is a label, but for the requests of a batch"},
	Sees: func(rec outline.Value) bool {
		_, list := messagesOf(rec)
		return list.Exists()
	},
	View: func(rec outline.Value, v *View) {
		v.Msg, v.List = messagesOf(rec)
		v.Request = rec.Get("custom_id").Exists()
	},
}

// Alone reports whether a record is a whole conversation, so that what is said of its
// messages depends on no other record.
func (v *View) Alone() bool {
	return v.Format == conversation && v.List.Exists()
}

// envelopes are the members that hold what a batch sends (platform.openai.com,
// Batch: body; platform.claude.com, Message Batches: params) or what a model
// prefers an answer to (OpenAI's preference fine-tuning: input), what a run was given
// (LangSmith: inputs; NeMo Gym: responses_create_params) or a row of an evaluation
// (OpenAI: item), and the members of those that hold the messages.
var envelopes = []struct {
	name  string
	lists []string
	// batch says that only a record with a custom_id is one of these.
	batch bool
}{
	{"", []string{"messages", "contents", "input", "conversations", "prompt", "traj", "history", "chat_messages", "steps"}, false},
	{"body", []string{"messages", "input", "contents"}, true},
	{"params", []string{"messages"}, true},
	{"input", []string{"messages"}, false},
	{"inputs", []string{"messages"}, false},
	{"responses_create_params", []string{"input"}, false},
	{"item", []string{"messages"}, false},
}

// messagesOf returns the array of messages, and the object that it is a member of.
// Neither exists in a record that is no conversation.
func messagesOf(rec outline.Value) (in, list outline.Value) {
	if in, list := answerOf(rec); list.Exists() {
		return in, list
	}
	for _, e := range envelopes {
		in := rec
		if e.name != "" {
			in = rec.Get(e.name)
		}
		if in.Kind() != outline.Object || e.batch && !rec.Get("custom_id").Exists() {
			continue
		}
		for _, name := range e.lists {
			if list := onlyList(in.Get(name)); isMessages(list) {
				return in, list
			}
		}
	}
	return outline.Value{}, outline.Value{}
}

// answerOf returns what a model did with a prompt that stands in the same record, if it called
// tools: the pairs are there (NeMo Gym: responses_create_params and response.output;
// verifiers: prompt and completion). The last call is a label in both.
func answerOf(rec outline.Value) (in, list outline.Value) {
	switch {
	case rec.Get("responses_create_params").Exists():
		in, list = rec.Get("response"), rec.Path("response", "output")
	case rec.Get("prompt").Exists():
		in, list = rec, rec.Get("completion")
	}
	if isMessages(list) {
		for m := range list.All() {
			if m.GetAny("tool_calls", "tool_call_id", "call_id").Exists() {
				return in, list
			}
		}
	}
	return outline.Value{}, outline.Value{}
}

// onlyList returns the list that is the only element of another one, as LangSmith writes
// the messages of a run, and any other value itself.
func onlyList(v outline.Value) outline.Value {
	if v.Kind() != outline.Array {
		return v
	}
	if c, ok := v.First(); ok && c.Kind() == outline.Array {
		if _, more := c.Next(); !more {
			return c
		}
	}
	return v
}

// isMessages reports whether an array begins with a message.
func isMessages(list outline.Value) bool {
	if !isObjects(list) {
		return false
	}
	c, _ := list.First()
	return c.Get("role").Exists() || c.Get("parts").Exists() || responses.Sees(c) || isTurn(c) ||
		langchain.Sees(c) || geminiCLI.Sees(c) || claudeExport.Sees(c) || atif.Sees(c) || zed.Sees(c) || continueDev.Sees(c)
}
