package budget_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/tokens"
)

// chat is a conversation of one turn with the given results.
func chat(texts ...string) []byte {
	var b strings.Builder
	b.WriteString(`{"role":"assistant","content":null,"tool_calls":[`)
	for i := range texts {
		fmt.Fprintf(&b, `%s{"id":"c%d","type":"function","function":{"name":"read","arguments":"{}"}}`, strings.Repeat(",", min(i, 1)), i)
	}
	b.WriteString("]}\n")
	for i, text := range texts {
		fmt.Fprintf(&b, `{"role":"tool","tool_call_id":"c%d","content":%s}`+"\n", i, resulttest.Spell(text, 0))
	}
	return []byte(b.String())
}

func read(data []byte) []string { return resulttest.Read(transcripttest.Named("openai-chat"), data) }

func stage(o budget.Options) resulttest.Make {
	return func(j transcript.Job) transcript.Stage { return budget.New(o, j) }
}

func limits(result, turn int) budget.Options { return budget.Options{Result: result, Turn: turn} }

func x(n int) string { return strings.Repeat("x", n) }

// TestSizes: the cases of docs/peers.md section 6.2 that are about one result.
func TestSizes(t *testing.T) {
	cases := []struct {
		name string
		text string
		o    budget.Options
		want string // "" for unchanged, else a part of the result
		most int
	}{
		{"73 exactly the cap", x(20000), budget.Options{}, "", 20000},
		{"73 one more", x(20001), budget.Options{}, "... [15001 of 20001 chars omitted, 1 line, text] ...", 5060},
		{"74 over by one, marker longer", x(501), limits(500, 9999), " of 501 chars omitted", 500},
		{"76 no room for the marker", x(600), limits(20, 9999), x(20), 20},
		{"77 nothing allowed", x(600), limits(-1, 9999), "", 0},
		{"78 emoji", strings.Repeat("👩‍👩‍👧‍👦", 200), limits(300, 9999), " of 1400 chars omitted", 300},
		{"79 head and tail would touch", x(4500), limits(4400, 9999), " of 4500 chars omitted", 4400},
		{"81 one giant line", `{"k":[` + strings.Repeat("1,", 20000) + "1]}", budget.Options{}, "1 line, JSON] ...", 5060},
		{"82 final newline", strings.Repeat("line\n", 5000), budget.Options{}, ", 5000 lines, text]", 5060},
		{"83 exit code at the end", x(30000) + "\nExit code: 7", budget.Options{}, "\nExit code: 7", 5070},
		{"103 tokens", strings.Repeat("日本", 500), budget.Options{Result: 9999, Turn: 9999, Tokens: 100, Estimate: tokens.Chars4}, "] ... [truncated ", 400},
		{"103 tokens, exactly", x(400), budget.Options{Result: 9999, Turn: 9999, Tokens: 100, Estimate: tokens.Chars4}, "", 400},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			out := resulttest.Run(t, stage(c.o), chat(c.text), 0)
			got := read(out.Data)[0]
			if n := utf8.RuneCountInString(got); n > c.most {
				t.Errorf("%d chars, want at most %d", n, c.most)
			}
			if !strings.Contains(got, c.want) || c.want == "" && c.most > 0 && got != c.text {
				t.Errorf("got %.300q, want %q in it", got, c.want)
			}
		})
	}
}

// TestTurns: the cases about all results of a turn.
func TestTurns(t *testing.T) {
	small := strings.Repeat("s", 150)
	cases := []struct {
		name  string
		texts []string
		o     budget.Options
		want  []int // chars; -1 for some less than before
	}{
		{"84 largest first", []string{x(9000), x(12000), x(9000)}, limits(20000, 25000), []int{9000, -1, 9000}},
		{"84 of equals the earlier", []string{x(9000), x(9000), x(9000)}, limits(20000, 25000), []int{-1, 9000, 9000}},
		{"only as far as needed", []string{x(9000), x(9000)}, limits(20000, 17000), []int{8000, 9000}},
		{"not below the preview", []string{x(9000), x(9000)}, limits(20000, 12000), []int{-1, -1}},
		{"all are previews", []string{x(9000), x(9000)}, limits(20000, 1000), []int{500, 500}},
		{"86 tiny ones", slicesOf(small, 200), limits(20000, 20000), nil},
		{"what is small stays", []string{"tiny", x(9000), x(9000)}, limits(20000, 1004), []int{4, 500, 500}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			out := resulttest.Run(t, stage(c.o), chat(c.texts...), 0)
			sum := 0
			for i, got := range read(out.Data) {
				n := utf8.RuneCountInString(got)
				sum += n
				if c.want != nil && (c.want[i] >= 0 && n != c.want[i] || c.want[i] < 0 && n >= len(c.texts[i])) {
					t.Errorf("result %d has %d chars, want %d", i, n, c.want[i])
				}
			}
			if sum > c.o.Turn {
				t.Errorf("%d chars in the turn, want at most %d", sum, c.o.Turn)
			}
		})
	}
}

func slicesOf(s string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = s
	}
	return list
}

// TestEverywhere: 87, results past a user message, orphans, results of a later
// frame are limited, too; so are those of a list that replaces the history.
func TestEverywhere(t *testing.T) {
	big := resulttest.Spell(x(30000), 0)
	cases := map[string]string{
		"past a user":   `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"r","arguments":"{}"}}]}` + "\n" + `{"role":"user","content":"go on"}` + "\n" + `{"role":"tool","tool_call_id":"a","content":` + big + `}`,
		"orphan":        `{"role":"tool","tool_call_id":"nobody","content":` + big + `}`,
		"first in file": `{"type":"user","uuid":"1","parentUuid":"gone","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":` + big + `}]}}`,
		"replacement":   `{"timestamp":"t","type":"compacted","payload":{"message":"","replacement_history":[{"type":"function_call","call_id":"a","name":"r","arguments":"{}"},{"type":"function_call_output","call_id":"a","output":` + big + `}]}}`,
		"conversation":  `{"messages":[{"role":"user","content":"x"},{"role":"tool","tool_call_id":"a","content":` + big + `}]}`,
		"anthropic":     `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":` + big + `}]}]}`,
		"converse json": `{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[{"json":{"a":{"b":[` + big + `]},"n":1.10}}]}}]}`,
		"gemini":        `{"role":"user","parts":[{"functionResponse":{"name":"r","response":{"content":[{"text":` + big + `}]}}}]}`,
		"codex inner":   `{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"a","output":` + resulttest.Spell(`{"output":`+big+`,"metadata":{"exit_code":0,"duration_seconds":1.10}}`, 0) + `}}`,
		"pi":            `{"type":"message","timestamp":"t","message":{"role":"toolResult","toolCallId":"a","toolName":"r","content":[{"type":"text","text":` + big + `}],"isError":false,"timestamp":1}}`,
	}
	for name, in := range cases {
		t.Run(name, func(t *testing.T) {
			out := resulttest.Run(t, stage(budget.Options{}), []byte(in+"\n"), 0)
			if len(out.Findings) != 1 || len(out.Data) > 7000 || !strings.Contains(string(out.Data), "25000 of 30000 chars omitted") {
				t.Errorf("%d findings, %d bytes: %.300s", len(out.Findings), len(out.Data), out.Data)
			}
		})
	}
}

// TestCodexInner: the string stays the JSON that it was, in the same spelling.
func TestCodexInner(t *testing.T) {
	inner := `{"metadata":{"exit_code":0,"duration_seconds":1.10},"output":` + resulttest.Spell(strings.Repeat("é\n", 15000), 3) + `}`
	in := `{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"a","output":` + resulttest.Spell(inner, 0) + "}}\n"
	out := resulttest.Run(t, stage(budget.Options{}), []byte(in), 0)
	var rec struct{ Payload struct{ Output string } }
	var got struct {
		Output   string
		Metadata json.RawMessage
	}
	if json.Unmarshal(out.Data, &rec) != nil || json.Unmarshal([]byte(rec.Payload.Output), &got) != nil {
		t.Fatalf("not JSON in JSON: %.200s", out.Data)
	}
	if n := utf8.RuneCountInString(got.Output); n > 5100 || string(got.Metadata) != `{"exit_code":0,"duration_seconds":1.10}` {
		t.Errorf("%d chars, metadata %s", n, got.Metadata)
	}
}

// TestParts: 97 and 98, several parts share the cap, what is no text stays.
func TestParts(t *testing.T) {
	image := `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + strings.Repeat("iVBORw0KGgo", 5000) + `"}}`
	part := func(n int) string { return `{"type":"text","text":"` + x(n) + `"}` }
	line := func(parts ...string) string {
		return `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[` + strings.Join(parts, ",") + `]}]}` + "\n"
	}
	cases := []struct {
		name, in string
		want     []int
	}{
		{"the longest gives way", line(part(8000), image, part(15000)), []int{8000, 5052}},
		{"all give way", line(part(19000), image, part(19500)), []int{5052, 5052}},
		{"image only", line(image), nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			out := resulttest.Run(t, stage(budget.Options{}), []byte(c.in), 0)
			var rec struct {
				Content []struct {
					Content []struct{ Type, Text string }
				}
			}
			if err := json.Unmarshal(out.Data, &rec); err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, p := range rec.Content[0].Content {
				if p.Type == "text" {
					got = append(got, len(p.Text))
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) || !strings.Contains(string(out.Data), image) && strings.Contains(c.in, image) {
				t.Errorf("parts of %v chars, want %v", got, c.want)
			}
		})
	}
}

// TestNothingLeft: an empty text part would be refused, so it goes.
func TestNothingLeft(t *testing.T) {
	in := `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"}, {"type":"text","text":"b"} ,{"type":"image","source":{}}]}]}` + "\n"
	out := resulttest.Run(t, stage(limits(-1, -1)), []byte(in), 0)
	want := `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"image","source":{}}]}]}` + "\n"
	if string(out.Data) != want {
		t.Errorf("got %s want %s", out.Data, want)
	}
}

// TestCopies: 100, the copy that a client keeps for itself.
func TestCopies(t *testing.T) {
	in := `{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"` + x(30000) +
		`"}]},"toolUseResult":{"stdout":"` + x(30000) + `","interrupted":false,"n":1.10,"file":{"base64":"` + x(40000) + `"}}}` + "\n" +
		`{"type":"message","id":"00000001","parentId":null,"timestamp":"t","message":{"role":"toolResult","toolCallId":"a","toolName":"r","content":[{"type":"text","text":"short"}],"details":{"diff":"` + x(30000) + `"},"isError":false,"timestamp":1}}` + "\n"
	keep := resulttest.Run(t, stage(budget.Options{}), []byte(in), 0)
	if strings.Count(string(keep.Data), x(30000)) != 3 { // the base64 holds one
		t.Error("a copy was cut")
	}
	o := budget.Options{}
	o.TrimCopies = true
	trim := resulttest.Run(t, stage(o), []byte(in), 0)
	if strings.Count(string(trim.Data), "25000 of 30000 chars omitted") != 3 || !strings.Contains(string(trim.Data), x(40000)) {
		t.Errorf("copies: %.200s", trim.Data)
	}
	if again := resulttest.Run(t, stage(o), trim.Data, 0); string(again.Data) != string(trim.Data) || len(again.Findings) > 0 {
		t.Error("a second run changes them")
	}
}

// TestDamage: what cannot be read passes, and is said.
func TestDamage(t *testing.T) {
	in := "{\"role\":\"tool\",\"tool_call_id\":\"a\",\"content\":\"" + x(30000) + "\xff\"}\n{torn\n\nnull\n" +
		`{"role":"tool","tool_call_id":"b","content":"\ud83d ` + x(10) + "\"}"
	out := resulttest.Run(t, stage(budget.Options{}), []byte(in), 0)
	if string(out.Data) != in {
		t.Error("something changed")
	}
	var got []string
	for _, f := range out.Findings {
		got = append(got, fmt.Sprint(f.Line, " ", f.Code, " ", f.Action))
	}
	if want := "[1 unreadable-line keep 2 unreadable-line keep 5 lone-surrogate keep]"; fmt.Sprint(got) != want {
		t.Errorf("findings %v, want %s", got, want)
	}
}
