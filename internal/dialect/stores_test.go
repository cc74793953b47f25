package dialect

import (
	"path/filepath"
	"slices"
	"testing"

	"trtools/pkg/transcript/outline"
)

func TestStores(t *testing.T) {
	for _, c := range []struct{ client, variable, value, dir string }{
		{"Claude Code", "", "", "/h/.claude/projects"},
		{"Claude Code", "CLAUDE_CONFIG_DIR", "/c", "/c/projects"},
		{"Codex", "", "", "/h/.codex/sessions"},
		{"Codex", "CODEX_HOME", "/c", "/c/sessions"},
		{"pi", "", "", "/h/.pi/agent/sessions"},
		{"pi", "PI_CODING_AGENT_DIR", "/p", "/p/sessions"},
		{"pi", "PI_CODING_AGENT_SESSION_DIR", "/s", "/s"},
		{"OpenClaw", "", "", "/h/.openclaw/agents"},
		{"OpenClaw", "OPENCLAW_STATE_DIR", "/o", "/o/agents"},
		{"OpenClaw", "OPENCLAW_HOME", "/o", "/o/.openclaw/agents"},
		{"Gemini CLI", "", "", "/h/.gemini/tmp"},
		{"Gemini CLI", "GEMINI_CLI_HOME", "/g", "/g/.gemini/tmp"},
		{"Factory Droid", "", "", "/h/.factory/sessions"},
		{"Copilot CLI", "", "", "/h/.copilot/session-state"},
		{"Kimi CLI", "", "", "/h/.kimi/sessions"},
		{"Kimi CLI", "KIMI_SHARE_DIR", "/k", "/k/sessions"},
		{"Kiro CLI", "", "", "/h/.kiro/sessions/cli"},
	} {
		asked := map[string]bool{}
		env := func(name string) string {
			if asked[name] = true; name == c.variable && name != "" {
				return c.value
			}
			return ""
		}
		got := ""
		for _, s := range Stores(env, "/h") {
			if s.Client == c.client {
				got = filepath.ToSlash(s.Dir)
			}
		}
		if got != c.dir {
			t.Errorf("%s with %s=%s: %s, want %s", c.client, c.variable, c.value, got, c.dir)
		}
		for name := range asked {
			if !slices.Contains(storeVariables, name) {
				t.Errorf("%q is asked for and not listed", name)
			}
		}
	}
}

func TestDirectory(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"user","cwd":"/w"}`: "/w", `{"type":"session_meta","payload":{"cwd":"/w"}}`: "/w", `{"working_dir":"/w"}`: "/w",
		`{"data":{"context":{"cwd":"/w"}}}`: "/w", `{"cwd":""}`: "", `{"cwd":1}`: "", `[]`: "",
	} {
		var d outline.Doc
		if err := d.Parse([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := Directory(d.Root()); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// storeVariables are the variables of the environment that Stores asks for.
var storeVariables = []string{
	"CLAUDE_CONFIG_DIR", "CODEX_HOME", "PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR",
	"OPENCLAW_STATE_DIR", "OPENCLAW_HOME", "GEMINI_CLI_HOME", "KIMI_SHARE_DIR", "XDG_DATA_HOME",
}
