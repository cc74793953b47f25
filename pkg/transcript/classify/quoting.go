package classify

import "strings"

// unquote takes the marks of a quotation, as mail and Markdown have them, from
// the beginnings of lines: "> ". Where only some lines have one it is a prompt.
func unquote(s string) string {
	if !strings.HasPrefix(strings.TrimSpace(s), ">") {
		return s
	}
	lines := strings.SplitAfter(s, "\n")
	for i, line := range lines {
		trim := strings.TrimLeft(line, " \t")
		if strings.TrimSpace(trim) == "" {
			continue
		}
		rest, quoted := strings.CutPrefix(trim, ">")
		if !quoted {
			return s
		}
		lines[i] = strings.TrimPrefix(rest, " ")
	}
	return strings.Join(lines, "")
}

// deemphasized takes the marks of emphasis, as Markdown has them, from a text that is one
// emphasized line or has nothing emphasized but what it begins with, and from the words in
// front of a line that say what it is: "**Error:** ...".
func deemphasized(s string) string {
	if !strings.Contains(s, "**") {
		return s
	}
	inner, begins := strings.CutPrefix(strings.TrimSpace(s), "**")
	if all, ends := strings.CutSuffix(inner, "**"); begins && ends && !strings.ContainsAny(all, "*\n") {
		return all
	}
	if label, rest, ok := strings.Cut(inner, "**:"); begins && ok && !strings.ContainsAny(label, "*\n") && !strings.Contains(rest, "**") {
		return label + ":" + rest
	}
	return errorLabel.get().ReplaceAllString(s, "$1$2$3$4")
}

// errorLabel finds words that announce an error, with a colon, in front of a line.
var errorLabel = lazy(`(?im)^([ \t]*)\*\*((?:\w+ ){0,2}(?:error|failure|exception|错误|錯誤|エラー|오류|fehler|erreur|errore|ошибка)(?: \d+)?)(?:\*\*( ?[:：])|( ?[:：])\*\*)`)
