package dialect

import (
	"bytes"
	"strings"

	"trtools/pkg/transcript/outline"
)

// Lost is the text of a result that is put in for a lost one. It claims
// nothing about the tool: it may have run or not.
const Lost = "[Tool result missing: the call was interrupted or its result was not recorded. The tool may or may not have run.]"

// known are the texts that agents put in for a lost result; a real result that
// turns up later takes their place. docs/formats.md section 0 has the sources.
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
}

// knownStarts are texts of which only the beginning is fixed.
var knownStarts = []string{
	"[Tool result missing — the tool execution was interrupted or failed silently. Do NOT retry", // ChatCLI
	"Tool execution was interrupted before a result was produced. Tool: ",                        // Cline
	"[Tool call interrupted: ", // Claude Code 2.1.328
}

// longestKnown bounds what is decoded to recognise a synthetic result.
const longestKnown = 400

// result adds r; late says that another block stands before it.
func (v *View) result(r Result, late bool) {
	if !late {
		v.Lead++
	}
	v.Results = append(v.Results, r)
}

// lost reports whether the content of a result is one of those texts, or the
// caller's own, and nothing else. Content is a string, an array with one text
// part, or an object with one error.
func (v *View) lost(content outline.Value) bool {
	switch content.Kind() {
	case outline.String:
		return v.lostText(content)
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
				return v.lostText(c)
			case "output": // as it is written without the error flag
				return c.Is(Lost) || v.own != "" && c.Is(v.own)
			}
			return false
		}
		return v.lostText(c.Get("text"))
	}
	return false
}

// startsKnown reports whether a JSON string begins as one of the known texts
// does. It saves decoding nearly all results.
func startsKnown(raw []byte) bool {
	return len(raw) > 4 && (raw[1] == '[' || raw[1] == 'a' || raw[1] == 'N' || raw[1] == 'T' || raw[1] == '\\')
}

func (v *View) lostText(t outline.Value) bool {
	start, end := t.Span()
	if t.Kind() != outline.String || end-start > longestKnown+6*len(v.own) || v.own == "" && !startsKnown(t.Raw()) {
		return false
	}
	text := t.Bytes()
	if v.own != "" && string(text) == v.own {
		return true
	}
	for _, k := range known {
		if string(text) == k {
			return true
		}
	}
	for _, k := range knownStarts {
		if bytes.HasPrefix(text, []byte(k)) {
			return true
		}
	}
	return false
}

// object writes a JSON object from names and raw values, leaving out members
// whose value is empty.
func object(members ...string) []byte {
	var b strings.Builder
	b.WriteByte('{')
	for i := 0; i+1 < len(members); i += 2 {
		if members[i+1] == "" {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(outline.Quote(members[i]))
		b.WriteByte(':')
		b.WriteString(members[i+1])
	}
	b.WriteByte('}')
	return []byte(b.String())
}

// array writes a JSON array of raw values.
func array(values [][]byte) string {
	return "[" + string(bytes.Join(values, []byte(","))) + "]"
}

// str quotes a string for object.
func str(s string) string { return string(outline.Quote(s)) }

// strOr is str, or with an empty string the given raw value.
func strOr(s, raw string) string {
	if s == "" {
		return raw
	}
	return str(s)
}

// flag is the raw value of an error flag: true, or left out.
func flag(on bool) string {
	if on {
		return "true"
	}
	return ""
}

// copied returns the raw value of a member of like, "" if it has none.
func copied(like outline.Value, name string) string { return string(like.Get(name).Raw()) }
