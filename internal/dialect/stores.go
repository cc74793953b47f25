package dialect

import (
	"cmp"
	"path/filepath"
	"slices"

	"trtools/pkg/transcript/outline"
)

// Store is a place where a client keeps its sessions.
type Store struct {
	Client   string
	Dir      string
	Patterns []string // of the files in it, as for fs.Glob
	// Root names a file beside a session's directory that holds the directory which the
	// session is about; "" where the records tell.
	Root string
}

// Stores returns where the clients keep their sessions on a machine: what the variables
// of the environment say, and below the user's home where they say nothing. Without a home
// ("") these are left out.
func Stores(env func(string) string, home string) []Store {
	list := storesBelow(env, home)
	if home == "" {
		list = slices.DeleteFunc(list, func(s Store) bool { return !filepath.IsAbs(s.Dir) })
	}
	return list
}

func storesBelow(env func(string) string, home string) []Store {
	at := func(variable string, parts ...string) string {
		return cmp.Or(env(variable), filepath.Join(append([]string{home}, parts...)...))
	}
	in := filepath.Join
	claw := at("OPENCLAW_STATE_DIR", ".openclaw")
	if env("OPENCLAW_STATE_DIR") == "" && env("OPENCLAW_HOME") != "" {
		claw = in(env("OPENCLAW_HOME"), ".openclaw")
	}
	pi := Store{"pi", in(at("PI_CODING_AGENT_DIR", ".pi", "agent"), "sessions"), []string{"*/*.jsonl"}, ""}
	if dir := env("PI_CODING_AGENT_SESSION_DIR"); dir != "" { // it holds the files themselves
		pi.Dir, pi.Patterns = dir, []string{"*.jsonl", "*/*.jsonl"}
	}
	return []Store{
		{"Claude Code", in(at("CLAUDE_CONFIG_DIR", ".claude"), "projects"), []string{"*/*.jsonl"}, ""},
		{"Codex", in(at("CODEX_HOME", ".codex"), "sessions"), []string{"*/*/*/rollout-*.jsonl"}, ""},
		pi,
		{"OpenClaw", in(claw, "agents"), []string{"*/sessions/*.jsonl"}, ""},
		{"Gemini CLI", in(at("GEMINI_CLI_HOME"), ".gemini", "tmp"), []string{"*/chats/session-*.json", "*/chats/session-*.jsonl"}, ".project_root"},
		{"Factory Droid", in(home, ".factory", "sessions"), []string{"*/*.jsonl"}, ""},
		{"Copilot CLI", in(home, ".copilot", "session-state"), []string{"*/events.jsonl"}, ""},
		{"Kimi CLI", in(at("KIMI_SHARE_DIR", ".kimi"), "sessions"), []string{"*/*/context.jsonl"}, ""},
		{"Kimi Code", in(home, ".kimi-code", "sessions"), []string{"*/*/agents/main/wire.jsonl"}, ""},
		{"Qwen Code", in(home, ".qwen", "projects"), []string{"*/chats/*.jsonl"}, ""},
		{"Kiro CLI", in(home, ".kiro", "sessions", "cli"), []string{"*.jsonl"}, ""},
	}
}

// Database is a file of SQLite in which a client keeps its sessions.
type Database struct{ Client, File string }

// Databases returns where clients keep sessions in a database, whether there is one or not.
// Patterns are as for filepath.Glob.
func Databases(env func(string) string, home string) []Database {
	data := cmp.Or(env("XDG_DATA_HOME"), filepath.Join(home, ".local", "share"))
	claw := cmp.Or(env("OPENCLAW_STATE_DIR"), filepath.Join(home, ".openclaw"))
	return []Database{
		{"OpenClaw", filepath.Join(claw, "agents", "*", "agent", "openclaw-agent.sqlite")},
		{"goose", filepath.Join(data, "goose", "sessions", "sessions.db")},
		{"Hermes", filepath.Join(home, ".hermes", "state.db")},
		{"OpenCode", filepath.Join(data, "opencode", "opencode.db")},
	}
}

// Directory returns the directory that a record of a session says the session is about,
// "" if it says none.
func Directory(rec outline.Value) string {
	return cmp.Or(rec.Get("cwd").Text(), rec.Path("payload", "cwd").Text(), rec.Get("working_dir").Text(), rec.Path("data", "context", "cwd").Text())
}
