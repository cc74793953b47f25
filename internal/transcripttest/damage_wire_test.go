package transcripttest

import (
	"strings"
	"testing"
)

// The oracle sees what an API is known to refuse, and nothing where none is.
func TestOracleSeesWhatIsRefused(t *testing.T) {
	for _, c := range []struct{ damage, refused string }{
		{"emptied text", "claude-serial claude-fan anthropic converse droid gemini gemini-no-id"},
		{"blank block", "anthropic converse droid"},
		{"refused id", "claude-serial claude-fan anthropic converse droid"},
		{"long id", "converse openai-responses codex codex-ordinal"},
		{"token in a name", "converse openai-responses codex codex-ordinal gemini openai-chat openai-flat pi pi-v1 langchain langchain-lc ai-sdk goose kiro copilot-cli"},
		{"long name", "claude-serial claude-fan anthropic converse droid openai-responses codex codex-ordinal gemini openai-chat openai-flat pi pi-v1 langchain langchain-lc ai-sdk goose kiro copilot-cli"},
		{"nameless response", "gemini gemini-no-id conv-contents"},
		{"space at the end", "anthropic"},
	} {
		refused := map[string]bool{}
		for _, d := range strings.Fields(c.refused) {
			refused[d] = true
		}
		for _, d := range All() {
			found := false
			for k := range 30 {
				data := Join(wireDamage(t, c.damage).Apply(d.Render(Parse("U A+[x] R(x) U F")), func(n int) int { return k % n }))
				found = found || Check(d, data) != nil
			}
			if found != refused[d.Name] {
				t.Errorf("%s in %s: refused %v", c.damage, d.Name, found)
			}
		}
	}
}

func wireDamage(t *testing.T, name string) LineDamage {
	t.Helper()
	for _, d := range WireDamages {
		if d.Name == name {
			return d
		}
	}
	t.Fatalf("no damage %s", name)
	return LineDamage{}
}
