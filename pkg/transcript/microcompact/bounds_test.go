package microcompact_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/spill"
)

// aged runs the stage over a step and so many others behind it, and returns the
// findings in a few words.
func aged(t *testing.T, o microcompact.Options, first step, others int) (found []string, summary string) {
	t.Helper()
	steps := []step{first}
	for range others {
		steps = append(steps, step{Tool: "Grep", Result: "none"})
	}
	make := func(j transcript.Job) transcript.Stage { return microcompact.New(o, j) }
	out := resulttest.Run(t, make, bytes.Join(moreSession(steps), nil), 0)
	for _, f := range out.Findings {
		found = append(found, fmt.Sprintf("%s line %d: %s", f.Code, f.Line, f.Message))
	}
	return found, out.Stage.(transcript.Summarizer).Summary().Changed
}

// Everything happens at its age and not before, and to what is over its size and to
// nothing that has just that.
func TestAtTheBounds(t *testing.T) {
	text := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		name   string
		o      microcompact.Options
		step   func(more int) step // more is how many chars are over the bound
		age    int
		code   transcript.Code
		line   int
		noSize bool
	}{
		{"arguments", microcompact.Options{More: microcompact.More{Arguments: 900}},
			func(n int) step { return step{Tool: "Write", Argument: text(900 + n), Result: "ok"} }, 4, transcript.OldArguments, 1, false},
		{"an image", microcompact.Options{More: microcompact.More{Images: 3}},
			func(int) step { return step{Tool: "View", Result: "ok", Image: true} }, 3, transcript.OldImage, 2, true},
		{"an image, after all else", microcompact.Options{More: microcompact.More{Images: 6}},
			func(int) step { return step{Tool: "View", Result: "ok", Image: true} }, 6, transcript.OldImage, 2, true},
		{"noise", microcompact.Options{More: microcompact.More{Noise: true}},
			func(int) step { return step{Tool: "Bash", Result: "\x1b[31mred\x1b[0m"} }, 2, transcript.TerminalNoise, 2, true},
		{"a result", microcompact.Options{}, func(n int) step { return step{Tool: "Grep", Result: text(3000 + n)} }, 2, transcript.OldResult, 2, false},
		{"a result that is shortened only", microcompact.Options{More: microcompact.More{Shorten: transcript.Globs{"bash"}}},
			func(n int) step { return step{Tool: "Bash", Result: text(3000 + n)} }, 2, transcript.OldResult, 2, false},
	} {
		if got, _ := aged(t, c.o, c.step(1), c.age-1); got != nil {
			t.Errorf("%s: too early: %q", c.name, got)
		}
		got, summary := aged(t, c.o, c.step(1), c.age)
		if want := fmt.Sprintf("%s line %d: ", c.code, c.line); len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("%s: %q, want %s", c.name, got, want)
		}
		want := "1 " + string(c.code) + ", "
		if c.code == transcript.OldResult {
			want = "1 result truncated, "
		}
		if !strings.HasPrefix(summary, want) || !strings.HasSuffix(summary, fmt.Sprintf(" freed, from line %d on", c.line)) {
			t.Errorf("%s: the summary is %s, want %s...", c.name, summary, want)
		}
		if !c.noSize {
			if got, summary := aged(t, c.o, c.step(0), c.age+3); got != nil || summary != "" {
				t.Errorf("%s: as long as it may be: %q, %s", c.name, got, summary)
			}
		}
	}
}

// A note takes the place of what is longer than 200 chars.
func TestNeedlessAtTheBound(t *testing.T) {
	for n, want := range map[int]string{200: "", 201: "[Same text as the tool result on line 4]"} {
		text := strings.Repeat("é", n)
		s := step{Tool: "Grep", Result: text}
		out := only(t, microcompact.More{Same: true}, "", s, s, step{Tool: "Grep", Result: "none"})
		if got := resulttest.Read(transcripttest.Named("anthropic"), out); got[0] != want && got[0] != text || (want == "") != (got[0] == text) || got[1] != text {
			t.Errorf("%d chars become %.50q, want %q", n, got[0], want)
		}
	}
}

// What is done for a gain is done if it is just that much, and a target that is just
// reached asks for no more.
func TestGainToTheChar(t *testing.T) {
	freed := func(o microcompact.Options) (levelsNow string, chars int) {
		in := history("U read:a =a read:b =b read:c =c read:d =d", 9000)
		out := resulttest.Run(t, with(func(p *microcompact.Options) { *p = o }), in, 0)
		anthropic := transcripttest.Named("anthropic")
		for i, text := range resulttest.Read(anthropic, out.Data) {
			chars += len(resulttest.Read(anthropic, in)[i]) - len(text)
		}
		return levels(out.Data), chars
	}
	all, total := freed(microcompact.Options{})
	if all != "1100" {
		t.Fatalf("levels %s", all)
	}
	for _, c := range []struct {
		o    microcompact.Options
		want string
	}{
		{microcompact.Options{MinGain: total}, all}, {microcompact.Options{MinGain: total + 1}, "0000"},
		{microcompact.Options{Target: total / 2}, "1000"}, {microcompact.Options{Target: total/2 + 1}, "1100"},
		{microcompact.Options{Target: total / 2, MinGain: total / 2}, "1000"},
	} {
		if got, _ := freed(c.o); got != c.want {
			t.Errorf("gain %d, target %d: levels %s, want %s", c.o.MinGain, c.o.Target, got, c.want)
		}
	}
}

// The first in the input is the one that goes, also if its message is decided last
// because a call of it was open.
func TestSameInTheOrderOfTheInput(t *testing.T) {
	in := string(history("U read:a,b =a read:c =c read:d =d N N =b N N N", 300))
	in = strings.Replace(in, `"d","content":"x`, `"d","content":"y`, 1)
	in = strings.Replace(in, `"b","content":"x`, `"b","content":"z`, 1)
	out := resulttest.Run(t, with(func(o *microcompact.Options) { o.Same = true }), []byte(in), 0)
	var lines []string
	for _, f := range out.Findings {
		lines = append(lines, fmt.Sprint(f.Line))
	}
	if got := resulttest.Read(transcripttest.Named("anthropic"), out.Data); !slices.Equal(lines, []string{"3"}) || got[0] != "[Same text as the tool result on line 5]" {
		t.Errorf("findings on lines %v: %.60q", lines, got)
	}
}

// Of two reasons the first in the input counts, wherever in its message it stands.
func TestFirstReason(t *testing.T) {
	const again, outdated = "[Same text as the tool result on line 5]", "[Outdated: the file was read again by the call with the result on line 5]"
	text := strings.Repeat("some lines ", 30)
	call := func(id, tool string) string {
		return fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":{"file_path":"a.go"}}`, id, tool)
	}
	result := func(id, text string) string {
		return fmt.Sprintf(`{"type":"tool_result","tool_use_id":%q,"content":%q}`, id, text)
	}
	message := func(role string, blocks ...string) string {
		return fmt.Sprintf(`{"role":%q,"content":[%s]}`+"\n", role, strings.Join(blocks, ","))
	}
	for _, c := range []struct {
		name          string
		first, second []string // results of the calls b and c, and of d
		want          string
	}{
		{"the same text, behind another result", []string{"none", text}, []string{"new lines"}, again},
		{"the same text, later", []string{"none", "nothing"}, []string{text}, "[Same text as the tool result on line 7]"},
		{"read again, behind another result", []string{"none", "new lines"}, []string{text}, outdated},
	} {
		tools := []string{"Grep", "Grep", "Read"}
		if c.want == outdated {
			tools = []string{"Grep", "Read", "Grep"}
		}
		in := `{"role":"user","content":"go"}` + "\n" +
			message("assistant", call("a", "Read")) + message("user", result("a", text)) +
			message("assistant", call("b", tools[0]), call("c", tools[1])) + message("user", result("b", c.first[0]), result("c", c.first[1])) +
			message("assistant", call("d", tools[2])) + message("user", result("d", c.second[0])) + string(history("N N N", 0))
		out := resulttest.Run(t, with(func(o *microcompact.Options) { o.Same, o.Stale = true, true }), []byte(in), 0)
		if got := resulttest.Read(transcripttest.Named("anthropic"), out.Data); got[0] != c.want {
			t.Errorf("%s: %q, want %q", c.name, got[0], c.want)
		}
	}
}

// Reads and writes of files, in pairs: what makes the first needless.
func TestStale(t *testing.T) {
	small := strings.Repeat("some lines\n", 30)
	read := step{Tool: "Read", File: "a.go", Result: small}
	part := step{Tool: "Read", File: "a.go", Part: "9", Result: small + "9"}
	other := step{Tool: "Grep", Result: "none"}
	ok := func(s step) step { s.Result = "ok"; return s }
	write := step{Tool: "Write", File: "a.go", Result: "ok"}
	for _, c := range []struct {
		name  string
		steps []step
		want  []int // lines with findings
	}{
		{"a part, by the whole", []step{part, ok(read)}, []int{2}},
		{"a part, by the same part", []step{part, ok(part)}, []int{2}},
		{"a part, by a write", []step{part, write}, []int{2}},
		{"the whole, by a part", []step{read, ok(part)}, nil},
		{"another tool", []step{{Tool: "Grep", File: "a.go", Result: small}, ok(read)}, nil},
		{"no file", []step{{Tool: "Read", Result: small}, {Tool: "Read", Result: "ok"}}, nil},
		{"the read after the write", []step{write, read}, nil},
		{"both reads", []step{read, {Tool: "Read", File: "a.go", Result: small + "!"}, write}, []int{2, 4}},
	} {
		out := resulttest.Run(t, moreStage(microcompact.More{Stale: true}, ""), bytes.Join(moreSession(append(c.steps, other, other)), nil), 0)
		var got []int
		for _, f := range out.Findings {
			if f.Code != transcript.StaleRead {
				t.Errorf("%s: %s", c.name, f.Code)
			}
			got = append(got, int(f.Line))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: findings on lines %v, want %v", c.name, got, c.want)
		}
	}
}

// What had become old by age before something repeated it stays what it is, so that a
// run in between makes no difference.
func TestAgeComesFirst(t *testing.T) {
	big := step{Tool: "Grep", Result: strings.Repeat("large\n", 700)}
	other := step{Tool: "Grep", Result: "none"}
	for n, want := range map[int]transcript.Code{0: transcript.SameResult, 1: transcript.OldResult} {
		steps := []step{big}
		for range n {
			steps = append(steps, other)
		}
		out := resulttest.Run(t, moreStage(microcompact.More{Same: true}, ""), bytes.Join(moreSession(append(steps, big, other)), nil), 0)
		if len(out.Findings) == 0 || out.Findings[0].Line != 2 || out.Findings[0].Code != want {
			t.Errorf("%d in between: %v, want %s", n, out.Findings, want)
		}
	}
}

// The summary counts each kind.
func TestSummaryCounts(t *testing.T) {
	small := strings.Repeat("some lines\n", 30)
	steps := []step{
		{Tool: "Grep", Result: small, Reasoning: small}, {Tool: "Grep", Result: small, Image: true},
		{Tool: "Read", File: "a", Result: small + "1"}, {Tool: "Read", File: "a", Result: small + "2"}, {Tool: "Write", File: "a", Result: "ok", Argument: strings.Repeat("x", 4000)},
		{Tool: "Bash", Result: "\x1b[1mbold\x1b[0m"}, {Tool: "Grep", Result: strings.Repeat("y", 4000)}, {Tool: "Grep", Result: strings.Repeat("z", 4000)},
		{Tool: "Grep"}, {Tool: "Grep"}, {Tool: "Grep", Result: strings.Repeat("w", 4000)}, {Tool: "Grep"}, {Tool: "Grep"},
	}
	out := resulttest.Run(t, moreStage(microcompact.Aggressive(), t.TempDir()), bytes.Join(moreSession(steps), nil), 0)
	got, want := out.Stage.(transcript.Summarizer).Summary().Changed, map[transcript.Code]int{}
	for _, f := range out.Findings {
		want[f.Code]++
	}
	for _, s := range []string{"1 result truncated, 2 results summarized, ", "2 stale-read, 1 terminal-noise, 1 old-image, 1 old-reasoning, 1 old-arguments, "} {
		if !strings.Contains(got, s) {
			t.Errorf("the summary is %s, which lacks %s (%v)", got, s, want)
		}
	}
	if want[transcript.OldResult] != 3 || want[transcript.SameResult] != 0 {
		t.Errorf("%v", want)
	}
}

// A full text that cannot be kept leaves the result as it is, uncounted.
func TestSpillFails(t *testing.T) {
	dir := t.TempDir() + "/missing\x00"
	o := microcompact.Options{Store: spill.New(dir, false), More: microcompact.More{Stale: true, Noise: true}}
	steps := []step{{Tool: "Grep", Result: strings.Repeat("y", 4000)}, {Tool: "Read", File: "a", Result: strings.Repeat("r", 400)},
		{Tool: "Write", File: "a", Result: "ok"}, {Tool: "Bash", Result: "\x1b[1mbold\x1b[0m"}, {Tool: "Grep"}, {Tool: "Grep"}, {Tool: "Grep"}, {Tool: "Grep"}}
	in := bytes.Join(moreSession(steps), nil)
	out := resulttest.Run(t, func(j transcript.Job) transcript.Stage { return microcompact.New(o, j) }, in, 0)
	if !bytes.Equal(out.Data, in) || out.Stage.(transcript.Summarizer).Summary().Changed != "" {
		t.Errorf("something is cut: %s", out.Stage.(transcript.Summarizer).Summary().Changed)
	}
	for _, f := range out.Findings {
		if f.Code != transcript.SpillFailed {
			t.Errorf("%s", f.Code)
		}
	}
	if len(out.Findings) == 0 {
		t.Error("nothing is said")
	}
}
