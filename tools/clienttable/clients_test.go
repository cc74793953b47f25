package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"trtools/tools/internal/maintest"
)

// fake makes a directory of clients of one family: the script that writes a session,
// and one that counts lines and knows no line without a brace at its end. A client
// that is called an older version does not load two equal lines.
func fake(t *testing.T) clients {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range makers {
		write("mock/"+m[2], `for f; do case $f in */*) printf '{"role":"user","n":1}\n{"role":"user","n":2}\n{"role":"user","n":3}\n' >"$f";; esac; done`)
	}
	write("oracle/pi/run.sh", `echo asked >>"$CLIENTS_ROOT/log"
good=$(grep -c '}$' "$1") all=$(wc -l <"$1") twice=$(sort "$1" | uniq -d | wc -l) loaded=true
case $PI_BIN in */pi) [ "$twice" = 0 ] || loaded=false;; esac
echo '{"version":"'"${PI_BIN:-new}"'","loaded":'$loaded',"api_valid":true,"texts_in_file":'$all',"texts_sent":'$good'}'
[ $good = $all ]`)
	write("pkgs/pi/x", "")
	write("pkgs/pi-old/x", "")
	write("pkgs/other/x", "")
	// A repair that takes the lines out that are no records, and repeated ones.
	write("tr-pair", `grep '}$' | awk '!seen[$0]++'; exit 1`)
	return clients{dir, filepath.Join(dir, "tr-pair")}
}

func TestAsk(t *testing.T) {
	c := fake(t)
	inputs, err := c.inputs(1, nil)
	if err != nil {
		t.Fatal(err)
	}
	inputs = slices.DeleteFunc(inputs, func(in input) bool { return !strings.HasPrefix(in.name, "pi-chat, ") })
	for range 2 { // the second time nobody is asked again
		rows, err := c.ask(inputs, "")
		if err != nil {
			t.Fatal(err)
		}
		text := table(rows)
		for _, want := range []string{
			"| pi | new | pi-chat, healthy | calls 0/0, texts 3/3 | calls 0/0, texts 3/3 | as it was |\n",
			"| pi | new | pi-chat, garbage line | calls 0/0, texts 3/4 | calls 0/0, texts 3/3 |  |\n",
			"| pi-old | " + c.dir + "/pkgs/pi-old/node_modules/.bin/pi | pi-chat, twice | does not load | calls 0/0, texts 3/3 |  |\n",
			"| pi | new | pi-chat, twice | calls 0/0, texts 6/6 | calls 0/0, texts 3/3 | less |\n",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	}
	log, err := os.ReadFile(filepath.Join(c.dir, "log"))
	asked, contents := bytes.Count(log, []byte("\n")), map[string]bool{}
	for _, in := range inputs {
		repaired, _, err := c.repair(in.data)
		if err != nil {
			t.Fatal(err)
		}
		contents[string(in.data)], contents[string(repaired)] = true, true
	}
	if err != nil || asked != 2*len(contents) {
		t.Errorf("two clients were asked %d times about %d contents, %v", asked, len(contents), err)
	}
}

func TestClientWithoutWords(t *testing.T) {
	c := fake(t)
	if err := os.WriteFile(filepath.Join(c.dir, "oracle/pi/run.sh"), []byte("#!/bin/sh\necho no network\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := c.ask([]input{{"pi", "x", []byte("{}\n")}}, "")
	if err == nil || !strings.Contains(err.Error(), "no network") {
		t.Errorf("got %v", err)
	}
}

func TestFamily(t *testing.T) {
	for name, want := range map[string]string{"claude-code-two-writers": "claude", "preserved-healthy": "claude", "codex-agents-md": "codex", "pi-head-cut": "pi", "gemini-x": "gemini", "openai-chat-x": ""} {
		if got := family(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestDamaged(t *testing.T) {
	session := []byte("{\"header\":1}\n" + strings.Repeat(`{"role":"user","text":"x"}`+"\n", 5))
	list := damaged("pi", "s", session, 2)
	if len(list) != len(wholes)+2*len(harms) {
		t.Errorf("%d inputs", len(list))
	}
	for _, in := range list {
		if healthy := strings.HasSuffix(in.name, "healthy"); bytes.Equal(in.data, session) != healthy && !strings.Contains(in.name, "late") {
			t.Errorf("%s:\n%s", in.name, in.data)
		}
	}
	if !strings.HasSuffix(list[len(list)-1].name, "line 6 late") || strings.Contains(list[len(wholes)].name, "line 1 ") {
		t.Errorf("%s, %s", list[len(wholes)].name, list[len(list)-1].name)
	}
}

func TestSummaries(t *testing.T) {
	ok, bad, part := verdict{Loaded: true, Valid: true, Texts: 2, TextsSent: 2}, verdict{Loaded: true}, verdict{Loaded: true, Valid: true, Texts: 2, TextsSent: 1}
	got := summaries([]row{{"a", "1", bad, ok, true, 0}, {"a", "2", ok, part, true, 0}, {"b", "1", part, ok, true, 0}, {"a", "3", ok, bad, true, 1}})
	want := []summary{{client: "a", sessions: 3, less: 2, valid: [2]int{2, 2}, whole: [2]int{2, 1}}, {client: "b", sessions: 1, valid: [2]int{1, 1}, whole: [2]int{0, 1}}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestMain(m *testing.M) { maintest.Main(m, main) }

// The command damages what the clients wrote, takes files as they are, asks the clients
// whose names hold a word, and prints the rows and what they come to.
func TestCommand(t *testing.T) {
	c := fake(t)
	file := filepath.Join(t.TempDir(), "pi-mine.jsonl")
	if err := os.WriteFile(file, []byte("{\"role\":\"user\"}\n{\"a\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, messages, status := maintest.Run(t, "", "-clients", c.dir, "-pair", c.pair, "-only", "old", "-lines", "1", file)
	if status != 0 || messages != "" {
		t.Fatalf("%s, status %d", messages, status)
	}
	rows, sum, _ := strings.Cut(out, "\n\n")
	lines := strings.Split(rows, "\n")
	want := 3*(len(wholes)+len(harms)) + 1 // three healthy sessions of the family, damaged, and the file
	if lines[0] != "| client | version | session | sent before | sent after | |" || lines[1] != "|---|---|---|---|---|---|" || len(lines) != 2+want {
		t.Errorf("%d rows, want %d:\n%s", len(lines)-2, want, rows)
	}
	start := "| pi-old | " + c.dir + "/pkgs/pi-old/node_modules/.bin/pi | "
	for _, line := range lines[2:] {
		if !strings.HasPrefix(line, start) {
			t.Errorf("%s, want %s", line, start)
		}
	}
	if last := lines[len(lines)-1]; last != start+"pi-mine | calls 0/0, texts 1/2 | calls 0/0, texts 1/1 |  |" {
		t.Error(last)
	}
	table := strings.Split(sum, "\n")
	if len(table) != 4 || table[0] != "| client | version | sessions | valid before | valid after | whole before | whole after | less than before |" || table[1] != "|---|---|---|---|---|---|---|---|" ||
		!strings.HasPrefix(table[2], start+strconv.Itoa(want)+" | ") {
		t.Errorf("%q", table)
	}
	if left, _ := filepath.Glob(filepath.Join(c.dir, "verdicts", "*", "*.jsonl")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	for _, args := range [][]string{nil, {"-clients", c.dir, "-pair", c.pair, file + "x"}, {"-clients", c.dir + "x"}, {"-no-such-flag"}, {"-clients", c.dir, "-pair", c.pair + "x"}} {
		if out, messages, status := maintest.Run(t, "", args...); out != "" || status != 2 || !strings.Contains(messages, "clienttable: ") {
			t.Errorf("%q: %q, %q, %d", args, out, messages, status)
		}
	}
}

// A row says what to look at: less than before, not resumed, in part, as it was.
func TestMarks(t *testing.T) {
	all, part := verdict{Loaded: true, Valid: true, Calls: 2, CallsSent: 2, Texts: 2, TextsSent: 2}, verdict{Loaded: true, Valid: true, Calls: 2, CallsSent: 1, Texts: 2, TextsSent: 2}
	invalid, not := verdict{Loaded: true, Calls: 2, CallsSent: 1, Texts: 3, TextsSent: 2}, verdict{Valid: true}
	for _, c := range []struct {
		r    row
		want string
	}{
		{row{before: all, after: part}, "less"}, {row{before: all, after: invalid}, "less"}, {row{before: all, after: not}, "less"}, {row{before: invalid, after: not, status: 1}, "not resumed, status 1"},
		{row{before: not, after: invalid}, "not resumed, status 0"}, {row{before: not, after: part}, "in part"}, {row{before: part, after: part}, "in part"}, {row{before: not, after: all}, "as it was"}, {row{before: not, after: all, changed: true}, ""},
	} {
		if got := c.r.mark(); got != c.want {
			t.Errorf("%v, then %v: %q, want %q", c.r.before, c.r.after, got, c.want)
		}
	}
	for v, want := range map[verdict]string{all: "calls 2/2, texts 2/2", invalid: "400 (calls 1/2, texts 2/3)", not: "does not load"} {
		if v.String() != want {
			t.Errorf("%s, want %s", v, want)
		}
	}
}

// Every kind of damage does what it says to the line, and to no other.
func TestHarms(t *testing.T) {
	want := map[string]string{
		"lost": "a1\nc3\nd4\ne5\n", "doubled": "a1\nb2\nb2\nc3\nd4\ne5\n", "torn": "a1\nb\nc3\nd4\ne5\n", "torn and glued": "a1\nbc3\nd4\ne5\n",
		"glued": "a1\nb2c3\nd4\ne5\n", "late": "a1\nc3\nd4\ne5\nb2\n", // three places later
		"healthy": "a1\nb2\nc3\nd4\ne5\n", "twice": "a1\nb2\nc3\nd4\ne5\na1\nb2\nc3\nd4\ne5\n", "tail twice": "a1\nb2\nc3\nd4\ne5\nc3\nd4\ne5\n",
		"head cut": "b2\nc3\nd4\ne5\n", "tail cut": "a1\nb2\nc", "byte order mark": "\xef\xbb\xbfa1\nb2\nc3\nd4\ne5\n", "garbage line": "a1\nb2\n[debug] retry\nc3\nd4\ne5\n",
	}
	lines := func() (list [][]byte) { return slices.Collect(bytes.Lines([]byte("a1\nb2\nc3\nd4\ne5\n"))) }
	for _, h := range harms {
		if got := string(bytes.Join(h.do(lines(), 1), nil)); got != want[h.name] {
			t.Errorf("%s: %q, want %q", h.name, got, want[h.name])
		}
	}
	for _, w := range wholes {
		if got := string(bytes.Join(w.do(lines()), nil)); got != want[w.name] {
			t.Errorf("%s: %q, want %q", w.name, got, want[w.name])
		}
	}
}

// Some of many lines are spread from the first to the last.
func TestSpread(t *testing.T) {
	list := []int{1, 3, 5, 7, 9, 11, 13}
	for n, want := range map[int]string{0: "[]", 1: "[1]", 2: "[1 13]", 3: "[1 7 13]", 7: "[1 3 5 7 9 11 13]", 9: "[1 3 5 7 9 11 13]"} {
		if got := fmt.Sprint(spread(list, n)); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestNoClients(t *testing.T) {
	if err := run(&bytes.Buffer{}, nil); err == nil {
		t.Error("no error without a directory of clients")
	}
}
