package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"trtools/internal/strip"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/stat"
)

// places are paths of sessions below a home, the newest first.
var places = []string{
	".claude/projects/-w/a.jsonl", ".codex/sessions/2026/01/02/rollout-b.jsonl", ".pi/agent/sessions/--w--/c.jsonl",
	".openclaw/agents/main/sessions/d.jsonl", ".gemini/tmp/w/chats/session-e.json", ".gemini/tmp/w/chats/session-f.jsonl", ".factory/sessions/-w/g.jsonl",
	".kimi-code/sessions/p/s/agents/main/wire.jsonl", ".qwen/projects/-w/chats/h.jsonl",
}

// makeHome makes a home with the sessions, and files beside them that are none.
func makeHome(t *testing.T) string {
	t.Helper()
	home := filepath.Join(t.TempDir(), "[h]") // a home's name is no pattern
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	beside := []string{".claude/projects/x.jsonl", ".codex/sessions/2026/01/02/x.jsonl", ".gemini/tmp/w/chats/x.json", ".claude/projects/-w/notes.txt", ".claude/projects/-w/agent-1.jsonl"}
	for i, name := range append(append([]string{}, places...), beside...) {
		path := filepath.Join(home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(`{"role":"user","content":"go"}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now, now.Add(-time.Duration(i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	os.WriteFile(filepath.Join(home, ".gemini/tmp/w/.project_root"), []byte("/home/w\n"), 0o600)
	os.Mkdir(filepath.Join(home, ".claude/projects/-w/dir.jsonl"), 0o700)
	os.WriteFile(filepath.Join(home, ".claude/projects/-w/empty.jsonl"), nil, 0o600)
	return home
}

func TestFindSessions(t *testing.T) {
	home := makeHome(t)
	list := findSessions(func(string) string { return "" }, home)
	if len(list) != len(places) {
		t.Fatalf("%+v", list)
	}
	for i, s := range list {
		want := filepath.Join(home, filepath.FromSlash(places[i]))
		if s.File != want || (s.Directory == "/home/w") != (s.Client == "Gemini CLI") {
			t.Errorf("%+v, want %s", s, want)
		}
	}
	alone := func(name string) string { return map[string]string{"CODEX_HOME": filepath.Join(home, ".codex")}[name] }
	if list := findSessions(alone, ""); len(list) != 1 || list[0].Client != "Codex" {
		t.Errorf("without a home: %+v", list)
	}
	moved := func(name string) string {
		return map[string]string{"CODEX_HOME": filepath.Join(home, ".codex"), "PI_CODING_AGENT_SESSION_DIR": filepath.Join(home, ".pi/agent/sessions/--w--")}[name]
	}
	if list := findSessions(moved, filepath.Join(home, "empty")); len(list) != 2 || list[0].Client != "Codex" || list[1].Client != "pi" {
		t.Errorf("%+v", list)
	}
}

// The commands a person gives: a table on a terminal, lines in a pipe, paths.
func TestSessions(t *testing.T) {
	home := makeHome(t)
	t.Setenv("HOME", home)
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TZ", "UTC")
	t.Chdir(t.TempDir())
	piped := runStat(t, false, "--sessions")
	if n := strings.Count(piped, "\n"); n != len(places) || !strings.HasPrefix(piped, `{"v":1,"file":`) {
		t.Errorf("%s", piped)
	}
	if want := filepath.Join(home, filepath.FromSlash(places[0])) + "\n"; !strings.HasPrefix(runStat(t, false, "--sessions", "--paths"), want) {
		t.Errorf("paths do not begin with %s", want)
	}
	if got := runStat(t, true, "--sessions", "--paths", "-0"); strings.Count(got, "\x00") != len(places) || strings.Contains(got, "\n") {
		t.Errorf("%q", got)
	}
	table := strings.Split(runStat(t, true, "--sessions"), "\n")
	if len(table) != 2+3*len(places) || !strings.HasPrefix(table[0], "changed  ") || table[2] != "  go" || !strings.HasSuffix(table[len(table)-2], places[0]) {
		t.Errorf("%q", table)
	}
}

// What --client, --damaged and -n leave, and a session that is found by its id.
func TestChosenSessions(t *testing.T) {
	home := makeHome(t)
	t.Setenv("HOME", home)
	t.Chdir(t.TempDir())
	damaged := `{"role":"assistant","tool_calls":[{"id":"x","type":"function","function":{"name":"ls","arguments":"{}"}}]}` + "\n" + `{"role":"user","content":"go"}` + "\n"
	fileIn(t, filepath.Join(home, ".codex/sessions/2026/01/02"), "rollout-0198abcd-1.jsonl", damaged)
	for i := range 25 {
		fileIn(t, filepath.Join(home, ".claude/projects/-w"), fmt.Sprintf("more%d.jsonl", i), `{"role":"user","content":"go"}`)
	}
	for _, c := range []struct {
		args     string
		terminal bool
		want     int
	}{
		{"", false, len(places) + 26}, {"", true, 20}, {"-n 0", true, len(places) + 26}, {"-n3", false, 3}, {"--newest=3", true, 3},
		{"--client codex", true, 2}, {"--client codex -n 1", false, 1}, {"--damaged", true, 1}, {"--damaged", false, 1}, {"--damaged --client pi", false, 0},
	} {
		got := runStat(t, c.terminal, append([]string{"--sessions"}, strings.Fields(c.args)...)...)
		if n := strings.Count(got, home); n != c.want {
			t.Errorf("%q, terminal %v: %d sessions, want %d", c.args, c.terminal, n, c.want)
		}
	}
	r := runCommand(t, Pair, setup{}, "-c", "0198abcd")
	if r.code != 1 || !strings.Contains(r.out, "missing-result") || !strings.Contains(r.err, "is a session of Codex: ") {
		t.Errorf("%d %s %s", r.code, r.out, r.err)
	}
	for id, said := range map[string]string{"rollout-": "2 sessions have", "0198ffff": "no such file", "0198abc": "no such file", "d/0198abcd": "no such file"} {
		if r := runCommand(t, Pair, setup{}, "-c", id); r.code != 3 || !strings.Contains(r.err, said) {
			t.Errorf("%s: %d %s", id, r.code, r.err)
		}
	}
}

// runStat runs tr-stat, on a terminal or not, and wants it to succeed.
func runStat(t *testing.T, terminal bool, args ...string) string {
	t.Helper()
	var out, errs strings.Builder
	s := Streams{In: strings.NewReader(""), Out: &out, Err: &errs, IsTerminal: func(any) bool { return terminal }}
	if code := Run(Stat, append([]string{"tr-stat"}, args...), s); code != 0 {
		t.Errorf("%v: exit status %d: %s", args, code, errs.String())
	}
	return out.String()
}

func TestSessionHead(t *testing.T) {
	for _, width := range []int{20, 66, 80} {
		got := (&sessionTable{terminal{Screen: strip.Screen{Width: width}}}).head()
		whole := fmt.Sprintf("%-18s%-14s%s  %-19s%s\n", "changed", "client", "messages", "state", "directory")
		if width < 70 {
			whole = whole[:width-1] + "…\n"
		}
		if got != whole {
			t.Errorf("%d: %q, want %q", width, got, whole)
		}
	}
}

func TestSessionRow(t *testing.T) {
	s := stat.Session{
		File: "/w/a\nb.jsonl", Client: "Claude Code", Directory: "/w/\x1b[31m", Prompt: strings.Repeat("words ", 30), Messages: 12,
		Findings: map[transcript.Code]int64{"torn-record": 1, "missing-result": 2},
	}
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{40, 80} {
		got := (&sessionTable{terminal{Screen: strip.Screen{Width: width}}}).draw([][]byte{raw})
		rows := strings.Split(got, "\n")
		if len(rows) != 4 || rows[2] != `  "/w/a\nb.jsonl"` || strings.ContainsRune(got, '\x1b') {
			t.Errorf("%q", got)
		}
		for _, row := range rows[:2] {
			if len([]rune(row)) > width {
				t.Errorf("%q is wider than %d", row, width)
			}
		}
	}
	colored := (&sessionTable{terminal{Screen: strip.Screen{Width: 80, Color: true}}}).draw([][]byte{raw})
	if !strings.Contains(colored, "\x1b[31mmissing-result +1\x1b[m") {
		t.Errorf("%q", colored)
	}
}
