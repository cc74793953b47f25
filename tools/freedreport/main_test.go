package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/history"
	"trtools/pkg/transcript/microcompact"
	"trtools/tools/internal/maintest"
)

// session holds something for every option: reads of one file, the first of them
// twice, colours, an image, reasoning, a long argument and a long print-out.
func session() []byte {
	var b strings.Builder
	call := func(id, name, input, thinking string) {
		if thinking != "" {
			thinking = `{"type":"thinking","thinking":"` + thinking + `"},`
		}
		b.WriteString(`{"role":"assistant","content":[` + thinking + `{"type":"tool_use","id":"` + id + `","name":"` + name + `","input":` + input + `}]}` + "\n")
	}
	result := func(id, part string) {
		b.WriteString(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + id + `","content":[` + part + `]}]}` + "\n")
	}
	text := func(s string) string { return `{"type":"text","text":"` + s + `"}` }
	lines := strings.Repeat(`a line of the file\n`, 20)
	b.WriteString(`{"role":"user","content":"look"}` + "\n")
	for _, id := range []string{"a", "b"} {
		call(id, "Grep", `{"pattern":"line"}`, "")
		result(id, text(lines))
	}
	for _, id := range []string{"c", "d"} {
		call(id, "Read", `{"file_path":"x.txt"}`, "")
		result(id, text(lines+"version "+id))
	}
	call("e", "Bash", `{"command":"ls"}`, strings.Repeat("let me see ", 30))
	result("e", text(strings.Repeat(`\u001b[31mred\u001b[0m\n`, 40)))
	call("f", "Shot", `{}`, "")
	result("f", `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"`+strings.Repeat("iVBORw0K", 200)+`"}}`)
	call("g", "Note", `{"text":"`+strings.Repeat(`words to keep\n`, 400)+`"}`, "")
	result("g", text("ok"))
	call("h", "Bash", `{"command":"make"}`, "")
	result("h", text(strings.Repeat(`compiled another file\n`, 400)))
	for range 6 {
		b.WriteString(`{"role":"assistant","content":[{"type":"text","text":"ok"}]}` + "\n" + `{"role":"user","content":"go on"}` + "\n")
	}
	return []byte(b.String())
}

// Every option frees something of what is there for it, and no option anything else.
func TestEveryOptionFrees(t *testing.T) {
	r := newReport()
	if err := r.add(session()); err != nil {
		t.Fatal(err)
	}
	if r.kept.none != r.whole {
		t.Errorf("%+v of %+v is left where all tools keep their results", r.kept.none, r.whole)
	}
	all := len(options()) - 1
	sum := int64(0)
	for i, x := range options() {
		bytes := r.kept.none.Payload - r.kept.with[i].Payload
		if bytes <= 0 || r.kept.none.Tokens <= r.kept.with[i].Tokens {
			t.Errorf("%s frees %s", x.name, freed(r.kept.none, r.kept.with[i]))
		}
		if i < all {
			sum += bytes
		}
	}
	if got := r.kept.none.Payload - r.kept.with[all].Payload; got <= 0 || got > sum {
		t.Errorf("%s frees %d bytes, the others %d", options()[all].name, got, sum)
	}
}

// printed returns what the command prints about sessions.
func printed(t *testing.T, sessions ...string) string {
	t.Helper()
	var files []string
	for _, data := range sessions {
		files = append(files, filepath.Join(t.TempDir(), "s.jsonl"))
		if err := os.WriteFile(files[len(files)-1], []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := run(&out, files); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The table has a row for each option, with what it frees of all sessions together.
func TestTable(t *testing.T) {
	fetched := `{"role":"assistant","content":[{"type":"tool_use","id":"w","name":"WebFetch","input":{}}]}` + "\n" +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"w","content":"` + strings.Repeat("a page with many words ", 400) + `"}]}` + "\n"
	data := fetched + string(session())
	one := newReport()
	if err := one.add([]byte(data)); err != nil {
		t.Fatal(err)
	}
	twice := func(s history.Size) history.Size { return history.Size{Payload: 2 * s.Payload, Tokens: 2 * s.Tokens} }
	want := fmt.Sprintf("2 sessions: %s\n\n| Option | alone | beside the default |\n|---|---|---|\n| none | | %s |\n",
		sizeText(twice(one.whole)), freed(twice(one.whole), twice(one.aged.none)))
	for i, x := range options() {
		want += fmt.Sprintf("| `%s` | %s | %s |\n", x.name, freed(twice(one.kept.none), twice(one.kept.with[i])), freed(twice(one.aged.none), twice(one.aged.with[i])))
	}
	if got := printed(t, data, data); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if one.aged.none.Payload >= one.whole.Payload || one.aged.none.Tokens >= one.whole.Tokens {
		t.Errorf("with age nothing is freed: %+v of %+v", one.aged.none, one.whole)
	}
}

// A line that is a conversation counts as a session does that holds the same.
func TestConversations(t *testing.T) {
	const first, second = `{"role":"user","content":"one two three"}`, `{"role":"assistant","content":"four five six seven"}`
	var sum history.Size
	for _, data := range []string{first + "\n" + second, second} {
		if err := addSize(&sum, []byte(data)); err != nil || sum.Payload == 0 || sum.Tokens == 0 {
			t.Fatalf("%+v, %v", sum, err)
		}
	}
	var listed history.Size
	if err := addSize(&listed, []byte(`{"messages":[`+first+`,`+second+`]}`+"\n"+`{"messages":[`+second+`]}`)); err != nil || listed.Tokens != sum.Tokens || listed.Payload != sum.Payload {
		t.Errorf("%+v, want %+v: %v", listed, sum, err)
	}
}

// A size has thousands of tokens.
func TestSizeText(t *testing.T) {
	if got := sizeText(history.Size{Payload: 2500, Tokens: 1250}); got != "2.5 kB, 1.2k tokens" {
		t.Error(got)
	}
	if got := freed(history.Size{Payload: 500, Tokens: 900}, history.Size{Payload: 300, Tokens: 100}); got != "200 bytes, 0.8k tokens" {
		t.Error(got)
	}
}

// Without a session, and with one that is not there, the command says so, and prints
// nothing.
func TestErrors(t *testing.T) {
	for _, files := range [][]string{nil, {filepath.Join(t.TempDir(), "missing")}} {
		var out bytes.Buffer
		if err := run(&out, files); err == nil || out.Len() > 0 || len(files) > 0 && !strings.Contains(err.Error(), files[0]) {
			t.Errorf("%q: %v, %q", files, err, out.String())
		}
	}
}

// The options together are all that there are.
func TestOptionsAreAll(t *testing.T) {
	var got microcompact.More
	for _, x := range options()[:len(options())-1] {
		got.Same = got.Same || x.more.Same
		got.Stale = got.Stale || x.more.Stale
		got.Noise = got.Noise || x.more.Noise
		got.Reasoning = got.Reasoning || x.more.Reasoning
		got.Images = max(got.Images, x.more.Images)
		got.Arguments = max(got.Arguments, x.more.Arguments)
		got.Shorten = append(got.Shorten, x.more.Shorten...)
	}
	all := microcompact.Aggressive()
	if got.Shorten.String() != all.Shorten.String() || len(got.Shorten) != len(all.Shorten) {
		t.Errorf("%v, want %v", got.Shorten, all.Shorten)
	}
	got.Shorten, all.Shorten = nil, nil
	if got.Same != all.Same || got.Stale != all.Stale || got.Noise != all.Noise || got.Reasoning != all.Reasoning || got.Images != all.Images || got.Arguments != all.Arguments {
		t.Errorf("%+v, want %+v", got, all)
	}
}

// TestGuide: where the sessions are that the guide's figures come from, they are true.
func TestGuide(t *testing.T) {
	files, _ := filepath.Glob(filepath.FromSlash("../../../shared/corpora/*/*.jsonl"))
	if len(files) == 0 || testing.Short() {
		t.Skip("no corpora here, or no time")
	}
	guide, err := os.ReadFile(filepath.FromSlash("../../GUIDE.md"))
	if err != nil {
		t.Fatal(err)
	}
	r := newReport()
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.add(data); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
	}
	t.Logf("\n%s", r)
	text := strings.Join(strings.Fields(string(guide)), " ")
	for _, want := range []string{fmt.Sprintf("%d real sessions (%s)", r.sessions, sizeText(r.whole)), "the default (" + freed(r.whole, r.aged.none) + ")"} {
		if !strings.Contains(text, want) {
			t.Errorf("the guide does not say: %s", want)
		}
	}
	for i, x := range options() {
		if !hasRow(string(guide), x.name, r.cells(i)) {
			t.Errorf("the row of %s in the guide does not end with %s", x.name, r.cells(i))
		}
	}
}

// hasRow reports whether a text has a row of a table that begins with an option and
// ends with some cells.
func hasRow(text, option, cells string) bool {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "| `"+option); ok && (rest[0] == ' ' || rest[0] == '`') && strings.HasSuffix(strings.TrimSpace(rest), cells) {
			return true
		}
	}
	return false
}

func TestMain(m *testing.M) { maintest.Main(m, main) }

// The command prints the table, or says what is wrong and exits with 2.
func TestCommand(t *testing.T) {
	name := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(name, session(), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, messages, status := maintest.Run(t, "", name); out != printed(t, string(session())) || messages != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
	if out, messages, status := maintest.Run(t, ""); out != "" || !strings.HasPrefix(messages, "freedreport: no session") || status != 2 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
}
