package classify

import (
	"strings"

	"trtools/pkg/transcript/outline"
)

// recordError looks at a text that is one JSON object, as transcripts and APIs write
// them. It returns the part of it that may be an error, "" if none may be, and whether
// the text is such an object. Of a message only its outcome may be an error, whatever its
// content says.
func recordError(text string) (part string, isRecord bool) {
	trim := strings.TrimSpace(text)
	if !strings.HasPrefix(trim, "{") || !strings.Contains(trim, `"`) {
		return text, false
	}
	var doc outline.Doc
	if doc.Parse([]byte(trim)) != nil {
		return text, false
	}
	root := doc.Root()
	if isForeign(root) {
		return "", true
	}
	if failed(root) || failed(root.Get("message")) {
		return text, false
	}
	if !isMessage(root) {
		return text, false
	}
	return outcome(root), true
}

// isForeign reports whether a record is the failure of something else than a model's API: of
// an MCP server, which speaks JSON-RPC, or of a tool.
func isForeign(v outline.Value) bool {
	return v.GetAny("jsonrpc", "tool_use_id", "tool_call_id").Exists() || v.Get("type").IsAny("tool_result", "toolResult", "function_call_output")
}

// failed reports whether a record says of itself that it is an error.
func failed(v outline.Value) bool {
	if v.Kind() != outline.Object {
		return false
	}
	if v.Get("isApiErrorMessage").True() || v.Get("type").Is("error") || v.Get("errorMessage").Exists() {
		return true
	}
	if e := v.Get("error"); e.Kind() == outline.Object || e.Kind() == outline.String && !e.Blank() {
		return true
	}
	if v.Get("is_error").True() && v.Get("type").Is("result") {
		return true
	}
	return v.Get("stopReason").Is("error") || v.Path("response", "error").Kind() == outline.Object
}

// isMessage reports whether an object is a message, a result or a record that
// holds one.
func isMessage(v outline.Value) bool {
	if v.Get("role").Kind() == outline.String || v.Get("choices").Kind() == outline.Array ||
		v.Get("candidates").Kind() == outline.Array {
		return true
	}
	return v.Get("type").IsAny("message", "user", "assistant", "tool_result", "tool_use", "text", "function_call_output",
		"custom_tool_call_output", "response_item", "summary", "system", "toolResult", "input_text", "output_text") ||
		v.Path("message", "role").Kind() == outline.String || v.Get("tool_use_id").Exists()
}

// outcomes are the members that say why an answer ended.
var outcomes = [][]string{
	{"stop_reason"}, {"stopReason"}, {"finish_reason"}, {"finishReason"}, {"message", "stop_reason"},
	{"message", "stopReason"}, {"incomplete_details", "reason"},
}

// outcome returns why an answer ended, as "stop_reason: x".
func outcome(v outline.Value) string {
	for _, path := range outcomes {
		if s := v.Path(path...).Text(); s != "" {
			return "stop_reason: " + s
		}
	}
	for _, list := range []string{"choices", "candidates"} {
		first, _ := v.Get(list).First()
		for _, name := range []string{"finish_reason", "finishReason"} {
			if s := first.Get(name).Text(); s != "" {
				return "stop_reason: " + s
			}
		}
	}
	return ""
}
