package dialect

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// Failed reports whether a result of this view is an error: by what it says of itself, or,
// of an output, which has no flag, by the words that Codex writes.
func (v *View) Failed(r *Result) bool {
	return r.Failed || r.Item.GetAny("is_error", "isError").True() || v.Format.Rules().ByID && failedOutput(r.Content)
}

// longestStart bounds what is read to see how an output begins, in bytes.
const longestStart = 512

// failedOutput reports whether an output of Codex is an error: docs/formats.md
// section 1.
func failedOutput(out outline.Value) bool {
	if in := wrapped(out); in.Exists() {
		code := string(in.Path("metadata", "exit_code").Raw())
		return code != "" && code != "0" && code != "null"
	}
	if out.Kind() == outline.Array {
		p, _ := out.First()
		out = p.Get("text")
	}
	if out.Kind() != outline.String {
		return false
	}
	raw := out.Raw()
	return failedStart(raw[1:min(len(raw)-1, longestStart)])
}

// failedStart reports whether a text, as JSON spells it, begins as Codex begins an error:
// with its words in front, or with an exit code that is not 0 in front or in one of the
// next four lines.
func failedStart(text []byte) bool {
	for _, words := range []string{"execution error: ", "exec command rejected by user", "aborted by user", "err: "} {
		if bytes.HasPrefix(text, []byte(words)) {
			return true
		}
	}
	if failedCode(text, "Exit code: ") {
		return true
	}
	for range 5 {
		if failedCode(text, "Process exited with code ") {
			return true
		}
		_, next, more := bytes.Cut(text, []byte(`\n`))
		if !more {
			break
		}
		text = next
	}
	return false
}

// failedCode reports whether a text begins with the words and a number other
// than 0.
func failedCode(text []byte, words string) bool {
	code, ok := bytes.CutPrefix(text, []byte(words))
	code = bytes.TrimPrefix(code, []byte("-"))
	return ok && len(code) > 0 && code[0] >= '1' && code[0] <= '9'
}
