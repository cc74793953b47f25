package refusal_test

import (
	"bytes"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/refusal"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/pair"
)

// sample is a minimal body that a row of the table finds something in.
type sample struct {
	code   transcript.Code
	place  string // of the row
	to     string // --for
	format string // in which the row finds it
	body   string // lines
}

const (
	png    = "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKAQAAAAClSfIQAAAAC0lEQVR42mNgwAcAAB4AAWVZnnEAAAAASUVORK5CYII="
	large  = "iVBORw0KGgoAAAANSUhEUgAAIygAAAAKAQAAAADxn8grAAAAIklEQVR42u3BAQ0AAADCoPdPbQ43oAAAAAAAAAAAAACABwMr/AABwBnMJQAAAABJRU5ErkJggg=="
	broad  = "iVBORw0KGgoAAAANSUhEUgAACcQAAAAKAQAAAAC4cvKHAAAAGklEQVR42u3BgQAAAADDoPlTX+EAVQEAAPwGDEQAAWCjMYgAAAAASUVORK5CYII="
	claude = `{"parentUuid":null,"isSidechain":false,"type":"user","sessionId":"s","uuid":"u1","timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":"go"}}
{"parentUuid":"u1","isSidechain":false,"type":"assistant","sessionId":"s","uuid":"a1","timestamp":"2026-01-01T00:00:01.000Z","message":{"id":"m1","role":"assistant","model":"claude-opus-4-7","content":[BLOCK]}}
{"parentUuid":"a1","isSidechain":false,"type":"user","sessionId":"s","uuid":"u2","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"user","content":"on"}}`
	droid = `{"type":"session_start","id":"s","title":"t","owner":"o","cwd":"/w"}
{"type":"message","id":"1","timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":[{"type":"text","text":"go"}]},"parentId":null}
{"type":"message","id":"2","timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"assistant","content":[BLOCK]},"parentId":"1"}
{"type":"message","id":"3","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"user","content":[ANSWER]},"parentId":"2"}`
	codex = `{"timestamp":"2026-01-01T00:00:00.000Z","type":"session_meta","payload":{"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w","originator":"codex_cli_rs","cli_version":"0.142.2"}}
{"timestamp":"2026-01-01T00:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}}
{"timestamp":"2026-01-01T00:00:02.000Z","type":"response_item","payload":ITEM}
{"timestamp":"2026-01-01T00:00:03.000Z","type":"response_item","payload":NEXT}`
	pi = `{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}
{"type":"message","id":"a0000001","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":[PART],"timestamp":1}}
{"type":"message","id":"a0000002","parentId":"a0000001","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"assistant","content":[{"type":"text","text":"ok"}],"provider":"anthropic","model":"claude-opus-4-7","usage":{},"stopReason":"stop","timestamp":2}}`

	use    = `{"type":"tool_use","id":"t1","name":"ls","input":{}}`
	result = `{"type":"tool_result","tool_use_id":"t1","content":"x"}`
	long41 = "ccccccccccccccccccccccccccccccccccccccccc"
)

var long130 = strings.Repeat("n", 130)
var long201 = strings.Repeat("n", 201)

func lines(list ...string) string { return strings.Join(list, "\n") }

func user(blocks string) string  { return `{"role":"user","content":[` + blocks + `]}` }
func model(blocks string) string { return `{"role":"assistant","content":[` + blocks + `]}` }

func image(media, data string) string {
	return `{"type":"image","source":{"type":"base64","media_type":"` + media + `","data":"` + data + `"}}`
}

func document(data string) string {
	return `{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"` + data + `"}}`
}

// chatCall is a message with one call and the result of it.
func chatCall(id, name, arguments string) string {
	return lines(`{"role":"assistant","content":null,"reasoning_content":"r","tool_calls":[{"id":"`+id+`","type":"function","function":{"name":"`+name+`","arguments":`+arguments+`}}]}`,
		`{"role":"tool","tool_call_id":"`+id+`","content":"x"}`, `{"role":"user","content":"on"}`)
}

func itemCall(id, name string) string {
	return `{"type":"function_call","call_id":"` + id + `","name":"` + name + `","arguments":"{}"}`
}
func itemOutput(id string) string {
	return `{"type":"function_call_output","call_id":"` + id + `","output":"x"}`
}

func claudeWith(block string) string { return strings.Replace(claude, "BLOCK", block, 1) }
func claudeAnswer(answer string) string {
	return strings.Replace(claudeWith(use), `"content":"on"`, `"content":[`+answer+`]`, 1)
}
func droidWith(block, answer string) string {
	return strings.NewReplacer("BLOCK", block, "ANSWER", answer).Replace(droid)
}
func codexWith(item, next string) string {
	return strings.NewReplacer("ITEM", item, "NEXT", next).Replace(codex)
}

const (
	go1   = `{"role":"user","content":"go"}`
	on1   = `{"role":"user","content":"on"}`
	item1 = `{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}`
	item2 = `{"type":"message","role":"user","content":[{"type":"input_text","text":"on"}]}`
	part1 = `{"role":"user","parts":[{"text":"go"}]}`
	union = `{"role":"user","content":[{"text":"go"}]}`
	opus  = "anthropic/claude-opus-4-8"
)

func unionCall(id, name, result string) string {
	return lines(union, `{"role":"assistant","content":[{"toolUse":{"toolUseId":"`+id+`","name":"`+name+`","input":{}}}]}`,
		`{"role":"user","content":[{"toolResult":{"toolUseId":"`+id+`",`+result+`}}]}`)
}

// samples has a minimal body for every row of the table, in each of the formats in which
// it is looked for.
var samples = []sample{
	{"nul-character", "any string of a message", "", "anthropic", lines(go1, model(use), user(`{"type":"tool_result","tool_use_id":"t1","content":"a\u0000b"}`))},
	{"nul-character", "any string of a message", "", "pi", strings.Replace(pi, "PART", `{"type":"text","text":"a\u0000b"}`, 1)},
	{"bad-image", "image", "", "openai-chat", lines(chatCall("c1", "ls", `"{}"`), `{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/svg+xml;base64,PHN2Zy8+"}}]}`)},
	{"bad-image", "image", "", "codex", codexWith(`{"type":"message","role":"user","content":[{"type":"input_image","image_url":"file:///a.png"}]}`, item2)},
	{"bad-image", "image", "", "pi", strings.Replace(pi, "PART", `{"type":"image","data":"JVBERi0xLjQK","mimeType":"application/pdf"}`, 1)},
	{"bad-image", "image", "", "converse", lines(unionCall("a", "ls", `"content":[{"text":"x"}]`), `{"role":"assistant","content":[{"text":"ok"}]}`, `{"role":"user","content":[{"image":{"format":"png","source":{"bytes":""}}}]}`)},
	{"bad-image", "image whose type is not that of its bytes", "anthropic", "anthropic", lines(user(image("image/jpeg", png)), model(use), user(result))},
	{"bad-image", "image whose type is not that of its bytes", "", "pi", strings.Replace(pi, "PART", `{"type":"image","data":"`+png+`","mimeType":"image/webp"}`, 1)},
	{"bad-image", "image in an error result", "", "anthropic", lines(go1, model(use), user(`{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":[`+image("image/png", png)+`]}`))},
	{"bad-image", "image in an error result", "", "claude-code", claudeAnswer(`{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":[` + image("image/png", png) + `]}`)},
	{"bad-image", "image in a tool message", "openai-chat", "openai-chat", lines(go1, strings.Replace(chatCall("c1", "ls", `"{}"`), `"content":"x"`, `"content":[{"type":"image_url","image_url":{"url":"https://x/a.png"}}]`, 1))},

	{"empty-content", "content of a message", "", "anthropic", lines(go1, model(""), on1, model(use), user(result))},
	{"empty-content", "content of a message", "", "droid", droidWith("", `{"type":"text","text":"x"}`)},
	{"empty-content", "content of a message", "", "claude-code", claudeWith("")},
	{"empty-content", "text block, also beside images", "", "claude-code", claudeWith(`{"type":"text","text":""}`)},
	{"empty-content", "text block, also beside images", "", "anthropic", lines(user(`{"type":"text","text":" "},`+image("image/png", png)), model(use), user(result))},
	{"empty-content", "text block, also beside images", "", "droid", droidWith(`{"type":"text","text":" "},{"type":"text","text":"x"}`, `{"type":"text","text":"x"}`)},
	{"empty-content", "text block, also beside images", "", "converse", lines(union, `{"role":"assistant","content":[{"text":" "},{"text":"x"}]}`, union)},
	{"empty-content", "text block inside a tool result", "", "anthropic", lines(go1, model(use), user(`{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":""}]}`))},
	{"empty-content", "text block inside a tool result", "", "claude-code", claudeAnswer(`{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":""},{"type":"text","text":"x"}]}`)},
	{"empty-content", "text block inside a tool result", "", "droid", droidWith(use, `{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":""},{"type":"text","text":"x"}]}`)},
	{"empty-content", "text block inside a tool result", "", "converse", unionCall("a", "ls", `"status":"error","content":[{"text":" "}]`)},
	{"empty-content", "content of a message, Converse", "", "converse", lines(union, `{"role":"assistant","content":[]}`, union, `{"role":"assistant","content":[{"text":"x"}]}`, union)},
	{"empty-content", "content of an error result", "", "converse", unionCall("a", "ls", `"status":"error","content":[]`)},
	{"empty-content", "message of the model without content and calls", "", "openai-chat", lines(go1, `{"role":"assistant","content":"","reasoning_content":"r"}`, on1)},
	{"empty-content", "tool_calls", "", "openai-chat", lines(go1, `{"role":"assistant","content":"x","tool_calls":[]}`, on1)},
	{"empty-content", "parts of a content", "", "gemini", lines(part1, `{"role":"model","parts":[]}`, part1)},
	{"empty-content", "text part that is not signed", "", "gemini", lines(part1, `{"role":"model","parts":[{"text":""},{"text":"x"}]}`, part1)},

	{"bad-id", "id of a tool_use", "", "anthropic", lines(go1, strings.ReplaceAll(lines(model(use), user(result)), `"t1"`, `"f.ls:0"`))},
	{"bad-id", "id of a tool_use", "", "claude-code", claudeWith(strings.Replace(use, "t1", "f.ls:0", 1))},
	{"bad-id", "id of a tool_use", "", "droid", strings.ReplaceAll(droidWith(use, result), `"t1"`, `"f.ls:0"`)},
	{"bad-id", "toolUseId", "", "converse", unionCall("f.ls:0", "ls", `"content":[{"text":"x"}]`)},
	{"bad-id", "id of a call at Mistral", "mistral", "openai-chat", lines(go1, chatCall("call_abcdefgh", "ls", `"{}"`))},
	{"bad-id", "id of a call", "openai-chat/gpt-5", "openai-chat", lines(go1, chatCall(long41, "ls", `"{}"`))},
	{"bad-id", "call_id", "", "openai-responses", lines(item1, itemCall(long130, "ls"), itemOutput(long130))},
	{"bad-id", "call_id", "", "codex", codexWith(itemCall(long130, "ls"), itemOutput(long130))},
	{"bad-id", "id of a call that no API takes", "", "openai-chat", lines(go1, chatCall(long130, "ls", `"{}"`))},
	{"bad-id", "id of a call that no API takes", "", "goose", lines(`{"role":"user","created":1,"content":[{"type":"text","text":"go"}]}`, `{"role":"assistant","created":2,"content":[{"type":"toolRequest","id":"a b","toolCall":{"status":"success","value":{"name":"ls","arguments":{}}}}]}`,
		`{"role":"user","created":3,"content":[{"type":"toolResponse","id":"a b","toolResult":{"status":"success","value":[{"type":"text","text":"x"}]}}]}`)},

	{"bad-name", "name of a tool_use", "", "anthropic", lines(go1, model(strings.Replace(use, "ls", long201, 1)), user(result))},
	{"bad-name", "name of a tool_use", "", "claude-code", claudeWith(strings.Replace(use, "ls", long201, 1))},
	{"bad-name", "name of a tool_use", "", "droid", droidWith(strings.Replace(use, "ls", long201, 1), result)},
	{"bad-name", "name of a toolUse", "", "converse", unionCall("a", "web search", `"content":[{"text":"x"}]`)},
	{"bad-name", "name of the tool in a call", "openai-chat", "openai-chat", lines(go1, chatCall("c1", "ns.ls", `"{}"`))},
	{"bad-name", "name of a speaker", "openai-chat", "openai-chat", lines(`{"role":"user","name":"Ann Lee","content":"go"}`, chatCall("c1", "ls", `"{}"`))},
	{"bad-name", "name of a function", "", "openai-responses", lines(item1, itemCall("c1", "ns.ls"), itemOutput("c1"))},
	{"bad-name", "name of a function", "", "codex", codexWith(itemCall("c1", "ns.ls"), itemOutput("c1"))},
	{"bad-name", "name of a tool that no API takes", "", "openai-chat", lines(go1, chatCall("c1", "cd /home && ls", `"{}"`))},

	{"bad-reasoning", "thinking block", "", "anthropic", lines(go1, model(`{"type":"thinking","thinking":"t","signature":"reasoning_content"},{"type":"text","text":"x"}`), on1)},
	{"bad-reasoning", "thinking block", "", "claude-code", claudeWith(`{"type":"thinking","thinking":"t","signature":""}`)},
	{"half-server-call", "server_tool_use, mcp_tool_use and their results", "", "anthropic", lines(go1, model(`{"type":"server_tool_use","id":"s1","name":"web_search","input":{}},{"type":"text","text":"x"}`), on1)},
	{"half-server-call", "server_tool_use, mcp_tool_use and their results", "", "claude-code", claudeWith(`{"type":"advisor_tool_result","tool_use_id":"s1","content":[]}`)},
	{"bad-cache-control", "cache_control of a thinking block", "", "anthropic", lines(go1, model(`{"type":"thinking","thinking":"t","signature":"abcd","cache_control":{"type":"ephemeral"}},{"type":"text","text":"x"}`), on1)},
	{"bad-cache-control", "cache_control beyond four", "anthropic", "anthropic", lines(model(use), user(result+strings.Repeat(`,{"type":"text","text":"x","cache_control":{"type":"ephemeral"}}`, 5)))},
	{"extra-member", "members of a block that only streams have", "", "anthropic", lines(go1, model(`{"type":"text","text":"x","index":0},`+use), user(result))},
	{"trailing-space", "last text of a last message of the model", "", "anthropic", lines(go1, model(use), user(result), model(`{"type":"text","text":"x "}`))},
	{"large-image", "image", "", "anthropic", lines(user(image("image/png", large)), model(use), user(result))},
	{"large-image", "images of a request", "", "anthropic", lines(user(image("image/png", broad)+strings.Repeat(","+image("image/png", png), 20)), model(use), user(result))},
	{"prefill", "last message of a request", opus, "anthropic", lines(`{"max_tokens":9,"messages":[` + go1 + `,` + model(`{"type":"text","text":"x"}`) + `]}`)},
	{"mixed-content", "text beside the results of programmatic calls", "", "anthropic", lines(go1, model(`{"type":"server_tool_use","id":"s1","name":"code_execution","input":{}},`+strings.Replace(use, `}}`, `},"caller":{"type":"code_execution_20250825","tool_id":"s1"}}`, 1)), user(result+`,{"type":"text","text":"x"}`))},
	{"missing-member", "container of a request", "anthropic", "anthropic", `{"max_tokens":9,"messages":[` + go1 + `,` + model(`{"type":"server_tool_use","id":"s1","name":"code_execution","input":{}},`+strings.Replace(use, `}}`, `},"caller":{"type":"code_execution_20250825","tool_id":"s1"}}`, 1)) + `,` + user(result) + `]}`},
	{"bad-cache-control", "cache_control of an hour behind one of five minutes", "anthropic", "anthropic", lines(model(use), user(result+`,{"type":"text","text":"x","cache_control":{"type":"ephemeral"}},{"type":"text","text":"y","cache_control":{"type":"ephemeral","ttl":"1h"}}`))},
	{"unknown-reference", "tool_reference in a result", "anthropic", "anthropic", `{"max_tokens":9,"tools":[{"name":"ls"}],"messages":[` + go1 + `,` + model(use) + `,` + user(strings.Replace(result, `"x"`, `[{"type":"tool_reference","tool_name":"LSP"}]`, 1)) + `]}`},
	{"missing-reasoning", "first message of the model in the open turn, where thinking is enabled", "anthropic", "anthropic", `{"max_tokens":9,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[` + go1 + `,` + model(use) + `,` + user(result) + `]}`},
	{"missing-member", "toolConfig of a request", "bedrock", "converse", `{"max_tokens":9,"messages":[` + strings.ReplaceAll(unionCall("a", "ls", `"content":[{"text":"x"}]`), "\n", ",") + `]}`},
	{"mixed-content", "text beside the results of tools", "bedrock/us.amazon.nova-pro-v1:0", "converse", strings.Replace(unionCall("a", "ls", `"content":[{"text":"x"}]`), `]}}]}`, `]}},{"text":"on"}]}`, 1)},
	{"bad-reasoning", "reasoningText", "bedrock/claude-opus-4-8", "converse", lines(union, `{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"t"}}},{"text":"x"}]}`, union)},
	{"bad-call", "type of a call", "openai-chat", "openai-chat", lines(go1, strings.Replace(chatCall("c1", "ls", `"{}"`), `"type":"function",`, "", 1))},
	{"mixed-content", "output of a call", "", "openai-responses", lines(item1, itemCall("c1", "ls"), strings.Replace(itemOutput("c1"), `"x"`, `{"a":1}`, 1))},
	{"mixed-content", "output of a call", "", "codex", codexWith(itemCall("c1", "ls"), strings.Replace(itemOutput("c1"), `"x"`, `{"a":1}`, 1))},
	{"mixed-content", "calls and results in the shapes of two APIs", "", "anthropic", lines(go1, model(use), `{"role":"tool","tool_call_id":"t1","content":"x"}`, on1)},
	{"mixed-content", "calls and results in the shapes of two APIs", "", "openai-chat", lines(go1, strings.Split(chatCall("t1", "ls", `"{}"`), "\n")[0], user(result))},

	{"role-order", "first message", "bedrock", "converse", lines(`{"role":"assistant","content":[{"text":"x"}]}`, union)},
	{"role-order", "roles of neighbours", "bedrock", "converse", lines(union, union)},
	{"role-order", "content with a functionCall", "gemini", "gemini", lines(part1, `{"role":"model","parts":[{"text":"x"}]}`, `{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}}}]}`, `{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{"output":"x"}}}]}`)},

	{"bad-call", "arguments of a call that are no string", "openai-chat", "openai-chat", lines(go1, chatCall("c1", "ls", `{"a":1}`))},
	{"bad-call", "arguments of an answered call that are cut", "", "openai-chat", lines(go1, chatCall("c1", "ls", `"{\"a\": [1, \"b"`))},
	{"long-string", "content of a message", "openai-chat", "openai-chat", lines(`{"role":"user","content":"`+strings.Repeat("x", 1<<20+1)+`"}`, chatCall("c1", "ls", `"{}"`))},
	{"missing-reasoning", "reasoning_content of a message with calls", "moonshot", "openai-chat", lines(go1, chatCall("c1", "ls", `"{}"`), strings.Replace(chatCall("c2", "ls", `"{}"`), `"reasoning_content":"r",`, "", 1))},

	{"bad-item-id", "id of an item", "", "openai-responses", lines(item1, strings.Replace(itemCall("c1", "ls"), "{", `{"id":"item_1",`, 1), itemOutput("c1"))},
	{"bad-item-id", "id of an item", "", "codex", codexWith(strings.Replace(itemCall("c1", "ls"), "{", `{"id":"item_1",`, 1), itemOutput("c1"))},
	{"bad-item-id", "id of an item that another one has", "", "openai-responses", lines(item1, strings.Replace(itemCall("c1", "ls"), "{", `{"id":"fc_1",`, 1), itemOutput("c1"), strings.Replace(itemCall("c2", "ls"), "{", `{"id":"fc_1",`, 1), itemOutput("c2"))},
	{"lone-reasoning", "reasoning item", "", "openai-responses", lines(item1, `{"type":"reasoning","id":"rs_1","summary":[]}`, item2)},
	{"mixed-content", "type of a text", "", "openai-responses", lines(item1, `{"type":"message","role":"assistant","content":[{"type":"input_text","text":"x"}]}`, item2)},
	{"mixed-content", "type of a text", "", "codex", codexWith(`{"type":"message","role":"assistant","content":[{"type":"input_text","text":"x"}]}`, item2)},
	{"extra-member", "content of a reasoning item", "", "openai-responses", lines(item1, `{"type":"reasoning","id":"rs_1","summary":[],"content":[{"type":"reasoning_text","text":"t"}]}`, itemCall("c1", "ls"), itemOutput("c1"))},
	{"missing-signature", "first functionCall of a step", "", "gemini", lines(part1, `{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}},"thoughtSignature":"s"}]}`, `{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{"output":"x"}}}]}`,
		`{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}}}]}`, `{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{"output":"x"}}}]}`)},

	{"bad-image", "document that is said to be a PDF", "", "anthropic", lines(user(document(png)), model(use), user(result))},
	{"bad-image", "document that is said to be a PDF", "", "claude-code", claudeAnswer(strings.Replace(result, `"x"`, `[`+document("")+`]`, 1))},
	{"half-server-call", "caller of a programmatic call", "anthropic", "anthropic", lines(go1, model(strings.Replace(use, `}}`, `},"caller":{"type":"code_execution_20250825","tool_id":"s1"}}`, 1)), user(result))},
	{"half-server-call", "server_tool_use, mcp_tool_use and their results", "", "anthropic", lines(go1, model(`{"type":"server_tool_use","id":"s1","name":"web_search","input":{}},{"type":"text","text":"x"}`), on1, model(`{"type":"web_search_tool_result","tool_use_id":"s1","content":[]},{"type":"text","text":"y"}`), on1)},
	{"missing-member", "type of a block", "", "anthropic", lines(go1, model(use), user(result), model(`{"type":"thinking","thinking":"t","signature":"abcd"},{"text":"x"}`), on1)},
	{"extra-member", "members of a block that only streams have", "", "anthropic", lines(go1, model(use), user(strings.Replace(result, `"x"`, `[{"type":"text","text":"x","index":0}]`, 1)))},
	{"empty-content", "text block, also beside images", "", "anthropic", lines(go1, model(use), user(result+`,{"type":"text","text":null}`))},
	{"bad-cache-control", "cache_control beyond four", "anthropic", "anthropic", `{"max_tokens":9,"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],"messages":[` + go1 + `,` + model(use) + `,` + user(`{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral"}}]}`+strings.Repeat(`,{"type":"text","text":"x","cache_control":{"type":"ephemeral"}}`, 3)) + `]}`},
	{"bad-cache-control", "cache_control of an hour behind one of five minutes", "anthropic", "anthropic", `{"max_tokens":9,"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],"messages":[` + user(`{"type":"text","text":"x","cache_control":{"type":"ephemeral","ttl":"1h"}}`) + `]}`},
	{"nul-character", "any string of a message", "", "openai-chat", lines(`{"role":"system","content":"a\u0000b"}`, go1, chatCall("c1", "ls", `"{}"`))},
	{"bad-name", "name of a speaker", "openai-chat", "openai-chat", lines(`{"role":"system","name":"a b","content":"x"}`, go1, chatCall("c1", "ls", `"{}"`))},
	{"bad-call", "arguments of an answered call that are cut", "", "openai-chat", lines(go1, chatCall("c1", "ls", `"[{\"a\": 1}, {\"b"`))},
	{"bad-image", "image in a message of the model", "", "anthropic", lines(go1, model(image("image/png", png)), on1, model(use), user(result))},
	{"bad-image", "image in a message of the model", "", "claude-code", claudeWith(image("image/png", png))},
	{"bad-image", "image in a message of the model", "", "converse", lines(unionCall("a", "ls", `"content":[{"text":"x"}]`), `{"role":"assistant","content":[{"image":{"format":"png","source":{"bytes":"`+png+`"}}}]}`, union)},
	{"bad-image", "image in an item of the model", "", "openai-responses", lines(item1, `{"type":"message","role":"assistant","content":[{"type":"input_image","image_url":"data:image/png;base64,`+png+`"}]}`, item2)},
	{"bad-image", "image in an item of the model", "", "codex", codexWith(`{"type":"message","role":"assistant","content":[{"type":"input_image","image_url":"data:image/png;base64,`+png+`"}]}`, item2)},
	{"mixed-content", "type of a text", "", "openai-responses", lines(item1, `{"type":"message","role":"assistant","content":[{"type":"text","text":"x"}]}`, `{"type":"message","role":"user","content":[{"type":"text","text":"x"}]}`)},
	{"prefill", "last message of a request", "anthropic/claude-sonnet-5", "anthropic", lines(`{"max_tokens":9,"messages":[` + go1 + `,` + model(`{"type":"text","text":"x"}`) + `]}`)},

	{"empty-content", "message of the model with an empty text and no calls", "mistral", "openai-chat", lines(go1, `{"role":"assistant","content":""}`, on1, chatCall("abcdefghi", "ls", `"{}"`))},
	{"empty-content", "message of the user without content", "openai-chat", "openai-chat", lines(go1, chatCall("c1", "ls", `"{}"`), `{"role":"user","content":null}`)},
	{"mixed-content", "content of a tool message", "openai-chat", "openai-chat", lines(go1, strings.Replace(chatCall("c1", "ls", `"{}"`), `"content":"x"`, `"content":null`, 1))},
	{"bad-call", "arguments of a call that are no string", "openai-chat", "openai-chat", lines(go1, strings.Replace(chatCall("c1", "ls", `"{}"`), `,"arguments":"{}"`, "", 1))},
	{"bad-call", "arguments of a function_call that are no string", "", "openai-responses", lines(item1, strings.Replace(itemCall("c1", "ls"), `"{}"`, `{"a":1}`, 1), itemOutput("c1"))},
	{"bad-call", "arguments of a function_call that are no string", "", "codex", codexWith(strings.Replace(itemCall("c1", "ls"), `"{}"`, `{"a":1}`, 1), itemOutput("c1"))},
	{"mixed-content", "output of a call", "", "openai-responses", lines(item1, itemCall("c1", "ls"), strings.Replace(itemOutput("c1"), `"x"`, `null`, 1))},
	{"bad-item-id", "id of an item", "", "openai-responses", lines(item1, strings.Replace(itemCall("c1", "ls"), "{", `{"id":"fc_`+strings.Repeat("x", 70)+`",`, 1), itemOutput("c1"))},
	{"lone-reasoning", "reasoning item", "", "openai-responses", `{"max_output_tokens":9,"input":[` + item1 + `,{"type":"reasoning","id":"rs_1","summary":[]}]}`},
	{"missing-signature", "first functionCall of a step, where none is signed", "gemini/gemini-3-pro", "gemini", lines(part1, `{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}}}]}`, `{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{"output":"x"}}}]}`)},
	{"missing-signature", "first functionCall of a step", "", "gemini", lines(part1, `{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}}},{"functionCall":{"name":"ls","args":{}},"thoughtSignature":"s"}]}`, `{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{"output":"x"}}},{"functionResponse":{"name":"ls","response":{"output":"x"}}}]}`)},
	{"mixed-content", "response of a functionResponse", "", "gemini", lines(part1, `{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}}}]}`, `{"role":"user","parts":[{"functionResponse":{"name":"ls","response":"x"}}]}`)},
	{"empty-content", "text part that is not signed", "", "gemini", lines(part1, `{"role":"model","parts":[{},{"text":"x"}]}`, part1)},
	{"role-order", "content with a functionCall", "gemini", "gemini", lines(`{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}}}]}`, `{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{"output":"x"}}}]}`)},
}

// accepted are bodies that an API takes, each near to one of samples.
var accepted = []sample{
	{"missing-reasoning", "thinking stands first in the turn", "", "anthropic", `{"model":"claude-sonnet-4-5","max_tokens":9,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[` + go1 + `,` + model(`{"type":"thinking","thinking":"t","signature":"abcd"},`+use) + `,` + user(result) + `,` + model(strings.Replace(use, "t1", "t2", 1)) + `,` + user(strings.Replace(result, "t1", "t2", 1)) + `]}`},
	{"prefill", "the server goes on with its own call", "", "anthropic", `{"model":"claude-opus-4-8","max_tokens":9,"messages":[` + go1 + `,` + model(`{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}`) + `]}`},
	{"prefill", "older models take it", "", "anthropic", `{"model":"claude-opus-4-1-20250805","max_tokens":9,"messages":[` + go1 + `,` + model(`{"type":"text","text":"x"}`) + `]}`},
	{"empty-content", "OpenAI takes an empty text", "", "openai-chat", `{"model":"gpt-5","max_completion_tokens":9,"messages":[` + go1 + `,{"role":"assistant","content":""},` + on1 + `]}`},
	{"orphan-result", "the call is kept by the API", "", "openai-responses", `{"model":"gpt-5","previous_response_id":"resp_1","input":[` + itemOutput("c1") + `]}`},
	{"orphan-result", "the call is in the conversation", "", "openai-responses", `{"model":"gpt-5","conversation":"conv_1","input":[` + itemOutput("c1") + `]}`},
	{"orphan-result", "the call is referred to", "", "openai-responses", lines(item1, `{"type":"item_reference","id":"fc_1"}`, itemOutput("c1"))},
	{"missing-signature", "Gemini 2.5 signs nothing", "gemini/gemini-2.5-pro", "gemini", lines(part1, `{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}}}]}`, `{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{"output":"x"}}}]}`)},
	{"extra-member", "arguments may have any member", "anthropic", "anthropic", lines(go1, model(strings.Replace(use, `{}`, `{"index":1,"type":"text","text":""}`, 1)), user(result))},
	{"bad-cache-control", "four of them", "anthropic", "anthropic", lines(go1, model(use), user(result+strings.Repeat(`,{"type":"text","text":"x","cache_control":{"type":"ephemeral"}}`, 4)))},
}

// Nothing is found in what an API takes.
func TestAccepted(t *testing.T) {
	for _, s := range accepted {
		if codes, _, out := repair(t, s.to, []byte(s.body+"\n")); len(codes) > 0 || string(out) != s.body+"\n" {
			t.Errorf("%s, %s in %s: %v", s.code, s.place, s.format, codes)
		}
	}
}

// repair repairs a body for a target, and returns the codes of what was found and is no
// consequence of anything else.
func repair(t *testing.T, to string, body []byte) (codes []transcript.Code, kept bool, out []byte) {
	t.Helper()
	o := pair.Options{}
	if to != "" {
		target, err := pair.ParseTarget(to)
		if err != nil {
			t.Fatal(err)
		}
		o.For = target
	}
	var w bytes.Buffer
	found, err := pair.Repair(bytes.NewReader(body), &w, o)
	if err != nil {
		t.Fatalf("%s: %v\n%s", to, err, body)
	}
	for _, f := range found {
		if f.Severity != transcript.Info && f.Code != transcript.MissingResult {
			codes, kept = append(codes, f.Code), kept || f.Action == transcript.Keep
		}
	}
	return codes, kept, w.Bytes()
}

// Each row finds its sample, and nothing else is found there; where it is repaired,
// nothing is found in what comes of it; where it is only reported, the bytes stay.
func TestSamples(t *testing.T) {
	for _, s := range samples {
		body := []byte(s.body + "\n")
		codes, kept, out := repair(t, s.to, body)
		if len(codes) == 0 {
			t.Errorf("%s, %s in %s: not found", s.code, s.place, s.format)
		}
		for _, c := range codes {
			if c != s.code {
				t.Errorf("%s, %s in %s: %s", s.code, s.place, s.format, c)
			}
		}
		again, _, twice := repair(t, s.to, out)
		if !kept && len(again) > 0 || !bytes.Equal(out, twice) {
			t.Errorf("%s, %s in %s: after the repair %v\n%.600s", s.code, s.place, s.format, again, out)
		}
		if kept && !bytes.Equal(out, body) || !kept && bytes.Equal(out, body) {
			t.Errorf("%s, %s in %s: kept %v\n%.600s", s.code, s.place, s.format, kept, out)
		}
	}
}

// Every row has a sample in each format that it names, and says what a row has to say.
func TestEveryRowHasSamples(t *testing.T) {
	has, places := map[string]bool{}, map[string]bool{}
	for _, s := range samples {
		has[string(s.code)+" "+s.place+" "+s.format], has[string(s.code)+" "+s.place] = true, true
	}
	for _, r := range refusal.Table() {
		key := string(r.Code) + " " + r.Place
		if places[key] {
			t.Errorf("two rows %s", key)
		}
		if places[key] = true; !has[key] {
			t.Errorf("no sample: %s", key)
		}
		for _, f := range r.Formats {
			if !has[key+" "+f] && f != "plain" {
				t.Errorf("no sample in %s: %s", f, key)
			}
			if dialect.Named(f) == nil && f != "plain" {
				t.Errorf("%s: no format %s", key, f)
			}
		}
		if r.APIs == 0 || r.Error == "" || r.Source == "" || r.Repair == "" && r.Help == "" {
			t.Errorf("%s does not say all", key)
		}
	}
}
