package document

import "slices"

// members are the names under which programs keep lists of messages, or lists of
// objects that have such a list each.
var members = []string{
	"messages",      // requests to Anthropic, OpenAI, Ollama; Gemini CLI, OpenCode, mini-swe-agent
	"contents",      // requests to Gemini
	"input",         // requests to the Responses API
	"history",       // SWE-agent, Continue, checkpoints of Gemini CLI
	"clientHistory", // checkpoints of Gemini CLI
	"conversation",  // goose
	"conversations", // training files
	"transcript",
	"traj",          // tau-bench
	"steps",         // ATIF
	"chat_messages", // claude.ai
	"simulations",   // tau2: a conversation each
	"samples",       // inspect_ai: a conversation each
	"requests",      // batches: a conversation each
	"sessions",      // of clients: a conversation each, as the next three
	"chats",
	"threads",
	"runs",
	"records",
	"items",
	"data",
}

// holders are the names of the objects that such a list may stand in.
var holders = []string{
	"body", "params", "request", "response", "input", "inputs", "output", "outputs", "kwargs", "data", "payload", "session",
	"thread", "state", "values", "transcript", "target_execution", "responses_create_params", "chat", "conversation",
}

// maxHolders is how many objects a list may stand in besides the outermost one.
const maxHolders = 2

// holdsMessages reports whether programs keep messages in an array, by the names of
// the members that it stands in. It may be the first element of another one:
// LangSmith writes the messages of a run as a list of lists.
func holdsMessages(path []string, inside int) bool {
	switch n := len(path); {
	case inside > 1:
		return false
	case n == 0:
		return true
	case n > maxHolders+1:
		return false
	default:
		return slices.Contains(members, path[n-1]) && !slices.ContainsFunc(path[:n-1], func(name string) bool {
			return !slices.Contains(holders, name)
		})
	}
}
