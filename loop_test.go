package trtools

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// mockAPI is a command that sends a request to a model's API, of which it plays both sides.
// $MOCK is a directory: plan holds a line for every request, of which the last one counts for
// all that follow, and of each request its size in bytes is added to requests.
func mockAPI() {
	dir := os.Getenv("MOCK")
	var body []byte
	open := map[string]bool{}
	in := bufio.NewScanner(os.Stdin)
	for in.Buffer(nil, 1<<26); in.Scan(); {
		body = append(append(body, in.Bytes()...), '\n')
		var m struct {
			Answers string                `json:"tool_call_id"`
			Calls   []struct{ ID string } `json:"tool_calls"`
		}
		if json.Unmarshal(in.Bytes(), &m) != nil {
			open["no JSON"] = true
		}
		delete(open, m.Answers)
		for _, c := range m.Calls {
			open[c.ID] = true
		}
	}
	log, err := os.OpenFile(filepath.Join(dir, "requests"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(log, len(body), os.Getenv("MAX_TOKENS"))
	log.Close()
	requests, _ := os.ReadFile(filepath.Join(dir, "requests"))
	plan, _ := os.ReadFile(filepath.Join(dir, "plan"))
	steps := strings.Split(strings.TrimSpace(string(plan)), "\n")
	step := strings.Fields(steps[min(len(steps), strings.Count(string(requests), "\n"))-1])
	for id := range open {
		step = []string{"unpaired", id}
	}
	most := 0
	if len(step) > 1 {
		most, _ = strconv.Atoi(step[1])
	}
	os.Exit(mockAnswer(step[0], most, len(body)))
}

// mockAnswer prints what an API says that takes most bytes, or, of its own tokenizer, most
// tokens, and returns the exit status of its client.
func mockAnswer(kind string, most, size int) int {
	tokens := size / 4
	refuse := func(format string, args ...any) int {
		fmt.Printf(format+"\n", args...)
		return 1
	}
	switch {
	case kind == "limit" && tokens > most:
		return refuse(`{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: %d tokens > %d maximum"}}`, tokens, most)
	case kind == "unnumbered" && tokens > most:
		return refuse(`{"error":{"message":"Your input exceeds the context window of this model. Please adjust your input and try again.","type":"invalid_request_error","code":"context_length_exceeded"}}`)
	case kind == "bytes" && size > most:
		return refuse(`<html><head><title>413 Request Entity Too Large</title></head><body><center><h1>413 Request Entity Too Large</h1></center><hr><center>nginx</center></body></html>`)
	case kind == "firewall" && size > most:
		return refuse(`<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head><body><h1>Sorry, you have been blocked</h1>Cloudflare Ray ID: 8f2a1b3c4d5e6f70</body></html>`)
	case kind == "silent" && size > most:
		return 1
	case kind == "429":
		return refuse("HTTP/1.1 429 Too Many Requests\nretry-after: 20\n\n" + `{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your account's rate limit. Please try again later."}}`)
	case kind == "529":
		return refuse(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)
	case kind == "401":
		return refuse(`{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}`)
	case kind == "unpaired":
		return refuse(`{"error":{"message":"An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_1","type":"invalid_request_error"}}`)
	case kind == "cut":
		fmt.Println(`{"role":"assistant","content":"The first half","finish_reason":"length"}`)
		return 0
	}
	fmt.Println(`{"role":"assistant","content":"Here is the summary."}`)
	return 0
}

// loopHistory is a conversation of a size in bytes, with a result and a short answer in every
// turn. Its last call has no result.
func loopHistory(size int) string {
	var b strings.Builder
	b.WriteString(`{"role":"user","content":"Task: read all files"}` + "\n")
	text := strings.Repeat("a line of a file, as it was read\\n", 75)
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, `{"role":"assistant","content":null,"tool_calls":[{"id":"call_%d","type":"function","function":{"name":"read","arguments":"{}"}}]}`+"\n", i)
		fmt.Fprintf(&b, `{"role":"tool","tool_call_id":"call_%d","content":"file %d: %s"}`+"\n", i, i, text)
		fmt.Fprintf(&b, `{"role":"assistant","content":"File %d is read."}`+"\n"+`{"role":"user","content":"go on"}`+"\n", i)
	}
	b.WriteString(`{"role":"assistant","content":null,"tool_calls":[{"id":"last","type":"function","function":{"name":"read","arguments":"{}"}}]}` + "\n")
	return b.String()
}

// loopRun is what came of a loop.
type loopRun struct {
	status   string
	requests []string // the bytes of each, and the limit of its answer
	history  string
	said     string // on standard error
	slept    string
}

// loops are the loops of the examples, as commands in a directory with a history.
var loops = map[string]string{
	"sh":     `DIR/agent-loop.sh history.jsonl mock-api >answer.json`,
	"python": `jq -s . history.jsonl >in.json && python3 loop.py mock-api <in.json >out.json && jq -c '.[]' out.json >history.jsonl`,
}

// runLoop runs one of them against an API that does what a plan says.
func runLoop(t *testing.T, loop, plan, history, env string) loopRun {
	t.Helper()
	dir := needs(t, "sh", "python3", "jq")
	work := t.TempDir()
	write := func(name, text string) { writeFile(t, filepath.Join(work, name), text) }
	read := func(name string) string { text, _ := os.ReadFile(filepath.Join(work, name)); return string(text) }
	write("plan", plan)
	write("history.jsonl", history)
	write("bin/sleep", "#!/bin/sh\necho $1 >>slept\n")
	write("loop.py", "import sys\nsys.dont_write_bytecode = True\nsys.path.insert(0, '"+dir+"')\nimport agent_loop\n"+
		"agent_loop.time.sleep = lambda s: print(s, file=open('slept', 'a'))\nsys.exit(agent_loop.main(sys.argv[1:]))\n")
	if err := os.Chmod(filepath.Join(work, "bin/sleep"), 0o755); err != nil {
		t.Fatal(err)
	}
	out := shell(t, work, "export MOCK=$PWD PATH=$PWD/bin:$PATH "+env+"; { "+strings.ReplaceAll(loops[loop], "DIR", dir)+"; } 2>said; echo $?")
	if left, _ := filepath.Glob(filepath.Join(work, "history.jsonl.??????")); len(left) > 0 {
		t.Errorf("%s: %v are left", loop, left)
	}
	r := loopRun{status: strings.TrimSpace(out), history: read("history.jsonl"), said: read("said"), slept: strings.Join(strings.Fields(read("slept")), " ")}
	if text := strings.TrimSpace(read("requests")); text != "" {
		r.requests = strings.Split(text, "\n")
	}
	return r
}

// last is the size of the last request in bytes.
func (r loopRun) last() (n int) {
	if len(r.requests) > 0 {
		n, _ = strconv.Atoi(strings.Fields(r.requests[len(r.requests)-1])[0])
	}
	return n
}

// TestLoops runs both loops against an API that refuses requests in the ways that APIs,
// proxies and networks do.
func TestLoops(t *testing.T) {
	const whole = 160_000
	for _, c := range []struct {
		name, plan, env string
		size            int
		requests        int
		short           bool    // runs with -short as well
		allowed         int     // bytes of a request
		kept            float64 // of them, at least
		status          string
		says, slept     string
	}{
		{name: "answered at once", plan: "ok", requests: 1, kept: 1, allowed: whole},
		{name: "context limit with numbers, 90%", short: true, plan: "limit 36000", requests: 2, allowed: 144_000, kept: .9},
		{name: "context limit with numbers, 50%", plan: "limit 20000", requests: 2, allowed: 80_000, kept: .9},
		{name: "context limit with numbers, 20%", plan: "limit 8000", requests: 2, allowed: 32_000, kept: .9},
		{name: "context limit without, 90%", plan: "unnumbered 36000", requests: 2, allowed: 144_000, kept: .9},
		{name: "context limit without, 70%", plan: "unnumbered 28000", requests: 3, allowed: 112_000, kept: .9},
		{name: "context limit without, 50%", plan: "unnumbered 20000", requests: 4, allowed: 80_000, kept: .6},
		{name: "context limit without, 20%", plan: "unnumbered 8000", requests: 4, allowed: 32_000, status: "1", says: "attempts-exhausted"},
		{name: "413, 4 MB", plan: "bytes 4000000", size: 6_100_000, requests: 2, allowed: 3_400_000, kept: .9},
		{name: "413, 1 MB", plan: "bytes 1000000", size: 1_500_000, requests: 3, allowed: 1_000_000, kept: .9},
		{name: "413, 1 MB, told", short: true, plan: "bytes 1000000", size: 1_500_000, env: "TR_MAX_PAYLOAD=1MB", requests: 1, allowed: 700_000, kept: .9},
		{name: "page of a firewall", plan: "firewall 1000000", size: 1_100_000, requests: 2, allowed: 1_000_000, kept: .9},
		{name: "silence, and a large history", plan: "silent 1000000", size: 1_100_000, requests: 2, allowed: 1_000_000, kept: .9},
		{name: "silence once", plan: "silent 1\nok", requests: 2, allowed: whole, kept: 1, slept: "1"},
		{name: "429 with retry-after", plan: "429\n429\nok", requests: 3, allowed: whole, kept: 1, slept: "20 20"},
		{name: "429 for ever", plan: "429", requests: 7, allowed: whole, kept: 1, status: "1", says: "rate limit", slept: "20 20 20 20 20 20"},
		{name: "401", short: true, plan: "401", requests: 1, allowed: whole, kept: 1, status: "1", says: "not-recoverable: auth"},
		{name: "pairing error", plan: "unpaired", requests: 1, allowed: whole, kept: 1, status: "1", says: "not-recoverable: pairing"},
		{name: "529 three times, then overflow", short: true, plan: "529\n529\n529\nlimit 20000", requests: 5, allowed: 80_000, kept: .9, slept: "1 2 4"},
		{name: "cut twice", plan: "cut\ncut\nok", env: "MAX_TOKENS=1000 MAX_TOKENS_CAP=3000", requests: 3, allowed: whole, kept: 1},
		{name: "cut for ever", short: true, plan: "cut", env: "MAX_TOKENS=1000", requests: 5, allowed: whole, kept: 1},
		{name: "cut, no limit known", plan: "cut\nok", requests: 2, allowed: whole, kept: 1},
	} {
		if c.size == 0 {
			c.size = whole
		}
		if c.status == "" {
			c.status = "0"
		}
		for loop := range loops {
			t.Run(c.name+"/"+loop, func(t *testing.T) {
				if t.Parallel(); testing.Short() && !c.short {
					t.Skip()
				}
				r := runLoop(t, loop, c.plan, loopHistory(c.size), c.env)
				kept := float64(r.last()) / float64(c.allowed)
				t.Logf("%-34s %-6s %d requests, kept %.3f of what may be, exit %s", c.name, loop, len(r.requests), kept, r.status)
				if r.status != c.status || len(r.requests) != c.requests || kept < c.kept || c.status == "0" && kept > 1.03 {
					t.Errorf("exit %s, requests %q, %.3f kept: %s", r.status, r.requests, kept, r.said)
				}
				if !strings.Contains(r.said, c.says) || r.slept != c.slept {
					t.Errorf("slept %q, says %q", r.slept, r.said)
				}
				checkLoopHistory(t, c.name, r)
			})
		}
	}
}

// checkLoopHistory wants a history that can be sent, with the task, and the answer at its end.
func checkLoopHistory(t *testing.T, name string, r loopRun) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(r.history), "\n")
	last := lines[len(lines)-1]
	if !strings.Contains(lines[0], "Task: read all files") || strings.Contains(r.history, `"classification"`) {
		t.Errorf("begins with %s", lines[0])
	}
	if r.status == "0" && !strings.Contains(last, "Here is the summary.") && name != "cut for ever" {
		t.Errorf("ends with %.200s", last)
	}
	for _, want := range map[string][]string{
		"cut twice":           {"1000", "2000", "3000"},
		"cut for ever":        {"1000", "2000", "4000", "4000", "4000"},
		"cut, no limit known": {"", ""},
	}[name] {
		_, got, _ := strings.Cut(r.requests[0], " ")
		if r.requests = r.requests[1:]; got != want {
			t.Errorf("max_tokens %q, want %q", got, want)
		}
	}
	parts := strings.Count(r.history, "The first half")
	if want := map[string]int{"cut for ever": 3, "cut, no limit known": 1}[name]; parts != want || strings.Count(r.history, "Resume DIRECTLY") != min(want, 2) {
		t.Errorf("%d cut answers in the history, want %d", parts, want)
	}
}

// TestLoopsFilterFails: where a command of the pipe crashes, whatever it has written, no
// request is sent, and the history is what it was.
func TestLoopsFilterFails(t *testing.T) {
	history := loopHistory(30_000)
	for _, tool := range []string{"tr-microcompact", "tr-budget", "tr-pair", "tr-classify", "tr-recover"} {
		for loop := range loops {
			t.Run(tool+"/"+loop, func(t *testing.T) {
				// The last line is put in by tr-pair.
				whole := history + `{"role":"tool","tool_call_id":"last","content":"none"}` + "\n"
				crash := `mkdir -p bin && printf '#!/bin/sh\necho "{}"\nkill -9 $$\n' >bin/` + tool + ` && chmod +x bin/` + tool
				r := runLoop(t, loop, "limit 5000", whole, "; "+crash)
				want := 0
				if tool == "tr-classify" || tool == "tr-recover" {
					want = 1
				}
				if r.status == "0" || len(r.requests) != want || r.history != whole || r.said == "" {
					t.Errorf("exit %s, %d requests, history changed %v: %s", r.status, len(r.requests), r.history != whole, r.said)
				}
			})
		}
	}
}
