package dialect

import (
	"bytes"
	"slices"

	"trtools/pkg/transcript/outline"
)

// Lost is the text of a result that is put in for a lost one. It claims
// nothing about the tool: it may have run or not.
const Lost = "[Tool result missing: the call was interrupted or its result was not recorded. The tool may or may not have run.]"

// known are the texts that agents put in for a lost result; a real result that turns
// up later takes its place. docs/formats.md section 0 has the sources.
var known = []string{
	Lost,
	"aborted",            // Codex
	"No result provided", // pi
	"[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.",
	"Tool call interrupted by user",                                            // tau
	"The tool execution result was lost due to context management truncation.", // Gemini CLI
	"[Tool execution was interrupted]",                                         // opencode
	"[migration] Tool result missing in legacy conversation history.",          // Cline
	"Task was interrupted before this tool call could be completed.",           // Roo
	"Tool execution was interrupted before completion.",                        // Roo
	"[Tool result missing due to internal error]",                              // Claude Code 2.1
	"Tool execution result was not recorded — likely interrupted by network failure, abort, or process exit. Treat as failure and retry if needed.", // Qwen Code
	"Tool execution was interrupted before its result was recorded. Do not assume the tool completed successfully.",                                 // Kimi Code
	"The execution of this tool, or a previous tool was interrupted.",                                                                               // Copilot CLI
}

// knownStarts are those of which only the beginning is fixed.
var knownStarts = []string{
	"[Tool result missing — the tool execution was interrupted or failed silently. Do NOT retry", // ChatCLI
	"Tool execution was interrupted before a result was produced. Tool: ",                        // Cline
	"[Tool call interrupted: ", // Claude Code 2.1.328
}

func isKnown(text []byte) bool {
	return slices.ContainsFunc(known, func(k string) bool { return string(text) == k }) ||
		slices.ContainsFunc(knownStarts, func(k string) bool { return bytes.HasPrefix(text, []byte(k)) })
}

// longestKnown bounds what is decoded to recognise a synthetic result.
const longestKnown = 400

// isSyntheticContent reports whether the content of a result is nothing but one of
// the known placeholder texts, or the caller's own. Content is a string, an array with one text
// part, or an object with one error.
func (v *View) isSyntheticContent(content outline.Value) bool {
	switch content.Kind() {
	case outline.String:
		return v.isSyntheticText(content)
	case outline.Array, outline.Object:
		c, ok := content.First()
		if !ok {
			return false
		}
		if _, more := c.Next(); more {
			return false
		}
		if content.Kind() == outline.Object {
			switch string(c.Key()) {
			case "error":
				return v.isSyntheticText(c)
			case "output": // as it is written without the error flag
				return c.Is(Lost) || v.own != "" && c.Is(v.own)
			}
			return false
		}
		if said := c.Get("stderr"); said.Exists() && c.Get("stdout").Reads("") { // of a shell_call
			return v.isSyntheticText(said)
		}
		return v.isSyntheticText(textOf(c))
	}
	return false
}

func (v *View) isSyntheticText(t outline.Value) bool { return standsIn(t, v.own) }

// standsIn reports whether a string is one of the known texts, or the caller's own.
func standsIn(t outline.Value, own string) bool {
	start, end := t.Span()
	if t.Kind() != outline.String || end-start > longestKnown+6*len(own) {
		return false
	}
	var short [longestKnown]byte
	text := t.AppendText(short[:0])
	return own != "" && string(text) == own || isKnown(text)
}
