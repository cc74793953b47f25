package recover_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/recover"
)

const prompt = `{"role":"user","content":"the task"}` + "\n"

// frame is one message with n calls and their results.
func frame(n int, args, result string) string {
	var calls, results []string
	for i := range n {
		calls = append(calls, fmt.Sprintf(`{"id":"c%d","type":"function","function":{"name":"shell","arguments":%q}}`, i, args))
		results = append(results, fmt.Sprintf(`{"role":"tool","tool_call_id":"c%d","content":%q}`+"\n", i, result))
	}
	return fmt.Sprintf(`{"role":"assistant","content":null,"tool_calls":[%s]}`+"\n", strings.Join(calls, ",")) + strings.Join(results, "")
}

func words(chars int) string { return strings.Repeat("a few words ", chars/12+1)[:chars] }

// One frame that is too large is made smaller inside: results first, then images and
// arguments, and the newest words of the user last.
func TestOneLargeFrame(t *testing.T) {
	image := `{"type":"image_url","image_url":{"url":"data:image/png;base64,` + strings.Repeat("iVBORw0KGgoAAAANSUhEUg", 20_000) + `"}}`
	for name, c := range map[string]struct {
		data string
		opt  recover.Options
		keep []string // what stays
	}{
		"results":  {prompt + frame(30, "{}", words(5000)), recover.Options{MaxChars: 50_000}, []string{"the task"}},
		"result":   {prompt + frame(1, "{}", words(80_000)), recover.Options{MaxChars: 3000}, []string{"the task"}},
		"argument": {prompt + frame(1, `{"text":"`+words(80_000)+`"}`, "ok"), recover.Options{MaxChars: 3000}, []string{"the task", `"ok"`}},
		"user":     {fmt.Sprintf(`{"role":"user","content":%q}`+"\n", words(80_000)), recover.Options{MaxChars: 10_000}, nil},
		"images": {fmt.Sprintf(`{"role":"user","content":[{"type":"text","text":"compare"},%s]}`+"\n", strings.Join([]string{image, image, image, image, image, image, image}, ",")),
			recover.Options{MaxPayload: 1_000_000}, []string{"[6 images omitted]", "compare"}},
	} {
		t.Run(name, func(t *testing.T) {
			o := run(t, c.opt, []byte(c.data))
			s := sizes(t, o.out)
			if o.has(transcript.CannotFit) || c.opt.MaxChars > 0 && s.Chars > c.opt.MaxChars || c.opt.MaxPayload > 0 && s.Payload > c.opt.MaxPayload {
				t.Fatalf("%+v: %v", s, o.findings)
			}
			if c.opt.MaxChars > 0 && s.Chars*10 < c.opt.MaxChars*8 {
				t.Errorf("only %d of %d chars stay", s.Chars, c.opt.MaxChars)
			}
			for _, text := range c.keep {
				if !bytes.Contains(o.out, []byte(text)) {
					t.Errorf("%q is gone", text)
				}
			}
			checkPairs(t, o.out)
			if again := run(t, c.opt, o.out); !bytes.Equal(again.out, o.out) {
				t.Errorf("the second run changes %s", again.summary)
			}
		})
	}
}

// A rejected history is never passed on with the same bytes: a level that frees nothing
// gives way to the next one.
func TestNeverTheSame(t *testing.T) {
	var forty strings.Builder
	forty.WriteString(prompt)
	for i := range 40 {
		forty.WriteString(strings.ReplaceAll(frame(1, "{}", words(6000)), `"c0"`, fmt.Sprintf(`"c%d"`, i)))
	}
	argument := prompt + frame(1, `{"text":"`+words(80_000)+`"}`, "ok")
	for _, text := range []string{"413 Payload Too Large", "prompt is too long"} {
		for _, data := range []string{forty.String(), argument} {
			o := run(t, recover.Options{}, classified(t, classify.Options{Error: text, Attempt: 1}, []byte(data)))
			if o.has(transcript.CannotFit) || len(o.out) > len(data)*9/10 {
				t.Errorf("%s: %d of %d bytes are left, %v", text, len(o.out), len(data), o.findings)
			}
		}
		o := run(t, recover.Options{}, classified(t, classify.Options{Error: text, Attempt: 1}, []byte(prompt)))
		if !o.open() || !o.has(transcript.CannotFit) || string(o.out) != prompt {
			t.Errorf("%s: %s %v", text, o.out, o.findings)
		}
	}
}

// The numbers of an error say how large the history is, and how large it may be.
func TestErrorsNumbers(t *testing.T) {
	var b strings.Builder
	b.WriteString(prompt)
	for i := range 300 {
		fmt.Fprintf(&b, `{"role":"assistant","content":%q}`+"\n"+`{"role":"user","content":"go on %d"}`+"\n", words(2000), i)
	}
	data := []byte(b.String())
	before := sizes(t, data)
	for text, most := range map[string]float64{
		"prompt is too long: 290000 tokens > 48000 maximum":                                        48. / 290,
		"prompt is too long: 213462 tokens > 200000 maximum":                                       200000. / 213462,
		"input length and `max_tokens` exceed context limit: 190000 + 64000 > 200000, decrease it": 136. / 190,
	} {
		o := run(t, recover.Options{}, classified(t, classify.Options{Error: text, Attempt: 1}, data))
		share := float64(sizes(t, o.out).Tokens) / float64(before.Tokens)
		if share > most || share < most*0.85 {
			t.Errorf("%s: %.3f of the tokens are left, may be %.3f: %v", text, share, most, o.summary)
		}
	}
}
