package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/stat"
)

// places are paths of sessions below a home, the newest first.
var places = []string{
	".claude/projects/-w/a.jsonl", ".codex/sessions/2026/01/02/rollout-b.jsonl", ".pi/agent/sessions/--w--/c.jsonl",
	".openclaw/agents/main/sessions/d.jsonl", ".gemini/tmp/w/chats/session-e.json", ".gemini/tmp/w/chats/session-f.jsonl", ".factory/sessions/-w/g.jsonl",
}

// makeHome makes a home with the sessions, and files beside them that are none.
func makeHome(t *testing.T) string {
	t.Helper()
	home := filepath.Join(t.TempDir(), "[h]") // a home's name is no pattern
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	beside := []string{".claude/projects/x.jsonl", ".codex/sessions/2026/01/02/x.jsonl", ".gemini/tmp/w/chats/x.json", ".claude/projects/-w/notes.txt"}
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
	if n := strings.Count(piped, "\n"); n != len(places) || !strings.HasPrefix(piped, `{"file":`) {
		t.Errorf("%s", piped)
	}
	if want := filepath.Join(home, filepath.FromSlash(places[0])) + "\n"; !strings.HasPrefix(runStat(t, false, "--sessions", "--paths"), want) {
		t.Errorf("paths do not begin with %s", want)
	}
	if got := runStat(t, true, "--sessions", "--paths", "-0"); strings.Count(got, "\x00") != len(places) || strings.Contains(got, "\n") {
		t.Errorf("%q", got)
	}
	table := strings.Split(runStat(t, true, "--sessions"), "\n")
	if len(table) != 2+3*len(places) || !strings.HasPrefix(table[0], "changed  ") || table[2] != "  go" || !strings.HasSuffix(table[3], places[0]) {
		t.Errorf("%q", table)
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
		got := (&sessionTable{terminal{width: width}}).draw([][]byte{raw})
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
	colored := (&sessionTable{terminal{width: 80, color: true}}).draw([][]byte{raw})
	if !strings.Contains(colored, "\x1b[31mmissing-result +1\x1b[m") {
		t.Errorf("%q", colored)
	}
}
