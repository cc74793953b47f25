package trtools

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"trtools/internal/cli"
	"trtools/internal/dialect"
)

// Messages of three APIs that the samples below are made of.
const (
	anthropicUser = `{"role":"user","content":[{"type":"text","text":"go"}]}`
	anthropicCall = `{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"ls","input":{}}]}`
	anthropicDone = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"a"}]}`

	chatCall = `{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"ls","arguments":"{}"}}]}`
	chatDone = `{"role":"tool","tool_call_id":"c1","content":"a"}`
	chatUser = `{"role":"user","content":"go on"}`

	itemUser = `{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}`
	itemCall = `{"type":"function_call","call_id":"c1","name":"ls","arguments":"{}"}`
	itemDone = `{"type":"function_call_output","call_id":"c1","output":"a"}`
)

// errorSamples has, for every error text of the README, a transcript that an
// API answers with it.
var errorSamples = map[string][]string{
	"`tool_use` ids were found without `tool_result` blocks":                                                     {anthropicUser, anthropicCall, anthropicUser},
	"unexpected `tool_use_id` found in `tool_result` blocks":                                                     {anthropicUser, anthropicDone, anthropicUser},
	"`tool_use` ids must be unique":                                                                              {anthropicUser, strings.Replace(anthropicCall, `]}`, `,{"type":"tool_use","id":"t1","name":"ls","input":{}}]}`, 1), anthropicDone},
	"each tool_use must have a single result. Found multiple `tool_result` blocks":                               {anthropicUser, anthropicCall, strings.Replace(anthropicDone, `]}`, `,{"type":"tool_result","tool_use_id":"t1","content":"b"}]}`, 1)},
	"No tool output found for function call":                                                                     {itemUser, itemCall, itemUser},
	"No tool call found for function call output":                                                                {itemUser, itemDone, itemUser},
	"An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'": {chatUser, chatCall, chatUser},
	"messages with role 'tool' must be a response to a preceding message":                                        {chatUser, chatDone, chatUser},
	"number of function response parts is equal to the number of function call parts":                            {`{"role":"user","parts":[{"text":"hi"}]}`, `{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}}},{"functionCall":{"name":"cat","args":{}}}]}`, `{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{"output":"a"}}}]}`},
	"Expected toolResult blocks at messages.2.content for the following Ids":                                     {`{"role":"user","content":[{"text":"hi"}]}`, `{"role":"assistant","content":[{"toolUse":{"toolUseId":"t1","name":"ls","input":{}}}]}`, `{"role":"user","content":[{"text":"and?"}]}`},
	"text content blocks must be non-empty":                                                                      {anthropicUser, strings.Replace(anthropicCall, `[`, `[{"type":"text","text":""},`, 1), anthropicDone},
	"no low surrogate in string":                                                                                 {`{"role":"user","content":"half \ud83d of it"}`, `{"role":"assistant","content":"yes"}`},
}

var errorRow = regexp.MustCompile("(?m)^\\| (?:`([^`]+)`|`` (.+) ``) \\| [^|]+ \\| `([a-z-]+)` \\|$")

// TestReadmeErrors goes the way of a reader who comes with an error text: each
// row of the README's table names a finding, which tr-pair reports, repairs and
// undoes.
func TestReadmeErrors(t *testing.T) {
	rows := errorRow.FindAllStringSubmatch(readDoc(t, "README.md"), -1)
	if len(rows) != len(errorSamples) {
		t.Errorf("README.md has %d error texts, and there are %d samples", len(rows), len(errorSamples))
	}
	for _, row := range rows {
		text, code := row[1]+row[2], row[3]
		t.Run(text, func(t *testing.T) {
			sample := errorSamples[text]
			if sample == nil {
				t.Fatal("no sample of this error")
			}
			repairAndUndo(t, strings.Join(sample, "\n")+"\n", code)
			wantRepairable(t, text)
		})
	}
}

var sizeRow = regexp.MustCompile("(?m)^\\| (?:`([^`]+)`|[a-z ]+) \\| `(tr-(?:recover|classify) [^`]+)` \\|$")

// TestReadmeSizes goes the way of a reader whose session has become too large: tr-classify
// knows the error, the command of its row makes the session smaller, and what it writes is
// healthy and keeps the words of the user.
func TestReadmeSizes(t *testing.T) {
	rows := sizeRow.FindAllStringSubmatch(readDoc(t, "README.md"), -1)
	if len(rows) != 5 {
		t.Fatalf("README.md has %d commands for sizes", len(rows))
	}
	for _, row := range rows {
		dir, large := t.TempDir(), largeHistory(strings.Contains(row[1], "image"))
		if row[1] != "" {
			writeFile(t, filepath.Join(dir, "error.txt"), row[1])
			var verdict struct{ Action string }
			if err := json.Unmarshal([]byte(shell(t, dir, "tr-classify --text error.txt")), &verdict); err != nil || !strings.HasPrefix(verdict.Action, "shrink") {
				t.Errorf("%s: %s, %v", row[1], verdict.Action, err)
			}
			wantNext(t, dir, row[2])
		}
		command := strings.ReplaceAll(row[2], `\|`, "|")
		if strings.Contains(command, "next.jsonl") {
			command += " && mv session.jsonl session.jsonl.bak && mv next.jsonl session.jsonl"
		}
		writeFile(t, filepath.Join(dir, "session.jsonl"), large)
		if said := shell(t, dir, command+" && tr-pair -c session.jsonl && echo clean"); !strings.HasSuffix(said, "clean\n") {
			t.Errorf("%s: %s", command, said)
		}
		small := readDoc(t, filepath.Join(dir, "session.jsonl"))
		if len(small) > len(large)*9/10 || !strings.HasPrefix(small, anthropicUser) {
			t.Errorf("%s: %d bytes of %d", command, len(small), len(large))
		}
		if readDoc(t, filepath.Join(dir, "session.jsonl.bak")) != large {
			t.Errorf("%s: the old file is not kept", command)
		}
	}
}

// wantNext wants that tr-classify on a terminal names the command of a row.
func wantNext(t *testing.T, dir, command string) {
	t.Helper()
	if _, err := exec.LookPath("script"); err != nil {
		return // no pseudo-terminal
	}
	said := shell(t, dir, "script -qec 'tr-classify error.txt' /dev/null </dev/null")
	want := strings.NewReplacer(`\|`, "|", "-q ", "", "error.txt", "ERROR", "next.jsonl", "FITS.jsonl", "session.jsonl", "SESSION.jsonl").Replace(command)
	if !strings.Contains(said, "  "+want+"\r\n") {
		t.Errorf("tr-classify says %q, README.md %q", said, want)
	}
}

// largeHistory is a session with results of 1.1 MB, or with ten images of its user.
func largeHistory(images bool) string {
	var b strings.Builder
	if images {
		var file bytes.Buffer
		if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 2400, 2400))); err != nil {
			panic(err)
		}
		block := `[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + base64.StdEncoding.EncodeToString(file.Bytes()) + `"}}]`
		for range 10 {
			b.WriteString(anthropicUser + "\n" + `{"role":"user","content":` + block + "}\n" + `{"role":"assistant","content":"seen"}` + "\n")
		}
		return b.String()
	}
	for i := range 60 {
		id := fmt.Sprintf(`"t%d"`, i)
		b.WriteString(anthropicUser + "\n" + strings.Replace(anthropicCall, `"t1"`, id, 1) + "\n" +
			strings.NewReplacer(`"t1"`, id, `:"a"`, `:"`+strings.Repeat("a word and another; ", 900)+`"`).Replace(anthropicDone) + "\n")
	}
	return b.String()
}

// repairAndUndo runs the commands of the README on a transcript that has one
// kind of error.
func repairAndUndo(t *testing.T, transcript, code string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "session.jsonl")
	if err := os.WriteFile(file, []byte(transcript), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := shell(t, dir, "tr-pair --check session.jsonl"); !strings.Contains(out, ": "+code+": ") {
		t.Errorf("tr-pair does not report %s:\n%s", code, out)
	}
	if out := shell(t, dir, "tr-pair --quiet --write session.jsonl && tr-pair --check session.jsonl"); out != "" {
		t.Errorf("not repaired:\n%s", out)
	}
	if shell(t, dir, "mv session.jsonl.bak session.jsonl"); readDoc(t, file) != transcript {
		t.Error("the undo does not give the old bytes back")
	}
}

// wantRepairable wants that tr-classify, too, knows a text as an error of the
// history. An API puts "HTTP 400" or the like in front of it.
func wantRepairable(t *testing.T, text string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "error.txt"), []byte("HTTP 400: "+text), 0o600); err != nil {
		t.Fatal(err)
	}
	var verdict struct{ Class, Action string }
	out := shell(t, dir, "tr-classify --text error.txt")
	if err := json.Unmarshal([]byte(out), &verdict); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if verdict.Action != "repair" {
		t.Errorf("tr-classify says %s, %s", verdict.Class, verdict.Action)
	}
}

// A session of each client, whose only call has no result, at a place where the
// client keeps its sessions.
var clientSessions = map[string]struct{ path, text string }{
	"Claude Code": {".claude/projects/-work-shop/11111111-0000-4000-8000-000000000000.jsonl",
		`{"parentUuid":null,"isSidechain":false,"sessionId":"s","version":"2.1.42","type":"user","message":{"role":"user","content":"go"},"uuid":"00000001-0000-4000-8000-000000000001","timestamp":"2026-01-01T00:00:01.000Z"}
{"parentUuid":"00000001-0000-4000-8000-000000000001","isSidechain":false,"sessionId":"s","version":"2.1.42","type":"assistant","message":{"id":"m1","type":"message","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{}}]},"uuid":"00000002-0000-4000-8000-000000000002","timestamp":"2026-01-01T00:00:02.000Z"}
`},
	"Codex": {".codex/sessions/2026/01/31/rollout-2026-01-31T10-00-00-1.jsonl",
		`{"timestamp":"2026-01-01T00:00:00.000Z","type":"session_meta","payload":{"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}}
{"timestamp":"2026-01-01T00:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}}
{"timestamp":"2026-01-01T00:00:02.000Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}","call_id":"c1"}}
`},
	"pi":       {".pi/agent/sessions/--work-shop--/2026-01-31_1.jsonl", piSession},
	"OpenClaw": {".openclaw/agents/main/sessions/1.jsonl", piSession},
	"Factory Droid": {".factory/sessions/-work-shop/1.jsonl",
		`{"type":"session_start","id":"s1","title":"t","owner":"u","version":2,"cwd":"/w"}
{"type":"message","id":"m1","timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":[{"type":"text","text":"go"}]}}
{"type":"message","id":"m2","parentId":"m1","timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"Execute","input":{}}]}}
`},
	"Copilot CLI": {".copilot/session-state/11111111-0000-4000-8000-000000000000/events.jsonl",
		`{"type":"session.start","data":{"sessionId":"s","version":1,"producer":"copilot-agent"},"id":"e1","timestamp":"2026-01-01T00:00:00.000Z","parentId":null}
{"type":"user.message","data":{"content":"go"},"id":"e2","timestamp":"2026-01-01T00:00:01.000Z","parentId":"e1"}
{"type":"assistant.message","data":{"messageId":"m","content":"","toolRequests":[{"toolCallId":"c1","name":"bash","arguments":{}}]},"id":"e3","timestamp":"2026-01-01T00:00:02.000Z","parentId":"e2"}
`},
	"Gemini CLI": {".gemini/tmp/0f0f/chats/session-2026-01-01T00-00-11111111.json",
		`{
  "sessionId": "11111111-0000-4000-8000-000000000000",
  "projectHash": "0f0f",
  "startTime": "2026-01-01T00:00:00.000Z",
  "lastUpdated": "2026-01-01T00:00:02.000Z",
  "messages": [
    {"id": "u1", "timestamp": "2026-01-01T00:00:01.000Z", "type": "user", "content": "go"},
    {"id": "g1", "timestamp": "2026-01-01T00:00:02.000Z", "type": "gemini", "content": "", "toolCalls": [{"id": "c1", "name": "ls", "args": {}, "status": "executing"}]}
  ]
}
`},
	"Kimi CLI": {".kimi/sessions/0f0f/11111111-0000-4000-8000-000000000000/context.jsonl",
		`{"role":"_checkpoint","id":0}
{"role":"user","content":"go"}
{"role":"assistant","content":"","tool_calls":[{"type":"function","id":"Shell:0","function":{"name":"Shell","arguments":"{}"}}]}
`},
	"Kiro CLI": {".kiro/sessions/cli/11111111-0000-4000-8000-000000000000.jsonl",
		`{"version":"v1","kind":"Prompt","data":{"message_id":"m1","content":[{"kind":"text","data":"go"}]}}
{"version":"v1","kind":"AssistantMessage","data":{"message_id":"m2","content":[{"kind":"toolUse","data":{"toolUseId":"c1","name":"read","input":{}}}]}}
`},
}

const piSession = `{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}
{"type":"message","id":"a0000001","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"go","timestamp":1}}
{"type":"message","id":"a0000002","parentId":"a0000001","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"t1","name":"bash","arguments":{}}],"stopReason":"toolUse","timestamp":2}}
`

var clientRow = regexp.MustCompile("(?m)^\\| ([A-Za-z ]+) \\| `~/([^`]+)` \\|$")

// TestReadmeClients finds each client's newest session with the command that
// the README shows, and repairs it.
func TestReadmeClients(t *testing.T) {
	rows := clientRow.FindAllStringSubmatch(readDoc(t, "README.md"), -1)
	if len(rows) != len(clientSessions) {
		t.Errorf("README.md has %d clients, and there are %d samples", len(rows), len(clientSessions))
	}
	for _, row := range rows {
		t.Run(row[1], func(t *testing.T) {
			home, s := t.TempDir(), clientSessions[row[1]]
			path := filepath.Join(home, s.path)
			writeFile(t, path, s.text)
			got := strings.TrimSpace(shell(t, home, "ls -t "+row[2]+" | head -n 1"))
			if got != s.path {
				t.Fatalf("found %q, want %q", got, s.path)
			}
			repairAndUndo(t, s.text, "missing-result")
		})
	}
}

// TestDocsNames wants that the documents name what there is: the Go version,
// the goals of make, and every variable of the environment with its flag.
func TestDocsNames(t *testing.T) {
	readme, guide := readDoc(t, "README.md"), readDoc(t, "GUIDE.md")
	version := regexp.MustCompile(`(?m)^go ([0-9.]+)$`).FindStringSubmatch(readDoc(t, "go.mod"))[1]
	if !strings.Contains(readme, "Go "+version+" ") {
		t.Errorf("README.md does not name Go %s", version)
	}
	makefile := readDoc(t, "Makefile")
	for _, m := range regexp.MustCompile("`make ([a-z-]+)").FindAllStringSubmatch(readme+guide, -1) {
		if !strings.Contains(makefile, "\n"+m[1]+":") {
			t.Errorf("there is no make %s", m[1])
		}
	}
	for _, row := range variableRows() {
		if !strings.Contains(guide, row) {
			t.Errorf("GUIDE.md lacks the row\n%s", row)
		}
	}
}

// TestFormats compares the table of formats with what --list-dialects prints, and that
// with what --dialect takes.
func TestFormats(t *testing.T) {
	got := shell(t, t.TempDir(), "tr-pair --list-dialects")
	if !strings.HasSuffix(readDoc(t, filepath.Join("docs", "formats.md")), "\n\n"+got) {
		t.Errorf("docs/formats.md does not end with\n%s", got)
	}
	for _, name := range dialect.Names() {
		if !strings.Contains(got, "\n| `"+name+"` | ") {
			t.Errorf("--list-dialects lacks the format %s", name)
		}
	}
}

// variableRows returns one row for every flag that variables set.
func variableRows() (rows []string) {
	commands, names, order := map[string][]string{}, map[string][]string{}, []string{}
	for _, c := range []cli.Command{cli.Budget, cli.Microcompact, cli.Classify, cli.Recover, cli.Prune, cli.Chunk, cli.Stat, cli.Pair} {
		for _, f := range c.Flags() {
			name, variables := f.Names()[0], f.(interface{ GetEnvVars() []string }).GetEnvVars()
			if len(variables) == 0 {
				continue
			}
			if names[name] == nil {
				order = append(order, name)
			}
			names[name], commands[name] = variables, append(commands[name], "`"+c.Name+"`")
		}
	}
	for _, flag := range order {
		rows = append(rows, fmt.Sprintf("| `%s` | `--%s` | %s |\n",
			strings.Join(names[flag], "`, `"), flag, strings.Join(commands[flag], ", ")))
	}
	return rows
}

// TestDocsOptions wants that the documents name no option that no command has.
func TestDocsOptions(t *testing.T) {
	known := "--pipepart --block --settings --output-format --json" // of GNU parallel, Claude Code and Codex
	for _, c := range []string{"pair", "budget", "microcompact", "classify", "recover", "prune", "chunk", "stat"} {
		out, err := exec.Command("tr-"+c, "--help").Output()
		if err != nil {
			t.Fatal(err)
		}
		known += string(out)
	}
	for _, name := range []string{"README.md", "GUIDE.md"} {
		for _, option := range regexp.MustCompile(`--[a-z][a-z0-9-]+`).FindAllString(readDoc(t, name), -1) {
			if !strings.Contains(known, option) {
				t.Errorf("%s: no command has %s", name, option)
			}
		}
	}
}

// TestDemo runs what make demo shows.
func TestDemo(t *testing.T) {
	tool, err := exec.LookPath("tr-pair")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("sh", "testdata/demo/demo.sh", filepath.Dir(tool)).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"3 findings: 3 errors", "1 result injected, 1 record removed, 1 link mended", `"class":"context_overflow"`} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the demo does not show %s:\n%s", want, out)
		}
	}
}

func readDoc(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
