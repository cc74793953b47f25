package microcompact_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/microcompact"
)

// history writes a conversation from words: an assistant message that calls a
// tool ("read:ID", "bash:ID", ...), the result of it ("=ID"), an error ("!ID"),
// a user's text ("U"), an assistant's ("N").
func history(words string, size int) []byte {
	var b strings.Builder
	text := strings.Repeat("x", size)
	for _, w := range strings.Fields(words) {
		tool, id, call := strings.Cut(w, ":")
		switch {
		case w == "U":
			b.WriteString(`{"role":"user","content":"text"}` + "\n")
		case w == "N":
			b.WriteString(`{"role":"assistant","content":[{"type":"text","text":"note"}]}` + "\n")
		case call:
			var blocks []string
			for _, id := range strings.Split(id, ",") {
				blocks = append(blocks, fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":{}}`, id, tool))
			}
			fmt.Fprintf(&b, `{"role":"assistant","content":[%s]}`+"\n", strings.Join(blocks, ","))
		default:
			fmt.Fprintf(&b, `{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":%q,"is_error":%v}]}`+"\n", w[1:], text, w[0] == '!')
		}
	}
	return []byte(b.String())
}

// levels says what became of every result: 0 nothing, 1 cut, 2 summarized.
func levels(data []byte) string {
	got := ""
	for _, text := range resulttest.Read(transcripttest.Named("anthropic"), data) {
		switch {
		case strings.HasPrefix(text, "[Old tool result cleared -- "):
			got += "2"
		case strings.Contains(text, " chars omitted, "):
			got += "1"
		default:
			got += "0"
		}
	}
	return got
}

func with(change func(*microcompact.Options)) resulttest.Make {
	var o microcompact.Options
	change(&o)
	return func(j transcript.Job) transcript.Stage { return microcompact.New(o, j) }
}

const five = "U read:a =a read:b =b read:c =c read:d =d read:e =e"

func none(*microcompact.Options) {}

// ageCases are those of docs/peers.md section 6.3, under their numbers.
var ageCases = []struct {
	name, in string
	size     int
	change   func(*microcompact.Options)
	want     string
}{
	{"105 ages", five, 9000, none, "21100"},
	{"105 an assistant that only shows something counts", "U read:a =a N N U read:b =b N", 9000, none, "20"},
	{"107 below the minimum", five, 2999, none, "00000"},
	{"107 the minimum", five, 3000, none, "00000"},
	{"107 above it", five, 3001, none, "21100"},
	{"107 a minimum of one's own", five, 2000, func(o *microcompact.Options) { o.Min = 100 }, "20000"},
	{"108 between cap and cap with marker", five, 2540, func(o *microcompact.Options) { o.Min, o.Summarize = 100, 9 }, "00000"},
	{"108 just above that", five, 2560, func(o *microcompact.Options) { o.Min, o.Summarize = 100, 9 }, "11100"},
	{"109 a parallel batch is one age", "U read:a,b,c =a =b =c read:d =d N", 9000, none, "1110"},
	{"111 at once", five, 9000, func(o *microcompact.Options) { o.Truncate, o.Summarize = -1, -1 }, "22222"},
	{"summaries before cuts", five, 9000, func(o *microcompact.Options) { o.Truncate, o.Summarize = 3, 1 }, "22220"},
	{"113 gain not reached", five, 9000, func(o *microcompact.Options) { o.MinGain = 100000 }, "00000"},
	{"113 gain reached", five, 9000, func(o *microcompact.Options) { o.MinGain = 20000 }, "21100"},
	{"114 target reached after two", five, 9000, func(o *microcompact.Options) { o.Target = 10000 }, "21000"},
	{"115 gain and target", five, 9000, func(o *microcompact.Options) { o.Target, o.MinGain = 10000, 20000 }, "00000"},
	{"116 by name", "U Bash:a =a Read:b =b Write:c =c N N N N", 9000, none, "020"},
	{"116 by glob, and by the call's name", "U mcp__fs__write_file:a =a functions.exec_command:b =b run_shell_command:c =c mcp__fs__read_file:d =d N N N N", 9000, none, "0002"},
	{"116 a list of one's own", "U Bash:a =a Read:b =b N N N N", 9000, func(o *microcompact.Options) { o.Keep = transcript.Globs{"re*"} }, "20"},
	{"116 an empty list", "U Bash:a =a N N N N", 9000, func(o *microcompact.Options) { o.Keep = transcript.Globs{} }, "2"},
	{"117 errors", "U read:a !a read:b =b N N N N", 9000, none, "02"},
	{"118 a call is open", "U read:a,b =a N N N N", 9000, none, "0"},
	{"118 and answered later", "U read:a,b =a N N N N =b", 9000, none, "22"},
	{"118 and given up", "U read:a,b =a N N N N U", 9000, none, "2"},
	{"119 never longer", five, 50, func(o *microcompact.Options) { o.Min = -1 }, "00000"},
	{"a result far from its call", "U read:a N N N N U =a", 9000, none, "2"},
	{"nobody called", "U =a N N N N", 9000, none, "2"},
	{"before its call", "U =a read:a N N", 9000, none, "1"},
}

func TestAges(t *testing.T) {
	for _, c := range ageCases {
		t.Run(c.name, func(t *testing.T) {
			in := history(c.in, c.size)
			out := resulttest.Run(t, with(c.change), in, 0)
			if got := levels(out.Data); got != c.want {
				t.Errorf("levels %s, want %s", got, c.want)
			}
			if n := len(strings.ReplaceAll(c.want, "0", "")); n != len(out.Findings) {
				t.Errorf("%d findings, want %d", len(out.Findings), n)
			}
			if again := resulttest.Run(t, with(c.change), out.Data, 0); string(again.Data) != string(out.Data) && !strings.HasPrefix(c.name, "114") {
				t.Error("a second run changes something")
			}
		})
	}
}

// TestSummary: 120 and 121, what the line says.
func TestSummary(t *testing.T) {
	cases := []struct{ text, want string }{
		{"[ERROR] boom\n" + strings.Repeat("line\n", 1000), "[Old tool result cleared -- 1001 lines, 5K chars, text]"},
		{"{not json\n" + strings.Repeat("line\n", 1000), "1001 lines, 5K chars, text]"},
		{"npm WARN package foo\n" + strings.Repeat("line\n", 1000), "1001 lines, 5K chars, text]"},
		{"package main\n\n" + strings.Repeat("// line\n", 1000), "1002 lines, 8K chars, Go source]"},
		{`[` + strings.Repeat("1,", 3000) + "1]", "1 line, 6K chars, JSON]"},
	}
	for _, c := range cases {
		in := history("U read:a =a N N N N", 10)
		in = []byte(strings.Replace(string(in), `"xxxxxxxxxx"`, resulttest.Spell(c.text, 0), 1))
		out := resulttest.Run(t, with(none), in, 0)
		if got := resulttest.Read(transcripttest.Named("anthropic"), out.Data)[0]; !strings.HasSuffix(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestResets: a compaction boundary, a new root and another thread do not age
// what came before.
func TestResets(t *testing.T) {
	big := strings.Repeat("x", 9000)
	rec := func(id, parent, side, rest string) string {
		return fmt.Sprintf(`{"uuid":%q,"parentUuid":%s,"isSidechain":%s,"sessionId":"s",%s}`+"\n", id, parent, side, rest)
	}
	say := func(id string) string {
		return fmt.Sprintf(`"type":"assistant","message":{"id":"m%s","role":"assistant","content":[{"type":"text","text":"n"}]}`, id)
	}
	start := rec("1", "null", "false", `"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Read","input":{}}]}`) +
		rec("2", `"1"`, "false", `"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"`+big+`"}]}`)
	rest := func(side string) (all string) {
		for i := 5; i < 10; i++ {
			all += rec(fmt.Sprint(i), fmt.Sprintf("%q", fmt.Sprint(i-1)), side, say(fmt.Sprint(i)))
		}
		return all
	}
	cases := []struct {
		name, in string
		old      bool
	}{
		{"goes on", start + rec("4", `"2"`, "false", say("4")) + rest("false"), true},
		{"new root", start + rec("4", "null", "false", say("4")) + rest("false"), false},
		{"boundary", start + rec("4", "null", "false", `"type":"system","subtype":"compact_boundary"`) + rest("false"), false},
		{"sidechain", start + rec("4", "null", "true", say("4")) + rest("true"), false},
		{"one message in many records", start + strings.Repeat(rec("4", `"2"`, "false", say("4")), 9), false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			out := resulttest.Run(t, with(none), []byte(c.in), 0)
			if old := len(out.Findings) > 0; old != c.old {
				t.Errorf("old %v, want %v", old, c.old)
			}
		})
	}
}

// TestStreams: output starts before the input ends, and no more is held than
// the young turns.
func TestStreams(t *testing.T) {
	var pushed int
	job := transcript.Job{Next: count{&pushed}, Report: func(transcript.Finding) {}, Name: "in"}
	s := microcompact.New(microcompact.Options{}, job)
	line := 0
	for i := range 100 {
		for _, raw := range strings.SplitAfter(string(history(fmt.Sprintf("read:a%d =a%d", i, i), 9000)), "\n") {
			if raw == "" {
				continue
			}
			line++
			if err := s.Push(&transcript.Record{Raw: []byte(raw), Line: int64(line)}); err != nil {
				t.Fatal(err)
			}
			if line-pushed > 10 {
				t.Fatalf("%d lines are held", line-pushed)
			}
		}
	}
}

// TestSilentThread: a sub-agent that ended does not hold back the rest.
func TestSilentThread(t *testing.T) {
	var pushed int
	s := microcompact.New(microcompact.Options{}, transcript.Job{Next: count{&pushed}, Report: func(transcript.Finding) {}})
	big := strings.Repeat("x", 9000)
	lines := []string{`{"uuid":"1","parentUuid":null,"isSidechain":true,"agentId":"a","sessionId":"s","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"` + big + `"}]}}`}
	for i := range 200 {
		lines = append(lines, fmt.Sprintf(`{"uuid":"m%d","parentUuid":"p","sessionId":"s","type":"assistant","message":{"id":"m%d","role":"assistant","content":[]}}`, i, i))
	}
	for i, raw := range lines {
		if err := s.Push(&transcript.Record{Raw: []byte(raw + "\n"), Line: int64(i + 1)}); err != nil {
			t.Fatal(err)
		}
	}
	if pushed < 200 {
		t.Errorf("%d of %d lines came out", pushed, len(lines))
	}
}

type count struct{ n *int }

func (c count) Push(*transcript.Record) error { *c.n++; return nil }
func (c count) Flush() error                  { return nil }
func (c count) Close() error                  { return nil }

// TestPreviewOfBudget: a preview that tr-budget left is compacted by what its
// marker says of the original.
func TestPreviewOfBudget(t *testing.T) {
	text := strings.Repeat("h", 4000) + "... [23000 of 28000 chars omitted, 450 lines, Go source - full output saved to /t/f.txt] ..." + strings.Repeat("t", 1000)
	in := []byte(strings.Replace(string(history("U read:a =a N N", 10)), `"xxxxxxxxxx"`, resulttest.Spell(text, 0), 1))
	out := resulttest.Run(t, with(none), in, 0)
	got := resulttest.Read(transcripttest.Named("anthropic"), out.Data)[0]
	want := strings.Repeat("h", 2000) + "... [25500 of 28000 chars omitted, 450 lines, Go source - full output saved to /t/f.txt] ..." + strings.Repeat("t", 500)
	if got != want {
		t.Errorf("cut to %d chars: %.60q", utf8.RuneCountInString(got), strings.Trim(got, "ht"))
	}
	out = resulttest.Run(t, with(none), append(out.Data, history("N N", 1)...), 0)
	got = resulttest.Read(transcripttest.Named("anthropic"), out.Data)[0]
	if want := "[Old tool result cleared -- 450 lines, 28K chars, Go source -- saved to /t/f.txt]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestParseGlobs(t *testing.T) {
	if _, err := transcript.ParseGlobs("a[", "b"); err == nil {
		t.Error("a bad pattern passes")
	}
	g, err := transcript.ParseGlobs("Read, web_*", "x/y*")
	if err != nil || len(g) != 3 {
		t.Fatal(g, err)
	}
	for tool, want := range map[string]bool{"read": true, "Web_Fetch": true, "x/yz": true, "default_api:Read": true, "reader": false, "": false} {
		if g.Match(tool) != want {
			t.Errorf("%q: %v", tool, !want)
		}
	}
}
