package classify

import "strings"

// text is an error without its wrapping.
type text struct {
	plain  string          // one line; ids and numbers as they were
	runs   map[string]bool // of three bytes of masked: most words are not in a text, and to see that takes one look
	masked string          // in lower case, with one kind of quotes and ids masked: what patterns are matched against
}

func newText(s, sep string) text {
	plain := unwrap(s, sep)
	t := text{plain: plain, masked: words(mask(strings.ReplaceAll(strings.ToLower(plain), `"`, "'"))), runs: map[string]bool{}}
	for i := range len(t.masked) - 2 {
		t.runs[t.masked[i:i+3]] = true
	}
	return t
}

// mayHold reports whether a text holds one of words, a|b|c.
func (t *text) mayHold(words string) bool {
	for w := range strings.SplitSeq(words, "|") {
		if n := len(w); n < 3 || t.runs[w[:3]] && t.runs[w[n-3:]] && strings.Contains(t.masked, w) {
			return true
		}
	}
	return false
}

// words takes the hyphens out that part words: rate-limited is rate limited.
func words(s string) string {
	b := []byte(s)
	for i := 1; i+1 < len(b); i++ {
		if b[i] == '-' && isLetter(b[i-1]) && isLetter(b[i+1]) {
			b[i] = ' '
		}
	}
	return string(b)
}

// idMask stands for an id.
const idMask = "_id_"

// idRuns finds runs of bytes that ids consist of, with the version of a model behind dots.
var idRuns = lazy(`[a-z0-9_-]+(?:\.\d[a-z0-9_-]*)*`)

// mask puts a sign in the place of ids: runs of letters, digits and hyphens that are as
// long as an id and hold digits. No verdict depends on an id, nor on the name of a model.
func mask(s string) string {
	return idRuns().ReplaceAllStringFunc(s, func(run string) string {
		parts := strings.Split(run, ".")
		for i, id := range parts {
			if isID(id) {
				return strings.Join(append(parts[:i], idMask), ".")
			}
		}
		return run
	})
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isID reports whether a run is an id or the name of a model. A number is none.
func isID(s string) bool {
	digits := 0
	for i := range len(s) {
		if isDigit(s[i]) {
			digits++
		}
	}
	switch {
	case digits == 0 || digits == len(s) && len(s) < 16:
		return false
	case len(s) >= 16:
		return digits > 1
	}
	for _, prefix := range idPrefixes {
		if strings.HasPrefix(s, prefix) {
			return true
		}
	}
	return false
}

// idPrefixes are what ids of providers, and names of models, begin with.
var idPrefixes = []string{
	"req_", "req-", "toolu_", "tooluse_", "srvtoolu_", "call_", "chatcmpl-", "msg_", "resp_", "org-", "org_", "proj_", "fc_", "rs_", "sk-",
	"gpt-", "claude-", "gemini-", "llama", "qwen", "glm-", "kimi-", "grok-", "deepseek-", "minimax-", "mistral-",
}
