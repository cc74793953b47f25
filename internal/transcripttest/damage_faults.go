package transcripttest

import (
	"slices"
	"strings"
)

// FaultDamages write more of what APIs refuse although every call has its result, which the
// oracle does not know: what holds of them is that a run repairs or tells all of it, that a
// second one changes nothing, and that nothing vanishes. Each leaves lines alone into which it
// cannot write.
var FaultDamages = []LineDamage{
	{"NUL in a text", intoText(`\u0000`), true},
	{"image that is none", anthropics(`"role":"user","content":[`, `{"type":"image","source":{"type":"base64","media_type":"image/png","data":""}},`, `{"type":"text"`), false},
	{"image of pi that is none", inOne(`"content":[{"type":"text","text":"result`, `"content":[{"type":"image","data":"JVBERi0xLjQK","mimeType":"image/png"},{"type":"text","text":"result`), false},
	{"reasoning that is not signed", anthropics(`"role":"assistant","content":[`, `{"type":"thinking","thinking":"t","signature":"?"},`, `{`), false},
	{"half a call of the provider", anthropics(`"role":"assistant","content":[`, `{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}},`, `{`), false},
	{"result of the provider alone", anthropics(`"role":"assistant","content":[`, `{"type":"web_search_tool_result","tool_use_id":"srvtoolu_2","content":[]},`, `{`), false},
	{"member of a stream", inOne(`"type":"tool_use",`, `"type":"tool_use","index":0,`), false},
	{"many marks of a cache", marked(inEach(`"type":"tool_result",`, `"type":"tool_result","cache_control":{"type":"ephemeral"},`)), false},
	{"hours behind minutes", marked(inOne(`"type":"tool_result",`, `"type":"tool_result","cache_control":{"type":"ephemeral","ttl":"1h"},`)), false},
	{"empty list of calls", atBlock(`"role":"assistant",`, `"tool_calls":[],`), false},
	{"call without a type", inOne(`"type":"function",`, ``), false},
	{"arguments that are cut", inOne(`\"}"`, `\""`), false},
	{"item id of another kind", inOne(`"type":"function_call",`, `"type":"function_call","id":"item_1",`), false},
	{"output that is an object", inOne(`"output":"`, `"output":{"a":1},"more":"`), true},
	{"text of the other side", inOne(`"type":"output_text"`, `"type":"input_text"`), false},
	{"odd id", odd(refusedID), false},
	{"odd name", odd(refusedName), false},
	{"error result of nothing", then(inEach(`"status":"success"`, `"status":"error"`), inOne(`"content":[{"text":"result`, `"content":[],"more":[{"text":"result`)), false},
}

// oddities are what stands in ids and names of damaged calls, and what few APIs take.
var oddities = []string{`\u0000`, `\ud83d`, "\xff", `\[`, "\x01", " ", `\n`, `é`, strings.Repeat("x", 130)}

// odd writes two of them, or one twice, into an id or a name.
func odd(write func(more string) func([]Line, Pick) []Line) func([]Line, Pick) []Line {
	return func(l []Line, pick Pick) []Line {
		return write(oddities[pick(len(oddities))]+oddities[pick(len(oddities))])(l, pick)
	}
}

// inEach replaces the first occurrence of a text on every line, inOne on one line.
func inEach(old, text string) func([]Line, Pick) []Line {
	return func(l []Line, _ Pick) []Line {
		return eachRaw(l, func(raw string) string { return strings.Replace(raw, old, text, 1) })
	}
}

func inOne(old, text string) func([]Line, Pick) []Line {
	return func(l []Line, pick Pick) []Line {
		l = slices.Clone(l)
		i := pick(len(l))
		l[i].Raw = strings.Replace(l[i].Raw, old, text, 1)
		return l
	}
}

// marked marks all texts in blocks and all calls for a cache, and goes on with another damage.
func marked(next func([]Line, Pick) []Line) func([]Line, Pick) []Line {
	texts := inEach(`"type":"text",`, `"type":"text","cache_control":{"type":"ephemeral"},`)
	calls := inEach(`"type":"tool_use",`, `"type":"tool_use","cache_control":{"type":"ephemeral"},`)
	return then(texts, then(calls, next))
}

// then does one damage after another.
func then(first, next func([]Line, Pick) []Line) func([]Line, Pick) []Line {
	return func(l []Line, pick Pick) []Line { return next(first(l, pick), pick) }
}

// anthropics writes a block between two texts, in transcripts with blocks as Anthropic's API
// has them.
func anthropics(before, text, behind string) func([]Line, Pick) []Line {
	write := inOne(before+behind, before+text+behind)
	return func(l []Line, pick Pick) []Line {
		if !slices.ContainsFunc(l, func(x Line) bool { return strings.Contains(x.Raw, `"type":"tool_use"`) }) {
			return l
		}
		return write(l, pick)
	}
}

// atBlock writes a text behind another one on a line on which it does not stand yet.
func atBlock(before, text string) func([]Line, Pick) []Line {
	write := inOne(before, before+text)
	return func(l []Line, pick Pick) []Line {
		if slices.ContainsFunc(l, func(x Line) bool { return strings.Contains(x.Raw, before+text) }) {
			return l
		}
		return write(l, pick)
	}
}
