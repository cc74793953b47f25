package microcompact_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"trtools/internal/resulttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/spill"
)

func moreStage(more microcompact.More, dir string) resulttest.Make {
	return func(j transcript.Job) transcript.Stage {
		o := microcompact.Options{More: more}
		if dir != "" {
			o.Store = spill.New(dir, false)
		}
		return microcompact.New(o, j)
	}
}

// step is a call with its result, as moreSession writes it.
type step struct {
	Tool, File, Part, Argument string
	Result, Reasoning          string
	Failed, Image              bool
}

// moreSession writes steps as messages of the Messages API, one turn each. The user speaks behind
// one with reasoning.
func moreSession(steps []step) (turns [][]byte) {
	for i, s := range steps {
		input := map[string]any{"file_path": s.File, "content": s.Argument}
		if s.Part != "" {
			input["offset"] = s.Part
		}
		id := fmt.Sprintf("toolu_%d", i)
		content := []any{map[string]any{"type": "tool_use", "id": id, "name": s.Tool, "input": input}}
		if s.Reasoning != "" {
			content = append([]any{map[string]any{"type": "thinking", "thinking": s.Reasoning}}, content...)
		}
		parts := []any{map[string]any{"type": "text", "text": s.Result}}
		if s.Image {
			parts = append(parts, map[string]any{"type": "image", "source": map[string]any{"type": "base64", "media_type": "image/png", "data": pixel + strings.Repeat("AAAA", 400)}})
		}
		result := map[string]any{"type": "tool_result", "tool_use_id": id, "content": parts}
		if s.Failed {
			result["is_error"] = true
		}
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		_ = enc.Encode(map[string]any{"role": "assistant", "content": content})
		_ = enc.Encode(map[string]any{"role": "user", "content": []any{result}})
		if s.Reasoning != "" {
			b.WriteString(`{"role":"user","content":"go on"}` + "\n")
		}
		turns = append(turns, b.Bytes())
	}
	return turns
}

// pixel is the head of a PNG of one pixel, in base64.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"

func drawSteps(t *rapid.T) []step {
	word := func(label string, list ...string) string { return rapid.SampledFrom(list).Draw(t, label) }
	small := strings.Repeat("a small result\n", 20)
	steps := make([]step, rapid.IntRange(1, 12).Draw(t, "steps"))
	for i := range steps {
		steps[i] = step{
			Tool: word("tool", "Read", "Write", "Bash", "Grep"), File: word("file", "a.go", "b.go"), Part: word("part", "", "", "1", "2"),
			Argument: word("argument", "", strings.Repeat("package x\n", 400)),
			Result: word("result", "ok", small, small, small+"more", "\x1b[31m"+small, strings.Repeat("12%\r", 90)+small, strings.Repeat("a large result\n", 300),
				strings.Repeat("\x1b[1ma large result\n", 300)),
			Reasoning: word("reasoning", "", "", strings.Repeat("hm, ", 100)),
			Failed:    rapid.IntRange(0, 9).Draw(t, "failed") == 0, Image: rapid.IntRange(0, 5).Draw(t, "image") == 0,
		}
	}
	return steps
}

func drawMore(t *rapid.T) microcompact.More {
	flip := rapid.Bool()
	more := microcompact.More{
		Same: flip.Draw(t, "same"), Stale: flip.Draw(t, "stale"), Noise: flip.Draw(t, "noise"), Reasoning: flip.Draw(t, "reasoning"),
		Images: rapid.IntRange(0, 6).Draw(t, "images"), Arguments: rapid.SampledFrom([]int{0, 1000}).Draw(t, "arguments"),
	}
	if flip.Draw(t, "shorten") {
		more.Shorten = microcompact.Aggressive().Shorten
	}
	return more
}

// TestMoreProperties: whatever is switched on, to run after every turn gives the
// same bytes as to run once; a second run changes nothing; lines without a
// finding stay, and tr-pair finds nothing.
func TestMoreProperties(t *testing.T) {
	changed := map[transcript.Code]int{}
	rapid.Check(t, func(t *rapid.T) {
		for range 40 {
			moreProperties(t, changed)
		}
	})
	for _, c := range []transcript.Code{
		transcript.OldResult, transcript.SameResult, transcript.StaleRead, transcript.TerminalNoise,
		transcript.OldImage, transcript.OldReasoning, transcript.OldArguments,
	} {
		if changed[c] == 0 {
			t.Errorf("%s never happened", c)
		}
	}
}

func moreProperties(t *rapid.T, changed map[transcript.Code]int) {
	turns := moreSession(drawSteps(t))
	f := moreStage(drawMore(t), "")
	in := bytes.Join(turns, nil)
	out := run(t, f, in, 0)
	var file []byte
	for _, turn := range turns {
		file = run(t, f, append(file, turn...), 0).Data
	}
	if !bytes.Equal(file, out.Data) {
		t.Fatalf("turn by turn:\n%s\nat once:\n%s", file, out.Data)
	}
	if again := run(t, f, out.Data, 77); !bytes.Equal(again.Data, out.Data) || len(again.Findings) > 0 {
		t.Fatalf("a second run makes of\n%s\nthis:\n%s", out.Data, again.Data)
	}
	lines := map[int64]bool{}
	for _, x := range out.Findings {
		lines[x.Line] = true
		changed[x.Code]++
	}
	was, now := bytes.SplitAfter(in, []byte("\n")), bytes.SplitAfter(out.Data, []byte("\n"))
	for i := range was {
		if bytes.Equal(was[i], now[i]) == lines[int64(i+1)] || len(now[i]) > len(was[i]) {
			t.Fatalf("line %d has a finding: %v, and is now\n%s", i+1, lines[int64(i+1)], now[i])
		}
	}
	if list := resulttest.MadeBroken(t, in, out.Data); len(list) > 0 {
		t.Fatalf("tr-pair finds %+v", list)
	}
}

// only runs one option over steps and returns the results' texts.
func only(t *testing.T, more microcompact.More, dir string, steps ...step) []byte {
	t.Helper()
	return resulttest.Run(t, moreStage(more, dir), bytes.Join(moreSession(steps), nil), 0).Data
}

// TestMoreWords: what each option leaves.
func TestMoreWords(t *testing.T) {
	small := strings.Repeat("some lines\n", 30)
	read := step{Tool: "Read", File: "a.go", Result: small}
	other := step{Tool: "Grep", Result: "none"}
	cases := []struct {
		name  string
		more  microcompact.More
		steps []step
		want  string
	}{
		{"same", microcompact.More{Same: true}, []step{read, read, other}, "[Same text as the tool result on line 4]"},
		{"same, too young", microcompact.More{Same: true}, []step{read, read}, ""},
		{"stale by reading", microcompact.More{Stale: true}, []step{read, {Tool: "Read", File: "a.go", Result: "x"}, other}, "[Outdated: the file was read again by the call with the result on line 4]"},
		{"stale by writing", microcompact.More{Stale: true}, []step{read, {Tool: "Edit", File: "a.go", Result: "ok"}, other}, "[Outdated: the file was changed by the call with the result on line 4]"},
		{"another file", microcompact.More{Stale: true}, []step{read, {Tool: "Edit", File: "b.go", Result: "ok"}, other}, ""},
		{"a failed write", microcompact.More{Stale: true}, []step{read, {Tool: "Edit", File: "a.go", Result: "no", Failed: true}, other}, ""},
		{"a part of it", microcompact.More{Stale: true}, []step{read, {Tool: "Read", File: "a.go", Part: "9", Result: "x"}, other}, ""},
		{"noise", microcompact.More{Noise: true}, []step{{Tool: "Bash", Result: "1%\r2%\r\x1b[1m100%\x1b[0m\r\nend"}, other, other}, `"100%\r\nend"`},
		{"image", microcompact.More{Images: 1}, []step{{Tool: "View", Result: "x", Image: true}, other, other}, `{"type":"text","text":"[1 image omitted]"}`},
		{"reasoning", microcompact.More{Reasoning: true}, []step{{Tool: "Grep", Result: "x", Reasoning: small}, other, other}, `{"content":[{"id":"toolu_0"`},
		{"arguments", microcompact.More{Arguments: 300}, []step{{Tool: "Write", Result: "x", Argument: strings.Repeat("word ", 300)}, other, other, other, other}, " of 1500 chars omitted, 1 line, text] ..."},
		{"execution is cut", microcompact.More{Shorten: microcompact.Aggressive().Shorten}, []step{{Tool: "Bash", Result: strings.Repeat("out\n", 900)}, other, other, other, other}, " of 3600 chars omitted, 900 lines, text] ..."},
		{"execution stays", microcompact.More{}, []step{{Tool: "Bash", Result: strings.Repeat("out\n", 900)}, other, other, other, other}, ""},
	}
	for _, c := range cases {
		got := only(t, c.more, "", c.steps...)
		same := bytes.Equal(got, bytes.Join(moreSession(c.steps), nil))
		if same != (c.want == "") || !bytes.Contains(got, []byte(c.want)) {
			t.Errorf("%s:\n%.3000s", c.name, got)
		}
	}
}

// TestMoreSpills: what is gone from the transcript has a file.
func TestMoreSpills(t *testing.T) {
	dir := t.TempDir()
	small := strings.Repeat("some lines\n", 30)
	got := only(t, microcompact.More{Stale: true}, dir, step{Tool: "Read", File: "a", Result: small}, step{Tool: "Write", File: "a", Result: "ok"}, step{Tool: "Grep", Result: "none"})
	if !bytes.Contains(got, []byte(" -- saved to "+dir)) {
		t.Errorf("%s", got)
	}
}
