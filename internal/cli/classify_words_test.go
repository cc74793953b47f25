package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What of a file is one text, and what is records.
func TestErrorTexts(t *testing.T) {
	for text, want := range map[string]bool{
		"API Error: 400 prompt is too long": true, "[API Error: 413]\nsee above": true, "429 Too Many Requests\n{a: 1}": true, "{\n \"error\": {\"message\": \"x\"}\n}": true,
		`[{"error":{"code":400}}]`: true, "": false, "{\"error\":{}}": false, "{\"role\":\"user\"}\n{\"role\":\"user\"": false, "Overloaded\n{\"role\":\"user\"}": false,
		"{\"role\":\"us": false, "{\n \"error\": null,\n \"messages\": []\n}": false, `[{"role":"user"}]`: false, "[]": false, "a\x00b": false, "a\xffb": false,
	} {
		if got := isErrorText([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// On a terminal a verdict is words and the next command, in a pipe it is JSON.
func TestVerdictWords(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	overflow := write("overflow.txt", "400 prompt is too long: 210983 tokens > 200000 maximum\n")
	pairing := write("pairing.txt", "400 messages.1: tool_use ids were found without tool_result blocks immediately after: toolu_1\n")
	images := write("images.txt", "400 image dimensions exceed max allowed size for many-image requests: 2000 pixels\n")
	wait := write("wait.txt", "429 Rate limit reached. Please try again in 20s\n")
	session := write("s.jsonl", `{"role":"user","content":"go"}`+"\n"+`{"type":"error","error":{"message":"413 Payload Too Large"}}`+"\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{overflow}, "context_overflow: make the history smaller (tr-recover), then send it again\n  limit_tokens 200000, actual_tokens 210983, status 400\n  tr-recover -w --max-tokens 180k SESSION.jsonl\n"},
		{[]string{pairing}, "  tr-pair -w SESSION.jsonl\n"},
		{[]string{images}, "  tr-classify --error-file ERROR SESSION.jsonl | tr-recover -o FITS.jsonl\n"},
		{[]string{wait}, "rate_limit: wait retry_after_s, or a while if that is null, then repeat the request\n  retry_after_s 20, status 429\n"},
		{[]string{session}, "  tr-recover -w --max-payload 1MB " + session + "\n"},
		{[]string{"--only", session}, "payload_too_large: "},
	} {
		for _, terminal := range []bool{true, false} {
			var out, errs bytes.Buffer
			Run(Classify, append([]string{"tr-classify"}, c.args...), Streams{In: strings.NewReader(""), Out: &out, Err: &errs, IsTerminal: func(any) bool { return terminal }})
			if words := strings.Contains(out.String(), c.want); words != terminal || !terminal && !strings.Contains(out.String(), `{"v":1,"class":`) {
				t.Errorf("%v, terminal %t:\n%s%s", c.args, terminal, out.String(), errs.String())
			}
		}
	}
}
