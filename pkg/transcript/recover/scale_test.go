package recover_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/recover"
)

// dialogue is a session of n answers, each followed by a short request.
func dialogue(n int, answer func(i int) string) []byte {
	var b bytes.Buffer
	b.WriteString(prompt)
	for i := range n {
		fmt.Fprintf(&b, `{"role":"assistant","content":%q}`+"\n"+`{"role":"user","content":"go on"}`+"\n", answer(i))
	}
	return b.Bytes()
}

// rejected is a session with the verdict on an error.
func rejected(t *testing.T, data []byte, format string, args ...any) []byte {
	t.Helper()
	return classified(t, classify.Options{Error: fmt.Sprintf(format, args...), Attempt: 1}, data)
}

// An error that names its limit and not the history's size leaves the estimate as it
// is, and does not make it the limit.
func TestLimitAlone(t *testing.T) {
	data := dialogue(200, func(int) string { return words(2000) })
	whole := sizes(t, data).Tokens
	for _, share := range []int64{2, 5, 20} {
		limit := whole / share
		o := run(t, recover.Options{}, rejected(t, data, "the request exceeds the available context size (%d tokens), try increasing it", limit))
		if got := sizes(t, o.out).Tokens; o.open() || got > limit || got < limit*8/10 {
			t.Errorf("about %d tokens of %d are left, may be %d: %s", got, whole, limit, o.summary)
		}
	}
	// An estimate below the limit was too low.
	o := run(t, recover.Options{}, rejected(t, data, "the request exceeds the available context size (%d tokens), try increasing it", 2*whole))
	if got := sizes(t, o.out).Tokens; o.open() || got >= whole {
		t.Errorf("about %d tokens of %d are left: %s", got, whole, o.summary)
	}
}

// What stays may be of a denser kind than what goes. The count of the whole is taken for that
// of every part at first; the next error tells what the part has, and that is enough.
func TestDenserPartStays(t *testing.T) {
	cheap, dense := words(2000), strings.Repeat("if err != nil {\n\treturn fmt.Errorf(\"%w\", err)\n}\n", 40)
	data := dialogue(100, func(i int) string {
		if i < 50 {
			return cheap
		}
		return dense
	})
	a := refusals[0]
	a.count = func(s sampled) int { return s.O200k }
	for _, s := range []struct {
		text  string
		share int64 // of the estimate, in percent
	}{{cheap, 70}, {dense, 105}} {
		estimated := sizes(t, fmt.Appendf(nil, `{"role":"assistant","content":%q}`, s.text)).Tokens
		a.texts = append(a.texts, sampled{Text: s.text, O200k: int(estimated * s.share / 100)})
	}
	_, whole := a.sendTo(data, 0)
	for _, percent := range []int{90, 70, 50, 30, 20, 10} {
		a.window = whole * percent / 100
		if size, retries := a.retry(t, data); retries > 2 || size < a.window*80/100 {
			t.Errorf("%d%%: %d of %d tokens after %d retries", percent, size, a.window, retries)
		}
	}
}

// retry sends a history until it is taken, and returns its size then, and how often it was made
// smaller for that.
func (a *api) retry(t *testing.T, data []byte) (size, retries int) {
	t.Helper()
	for {
		refusal, size := a.send(data)
		if refusal == "" {
			return size, retries
		}
		retries++
		o := run(t, recover.Options{}, classified(t, classify.Options{Error: refusal, Attempt: retries}, data))
		if data = o.out; o.open() {
			t.Fatalf("it is given up after %d retries: %s", retries, o.summary)
		}
	}
}

// What fits into the limit only without its margin is not given up.
func TestMarginGivesWay(t *testing.T) {
	system := fmt.Sprintf(`{"role":"system","content":%q}`+"\n", words(20_000))
	data := append([]byte(system), dialogue(10, func(int) string { return words(2000) })...)
	opt := recover.Options{Keep: 1}
	whole, least := sizes(t, data).Tokens, leastOf(t, opt, data)
	for limit, fits := range map[int64]bool{least * 110 / 100: true, least * 102 / 100: true, least: true, least - 1: false} {
		o := run(t, opt, rejected(t, data, "prompt is too long: %d tokens > %d maximum", whole, limit))
		if got := sizes(t, o.out).Tokens; o.has(transcript.CannotFit) == fits || fits && got > limit {
			t.Errorf("limit %d: about %d tokens are left, the least is %d: %v", limit, got, least, o.findings)
		}
	}
}

// leastOf returns the tokens that recovery says it cannot go below.
func leastOf(t *testing.T, opt recover.Options, data []byte) int64 {
	t.Helper()
	opt.MaxTokens = 1
	for _, f := range run(t, opt, data).findings {
		if m := regexp.MustCompile(`level 3 leaves about (\d+) tokens, over 1\b`).FindStringSubmatch(f.Message); m != nil {
			n, _ := strconv.ParseInt(m[1], 10, 64)
			return n
		}
	}
	t.Fatal("a single token is enough")
	return 0
}

// What a failure says is left is what can be reached, and nothing below that.
func TestLeavesIsExact(t *testing.T) {
	for name, data := range map[string][]byte{
		"texts":     dialogue(10, func(i int) string { return words(1000 * i) }),
		"results":   []byte(prompt + frame(30, "{}", words(5000))),
		"arguments": []byte(prompt + frame(3, `{"text":"`+words(80_000)+`"}`, "ok")),
		"user":      fmt.Appendf(nil, `{"role":"user","content":%q}`+"\n", words(80_000)),
	} {
		t.Run(name, func(t *testing.T) {
			least := leastOf(t, recover.Options{}, data)
			o := run(t, recover.Options{MaxTokens: least}, data)
			if got := sizes(t, o.out).Tokens; o.open() || got > least {
				t.Errorf("about %d tokens are left of the %d that were named: %v", got, least, o.findings)
			}
			if o := run(t, recover.Options{MaxTokens: least - 1}, data); !o.has(transcript.CannotFit) || !bytes.Equal(o.out, data) {
				t.Errorf("less than the %d tokens that were named are left: %s", least, o.summary)
			}
		})
	}
}
