package transcripttest

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"pgregory.net/rapid"
)

// Fates draws a healthy conversation whose results have different fates: up to five in one
// message, where the format allows that, of sizes around the limits of the stages, in several
// parts, with images or structured where the format has that, some of them errors, and some
// with a user's text beside them.
func Fates(d Dialect) *rapid.Generator[[]byte] {
	return rapid.Custom(func(t *rapid.T) []byte {
		g := &generator{t: t, d: d}
		for range rapid.IntRange(1, 3).Draw(t, "turns") {
			g.users++
			g.add(Event{Kind: User, N: g.users})
			for range rapid.IntRange(1, 4).Draw(t, "rounds") {
				g.parallel()
			}
			g.add(Event{Kind: Final, N: len(g.list) + 1})
		}
		return fated(t, Join(d.Render(g.list)))
	})
}

// parallel adds a message with up to five calls, and their results in order.
func (g *generator) parallel() {
	most := 5
	if g.d.Single {
		most = 1
	}
	var refs []Ref
	for range rapid.IntRange(1, most).Draw(g.t, "calls") {
		g.calls++
		refs = append(refs, Ref{fmt.Sprintf("c%d", g.calls), 0})
	}
	g.add(Event{Kind: Call, Refs: refs})
	for _, r := range refs {
		g.add(Event{Kind: Result, Refs: []Ref{r}})
	}
}

// oneResult finds the text of a result, and as much around it as tells how the format writes
// one: "before" it an error flag fits, "behind" it stands one.
var oneResult = regexp.MustCompile(`("tool_use_id":"[^"]*",)?("content":|"response":\{"output":|\{"text":|\{"type":"text","text":)?("result of [^"\\]*")(\}\],"status":"success"|\}\],"isError":false)?`)

// fated gives the results of a rendered conversation their fates.
func fated(t *rapid.T, data []byte) []byte {
	out := oneResult.ReplaceAllFunc(data, func(found []byte) []byte {
		m := oneResult.FindSubmatch(found)
		f := fate{t: t, call: string(m[1]), before: string(m[2]), text: string(m[3]), behind: string(m[4])}
		return []byte(f.write())
	})
	beside := []byte(`}]}` + "\n")
	for i := len(out); i > 0; { // blocks of Anthropic: a text behind the results
		line := out[bytes.LastIndexByte(out[:i-1], '\n')+1 : i]
		i -= len(line)
		if bytes.HasPrefix(line, []byte(`{"role":"user","content":[{"type":"tool_result"`)) && bytes.HasSuffix(line, beside) && rapid.Bool().Draw(t, "beside") {
			text := `},{"type":"text","text":"and a word of the user"}]}` + "\n"
			out = bytes.Join([][]byte{out[:i+len(line)-len(beside)], out[i+len(line):]}, []byte(text))
		}
	}
	return out
}

// fate is a result that is written anew.
type fate struct {
	t                          *rapid.T
	call, before, text, behind string
}

// sizes are those around which stages decide, in chars, and some small ones.
var sizes = []int{0, 40, 900, 2_490, 2_999, 3_000, 3_001, 5_000, 9_999, 10_000, 10_001, 19_999, 20_001, 45_000}

// words returns the text of the result, as long as a limit: as a JSON string.
func (f *fate) words() string {
	n := rapid.SampledFrom(sizes).Draw(f.t, "chars")
	text := strings.TrimSuffix(f.text, `"`)
	fill := rapid.SampledFrom([]string{`a line of words\n`, `x`, `größe ☃ `, `\"quoted\" \\ `, `{\"a\":1},`}).Draw(f.t, "fill")
	per := len([]rune(fill)) - strings.Count(fill, `\`)/2
	return text + strings.Repeat(fill, max(0, n-len(text))/max(1, per)) + `"`
}

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func (f *fate) write() string {
	failed := rapid.IntRange(0, 2).Draw(f.t, "failed") == 0
	more := rapid.IntRange(0, 3).Draw(f.t, "more")
	switch {
	case f.call != "" && failed:
		return f.call + `"is_error":true,"content":` + f.words()
	case f.call != "" && more > 0:
		image := ""
		if more == 3 {
			image = `,{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + pixel + `"}}`
		}
		parts := strings.Repeat(`{"type":"text","text":%s},`, more)
		return f.call + `"content":[` + strings.TrimSuffix(f.each(parts, more), ",") + image + `]`
	case strings.HasPrefix(f.before, `"response"`) && more > 0:
		return f.before + f.words() + f.each(`,"rows":[%s,{"a":%s}],"count":7`, 2)
	case strings.HasPrefix(f.before, `{`) && more > 0:
		f.before += f.words() + "}," + f.before
	}
	if failed {
		f.behind = strings.NewReplacer(`"success"`, `"error"`, `"isError":false`, `"isError":true`).Replace(f.behind)
	}
	return f.call + f.before + f.words() + f.behind
}

// each writes n texts into a pattern.
func (f *fate) each(pattern string, n int) string {
	var list []any
	for range n {
		list = append(list, f.words())
	}
	return fmt.Sprintf(pattern, list...)
}
