package dialect

import (
	"bytes"
	"regexp"

	"trtools/pkg/transcript/outline"
)

// Failed reports whether a result of this view is an error: by the format's
// flag, or where the format has none by the words that its client writes.
func (v *View) Failed(r *Result) bool {
	switch v.Format.Rules().Name {
	case "gemini":
		return r.Content.Get("error").Exists()
	case "converse":
		return r.Item.Path("toolResult", "status").Is("error")
	case "codex", "openai-responses":
		return failedOutput(r.Content)
	case "openai-chat":
		return failedChat(r)
	}
	return first(r.Item, "is_error", "isError").True()
}

// failedChat: Chat Completions has no flag; ChatCLI writes one, and a prefix.
func failedChat(r *Result) bool {
	c := r.Content.Raw()
	return first(r.Item, "is_error", "isError").True() || r.Item.Get("status").Is("error") ||
		r.Content.Kind() == outline.String && bytes.HasPrefix(c, []byte(`"[ERROR:`))
}

// failedStart is how Codex begins an output that is an error: docs/formats.md
// section 1.
var failedStart = regexp.MustCompile(`^(Exit code: -?[1-9]|execution error: |exec command rejected by user|aborted by user|err: )` +
	`|^(.*\n){0,4}?Process exited with code -?[1-9]`)

// longestStart bounds what is decoded to see how an output begins, in bytes.
const longestStart = 512

func failedOutput(out outline.Value) bool {
	if wrapped(out) {
		var d outline.Doc
		if d.Parse(out.Bytes()) != nil {
			return false
		}
		code := string(d.Root().Path("metadata", "exit_code").Raw())
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
	raw = bytes.ReplaceAll(raw[1:min(len(raw)-1, longestStart)], []byte(`\n`), []byte("\n"))
	return failedStart.Match(raw)
}
