package transcripttest

import (
	"regexp"
	"slices"
	"strings"
)

// WireDamages write what pairs well, and what an API refuses even so. In formats
// whose API is not known to, that is healthy.
var WireDamages = []LineDamage{
	{"emptied text", emptiedText, true},
	{"blank block", blankBlock, false},
	{"refused id", refusedID("!x:0"), false},
	{"long id", refusedID(strings.Repeat("x", 70)), false},
	{"token in a name", refusedName(`\u003c|call|\u003e {}`), false},
	{"long name", refusedName(strings.Repeat("y", 210)), false},
	{"nameless response", namelessResponse, false},
	{"space at the end", spaceAtEnd, false},
}

// spokenTexts are how the texts begin that are no result.
var spokenTexts = []string{`"user text`, `"note`, `"final`, `"` + words}

// quoted returns where a text of a line begins and ends, with its quotation
// marks; nothing if there is none.
func quoted(raw string) (start, end int) {
	for _, text := range spokenTexts {
		if i := strings.Index(raw, text); i >= 0 {
			return i, i + 1 + strings.IndexByte(raw[i+1:], '"') + 1
		}
	}
	return 0, 0
}

// emptiedText takes the words out of a message, or all but white space.
func emptiedText(lines []Line, pick Pick) []Line {
	lines = slices.Clone(lines)
	l := &lines[pick(len(lines))]
	blank := []string{`""`, `" \n"`}[pick(2)]
	if start, end := quoted(l.Raw); end > 0 && !strings.Contains(l.Raw, "summary") && !strings.Contains(l.Raw, "Summary") {
		l.Raw = l.Raw[:start] + blank + l.Raw[end:]
	}
	return lines
}

// blankBlock puts a blank text in front of the blocks of a message of the model.
func blankBlock(lines []Line, pick Pick) []Line {
	const start = `"role":"assistant","content":[{`
	lines = slices.Clone(lines)
	l := &lines[pick(len(lines))]
	if i := strings.Index(l.Raw, start); i >= 0 {
		i += len(start)
		block := `"text":" "},{`
		switch {
		case strings.HasPrefix(l.Raw[i:], `"type":"output_text"`):
			block = `"type":"output_text","text":"\n"},{`
		case strings.HasPrefix(l.Raw[i:], `"type"`):
			block = `"type":"text","text":"\n"},{`
		}
		l.Raw = l.Raw[:i] + block + l.Raw[i:]
	}
	return lines
}

// refusedID gives a call and its results an id that few APIs take.
func refusedID(more string) func([]Line, Pick) []Line {
	return func(lines []Line, pick Pick) []Line {
		if id := pickID(lines, pick); id != "" {
			return eachRaw(lines, func(raw string) string { return strings.ReplaceAll(raw, q(id), written(id, more)) })
		}
		return lines
	}
}

// refusedName gives the tool of a call such a name.
func refusedName(more string) func([]Line, Pick) []Line {
	return func(lines []Line, pick Pick) []Line {
		if id := pickID(lines, pick); id != "" {
			name := toolName(id)
			return eachRaw(lines, func(raw string) string { return strings.ReplaceAll(raw, q(name), written(name, more)) })
		}
		return lines
	}
}

// written is a JSON string with more behind it, which is JSON or what somebody took for it.
func written(text, more string) string { return strings.TrimSuffix(q(text), `"`) + more + `"` }

// idInArgs finds the id of a call in its arguments.
var idInArgs = regexp.MustCompile(`\bdo ([A-Za-z0-9:._-]+)`)

// pickID returns the id of a call, "" if there is none.
func pickID(lines []Line, pick Pick) string {
	var ids []string
	for _, l := range lines {
		for _, m := range idInArgs.FindAllStringSubmatch(l.Raw, -1) {
			ids = append(ids, m[1])
		}
	}
	if len(ids) == 0 {
		return ""
	}
	return ids[pick(len(ids))]
}

// namelessResponse takes the name of its tool out of a Gemini response.
func namelessResponse(lines []Line, pick Pick) []Line {
	lines = slices.Clone(lines)
	l := &lines[pick(len(lines))]
	before, after, ok := strings.Cut(l.Raw, `"functionResponse":{`)
	if !ok {
		return lines
	}
	i := strings.Index(after, `"name":`)
	if i < 0 || !strings.Contains(after[i:], ",") {
		return lines // a line that was cut before
	}
	end := i + strings.Index(after[i:], ",")
	after = after[:i] + []string{`"name":""`, `"name":" "`}[pick(2)] + after[end:]
	l.Raw = before + `"functionResponse":{` + after
	return lines
}

// spaceAtEnd puts white space behind the last text of the model.
func spaceAtEnd(lines []Line, _ Pick) []Line {
	if len(lines) == 0 {
		return lines
	}
	lines = slices.Clone(lines)
	l := &lines[len(lines)-1]
	if start, end := quoted(l.Raw); end > 0 && !strings.HasPrefix(l.Raw[start:], `"user`) {
		l.Raw = l.Raw[:end-1] + ` \n"` + l.Raw[end:]
	}
	return lines
}
