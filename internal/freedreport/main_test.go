package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/pkg/transcript/microcompact"
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
	for _, want := range []string{fmt.Sprintf("%d real sessions (%s)", r.sessions, sizeText(r.whole)), "default, which frees " + freed(r.whole, r.aged.none)} {
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
