package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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

func TestNoClients(t *testing.T) {
	if err := run(&bytes.Buffer{}, nil); err == nil {
		t.Error("no error without a directory of clients")
	}
}
