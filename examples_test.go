package trtools

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// needs skips a test on a machine without a program, and returns the directory of
// the examples.
func needs(t *testing.T, programs ...string) string {
	t.Helper()
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	dir, err := filepath.Abs("examples")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestExampleLibraries: an array of messages goes in, a repaired one comes out, in
// the languages that agents are written in.
func TestExampleLibraries(t *testing.T) {
	for _, line := range []string{"python3 DIR/repair.py", "node DIR/repair.mjs", "jq -c '.[]' | tr-pair -q | jq -s -c ."} {
		t.Run(strings.Fields(line)[0], func(t *testing.T) {
			dir := needs(t, strings.Fields(line)[0])
			out := shell(t, "testdata/samples", strings.ReplaceAll(line, "DIR", dir)+" <messages.json")
			if line[0] == 'j' {
				out = shell(t, "testdata/samples", "<messages.json "+line)
			}
			var messages []struct {
				Role string
				ID   string `json:"tool_call_id"`
			}
			if err := json.Unmarshal([]byte(out), &messages); err != nil || len(messages) != 4 || messages[2].ID != "call_oslo" {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// TestExampleGo: the programs that use the library give what the commands give.
func TestExampleGo(t *testing.T) {
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "./examples/go/...").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	dir := t.TempDir()
	messages := readDoc(t, "testdata/samples/messages.json")
	writeFile(t, filepath.Join(dir, "messages.json"), messages)
	writeFile(t, filepath.Join(dir, "large.json"), strings.Replace(messages, "]\n", `, {"role":"tool","tool_call_id":"call_oslo","content":"`+strings.Repeat("words ", 500)+"\"}]\n", 1))
	writeFile(t, filepath.Join(dir, "loop.jsonl"), readDoc(t, "testdata/samples/loop.jsonl"))
	for line, same := range map[string]string{
		"repair 2>&1 >/dev/null <messages.json | cut -d' ' -f3-": "echo 'line 4: missing-result: tool call has no result: \"call_oslo\"'",
		"repair 2>/dev/null <messages.json":                      "tr-pair -q messages.json",
		"budget 2>/dev/null <large.json":                         "tr-budget -q --max-result-chars 2000 --spill-dir tool-results large.json",
		"stream 2>/dev/null <loop.jsonl":                         "tr-microcompact -q --no-spill loop.jsonl | tr-budget --no-spill",
		"classify Error: 429 Too Many Requests":                  "echo 'rate_limit: send the same request again'",
	} {
		if got, want := shell(t, dir, filepath.Join(bin, line)), shell(t, dir, same); got != want || got == "" || got == messages {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	if full, err := filepath.Glob(filepath.Join(dir, "tool-results", "*")); len(full) != 1 || err != nil {
		t.Errorf("the full text of one result is kept: %q, %v", full, err)
	}
}

// TestExampleResume: the newest session of this directory is repaired, and its
// client is started. The real clients did so with the same function.
func TestExampleResume(t *testing.T) {
	dir := needs(t, "sh", "find")
	session := readDoc(t, "testdata/samples/session.jsonl")
	for client, path := range map[string]string{
		"claude": ".claude/projects/%s/old.jsonl .claude/projects/%s/new.jsonl",
		"pi":     ".pi/agent/sessions/-%s--/old.jsonl .pi/agent/sessions/-%s--/new.jsonl",
		"codex":  ".codex/sessions/2026/01/01/rollout-1.jsonl .codex/sessions/2026/01/02/rollout-2.jsonl",
	} {
		t.Run(client, func(t *testing.T) {
			home, top := t.TempDir(), t.TempDir()
			work, link := filepath.Join(top, "größe_日本😀"), filepath.Join(top, "link")
			if err := errors.Join(os.Mkdir(work, 0o755), os.Symlink(work, link)); err != nil {
				t.Fatal(err)
			}
			bin := filepath.Join(home, "bin")
			writeFile(t, filepath.Join(bin, client), "#!/bin/sh\necho \"$0 $*\"\n")
			if err := os.Chmod(filepath.Join(bin, client), 0o755); err != nil {
				t.Fatal(err)
			}
			text := session
			if client == "codex" {
				text = `{"timestamp":"2026-01-01T00:00:00.000Z","type":"session_meta","payload":{"id":"s","cwd":"` + work + `"}}` + "\n" +
					`{"timestamp":"2026-01-01T00:00:01.000Z","type":"response_item","payload":{"type":"function_call","name":"ls","arguments":"{}","call_id":"c1"}}` + "\n"
			}
			name := strings.ReplaceAll(work, "/", "-")
			if client == "claude" {
				name = regexp.MustCompile(`[^a-zA-Z0-9]`).ReplaceAllString(strings.ReplaceAll(work, "😀", "--"), "-")
			}
			files := strings.Fields(strings.ReplaceAll(path, "%s", name))
			for _, name := range files {
				writeFile(t, filepath.Join(home, name), text)
			}
			old, recent := filepath.Join(home, files[0]), filepath.Join(home, files[1])
			out := shell(t, link, "cd \""+link+"\"; export HOME="+home+" PATH="+bin+":$PATH; touch -d '1 hour ago' "+old+"; . "+dir+"/resume.sh; resume "+client+" --flag 2>/dev/null")
			if !strings.Contains(out, bin+"/"+client) || !strings.Contains(out, "--flag") {
				t.Errorf("%s was not started: %q", client, out)
			}
			if readDoc(t, recent) == text || readDoc(t, old) != text {
				t.Error("not the newest session was repaired")
			}
		})
	}
}

// TestExampleGitHook: a damaged transcript cannot be committed, even if the file on disk has
// been repaired since it was staged.
func TestExampleGitHook(t *testing.T) {
	dir := needs(t, "git")
	work := t.TempDir()
	const git = "git -c user.name=n -c user.email=e@example.org "
	writeFile(t, filepath.Join(work, "a b.jsonl"), readDoc(t, "testdata/samples/chat.jsonl"))
	out := shell(t, work, "git init -q . && cp "+dir+"/pre-commit .git/hooks && git add . && "+git+"commit -qm damaged; echo status $?")
	if !strings.Contains(out, "a b.jsonl:5: displaced-result") || strings.Contains(out, "status 0") {
		t.Error(out)
	}
	// It is the index that counts, not the file.
	out = shell(t, work, "tr-pair -q -w --no-backup *.jsonl && "+git+"commit -qm damaged; echo status $?")
	if !strings.Contains(out, "a b.jsonl:5: displaced-result") || strings.Contains(out, "status 0") {
		t.Error(out)
	}
	out = shell(t, work, "git add . && "+git+"commit -qm repaired; echo status $?")
	if !strings.HasSuffix(out, "status 0\n") {
		t.Error(out)
	}
}

// TestExampleHook: what Claude Code runs after a stop reads the path of the
// transcript from standard input, and says on standard error what is wrong.
func TestExampleHook(t *testing.T) {
	needs(t, "jq", "xargs")
	var config struct {
		Hooks map[string][]struct {
			Hooks []struct{ Type, Command string }
		}
	}
	if err := json.Unmarshal([]byte(readDoc(t, "examples/claude-code-hooks.json")), &config); err != nil {
		t.Fatal(err)
	}
	for _, event := range []string{"Stop", "PreCompact"} {
		command := config.Hooks[event][0].Hooks[0].Command
		out := shell(t, "testdata/samples", `printf '{"transcript_path":"session.jsonl"}' | { `+command+`; echo "status $?"; }`)
		if !strings.Contains(out, "session.jsonl:6: missing-result") || strings.Contains(out, "status 0") {
			t.Errorf("%s: %s", event, out)
		}
	}
}

// TestManyFiles: thousands of files go through xargs and parallel, and a large
// dataset through parallel by parts: the lines come out in their order.
func TestManyFiles(t *testing.T) {
	needs(t, "find", "xargs")
	work := t.TempDir()
	for _, name := range []string{"a b", "c", "d"} {
		writeFile(t, filepath.Join(work, name+".jsonl"), readDoc(t, "testdata/samples/chat.jsonl"))
	}
	const want = "./a b.jsonl\n./c.jsonl\n./d.jsonl\n"
	if got := shell(t, work, "find . -name '*.jsonl' -print0 | xargs -0 -P 2 -n 1 tr-pair -l | sort"); got != want {
		t.Errorf("xargs: %q", got)
	}
	needs(t, "parallel")
	if got := shell(t, work, "find . -name '*.jsonl' -print0 | sort -z | parallel -0 -k -j 2 -n 1 tr-pair -l"); got != want {
		t.Errorf("parallel: %q", got)
	}
	if got := shell(t, work, "find . -name '*.jsonl' -print0 | sort -z | parallel -0 -k -n 1 --sshlogin 2/: tr-pair -l"); got != want {
		t.Errorf("parallel --sshlogin: %q", got)
	}
	writeFile(t, filepath.Join(work, "big.jsonl"), strings.Repeat(readDoc(t, "testdata/samples/dataset.jsonl"), 500))
	if got := shell(t, work, "tr-pair -q big.jsonl >whole; parallel -k -j 2 --pipepart --block 20k -a big.jsonl tr-pair -q >parts; cmp whole parts && wc -l <parts | tr -d ' '"); got != "1000\n" {
		t.Errorf("parallel --pipepart: %q", got)
	}
}

// TestStreamTask: what engines that start a filter for a share of lines ask of it. A task
// without a line writes nothing and succeeds; shares of lines, one after the other, are
// what the filter makes of all of them; and damage that is left is no lost task.
func TestStreamTask(t *testing.T) {
	stream, err := filepath.Abs("examples/stream")
	if err != nil {
		t.Fatal(err)
	}
	for _, filter := range []string{"tr-pair", "tr-budget --no-spill", "tr-microcompact --no-spill", "tr-classify", "tr-recover --no-spill", "tr-prune --max-messages 2", "tr-stat"} {
		if got := shell(t, t.TempDir(), filter+" -q </dev/null; echo status $?"); got != "status 0\n" {
			t.Errorf("%s without a line: %q", filter, got)
		}
	}
	work := t.TempDir()
	writeFile(t, filepath.Join(work, "data"), strings.Repeat(readDoc(t, "testdata/samples/dataset.jsonl"), 3)+"{torn\n{\"a\":1}\n")
	shell(t, work, "split -l 3 data part-; tr-pair -q data >whole; echo $? >status")
	if got := readDoc(t, filepath.Join(work, "status")); got != "1\n" {
		t.Errorf("a torn line in the middle: status %s", got)
	}
	if got := shell(t, work, "for p in part-*; do "+stream+" tr-pair -q <$p 2>/dev/null || echo lost; done | cmp - whole"); got != "" {
		t.Error(got)
	}
	for command, want := range map[string]string{"tr-pair --no-such-flag": "2", "tr-pair -q nowhere": "3"} {
		if got := shell(t, work, stream+" "+command+" 2>/dev/null; echo $?"); got != want+"\n" {
			t.Errorf("%s: status %s, want %s", command, got, want)
		}
	}
}
