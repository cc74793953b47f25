package trtools

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
)

// contactID is the id of the session of TestFirstContact.
const contactID = "11111111-2222-4333-8444-555555555555"

// contact is what somebody has who never saw these commands: an error, and a session among
// others that it is about.
type contact struct {
	says   string
	breaks func(session string) string
	find   string // the command that finds the session, as README has it
	cure   string // the command that lets it go on
	limit  int64  // bytes that a request may have then; 0: any
}

var contacts = []contact{
	{"API Error: 400 messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01",
		withoutLine(`"type":"tool_result"`), "tr-stat --sessions --damaged | jq -r .file", "tr-pair -w", 0},
	{"API Error: 400 messages.4.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01",
		withoutLine(`"type":"tool_use"`), "tr-stat --sessions --damaged | jq -r .file", "tr-pair -w", 0},
	{"API Error: 400 The request body is not valid JSON: no low surrogate in string: line 1 column 120 (char 119)",
		func(s string) string {
			return strings.Replace(s, `"type":"text","text":"`, `"type":"text","text":"\ud83d `, 1)
		}, "tr-stat --sessions --damaged | jq -r .file", "tr-pair -w", 0},
	{"API Error: 400 prompt is too long: 210983 tokens > 200000 maximum",
		withMoreWords, "tr-stat --sessions --paths -n 1", "tr-recover -w --max-tokens 30k", 120_000},
	{"API Error: 413 Request Entity Too Large", withMoreWords, "tr-stat --sessions --paths -n 1", "tr-recover -w --max-payload 100KB", 100_000},
}

// withoutLine loses the first line with a text.
func withoutLine(text string) func(string) string {
	return func(session string) string {
		lines := strings.SplitAfter(session, "\n")
		for i, line := range lines {
			if strings.Contains(line, text) {
				return strings.Join(append(lines[:i:i], lines[i+1:]...), "")
			}
		}
		return session
	}
}

var resultText = regexp.MustCompile(`(tool_result"[^{}]*"content":")`)

// withMoreWords has results of half a megabyte.
func withMoreWords(session string) string {
	return resultText.ReplaceAllString(session, "${1}"+strings.Repeat("some words of a result. ", 20_000))
}

// TestFirstContact goes from an error text, in three commands, to a session that can go on:
// what is it, which session is it, repair it. With CLIENTS_ROOT (CONTRIBUTING.md, make
// clients) the session is written by Claude Code, which then has to resume it.
func TestFirstContact(t *testing.T) {
	healthy := string(transcripttest.Named("claude-serial").Bytes("U A[x] R(x) F U A[y] R(y) F"))
	root := os.Getenv("CLIENTS_ROOT")
	if root != "" {
		healthy = writtenByClaudeCode(t, root)
	}
	for _, c := range contacts {
		t.Run(c.says, func(t *testing.T) {
			home := t.TempDir()
			file := filepath.Join(home, ".claude", "projects", "-work", contactID+".jsonl")
			t.Setenv("HOME", home)
			t.Setenv("CLAUDE_CONFIG_DIR", "")
			if err := os.CopyFS(home, os.DirFS("tools/pictures/testdata/home")); err != nil {
				t.Fatal(err)
			}
			shell(t, home, "find . -type f -exec touch -d 2026-01-01 {} +; mkdir -p "+filepath.Dir(file))
			writeFile(t, file, c.breaks(healthy))
			writeFile(t, filepath.Join(home, "error.txt"), c.says)
			c.walk(t, home, file)
			if root != "" {
				resumes(t, root, file)
			}
		})
	}
}

// walk gives the three commands.
func (c *contact) walk(t *testing.T, home, file string) {
	var verdict struct{ Action string }
	want := "repair"
	if c.limit > 0 {
		want = "shrink"
	}
	if err := json.Unmarshal([]byte(shell(t, home, "tr-classify --text error.txt")), &verdict); err != nil || verdict.Action != want {
		t.Errorf("action %q, %v", verdict.Action, err)
	}
	found := strings.Split(shell(t, home, c.find), "\n")[0]
	if found != file {
		t.Fatalf("%s finds %q first", c.find, found)
	}
	said := shell(t, home, fmt.Sprintf("%s %s && tr-pair -c %s && echo clean", c.cure, contactID[:8], contactID[:8]))
	if !strings.HasSuffix(said, "clean\n") {
		t.Errorf("%s: %s", c.cure, said)
	}
	var total struct{ Payload int64 }
	if err := json.Unmarshal([]byte(shell(t, home, "tr-stat --total --no-costs "+file)), &total); err != nil || c.limit > 0 && total.Payload > c.limit {
		t.Errorf("a request of %d bytes, %v", total.Payload, err)
	}
}

// writtenByClaudeCode returns a session that the client writes offline.
func writtenByClaudeCode(t *testing.T, root string) string {
	out := filepath.Join(t.TempDir(), contactID+".jsonl")
	if said, err := exec.Command(filepath.Join(root, "mock", "make-claude.sh"), "small", out).CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, said)
	}
	return readDoc(t, out)
}

// resumes lets the client go on with a session: it loads it, and what it sends is valid and
// ends with the user's newest words.
func resumes(t *testing.T, root, file string) {
	said, err := exec.Command(filepath.Join(root, "oracle", "claude", "run.sh"), file).Output()
	var v struct {
		Loaded    bool `json:"loaded"`
		Valid     bool `json:"api_valid"`
		Last      bool `json:"last_text_sent"`
		Texts     int  `json:"texts_in_file"`
		TextsSent int  `json:"texts_sent"`
	}
	line, _, _ := strings.Cut(string(said), "\n")
	if err := json.Unmarshal([]byte(line), &v); err != nil || !v.Loaded || !v.Valid || !v.Last || v.TextsSent != v.Texts {
		t.Errorf("%v: %s", err, said)
	}
	if err != nil {
		t.Error(err)
	}
}
