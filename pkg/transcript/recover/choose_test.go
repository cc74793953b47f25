package recover_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/recover"
)

// Where nothing can be made smaller, the largest message is named by its size, wherever
// it stands.
func TestLargestIsNamed(t *testing.T) {
	line := func(role string, chars int) string {
		return fmt.Sprintf(`{"role":%q,"content":%q}`+"\n", role, words(chars))
	}
	for _, chars := range [][]int{{300, 20, 10}, {20, 300, 10}, {10, 20, 300}, {300}} {
		var b strings.Builder
		for i, n := range chars {
			b.WriteString(line([]string{"user", "assistant"}[i%2], n))
		}
		most := sizes(t, []byte(line("user", 300))).Payload
		if chars[min(1, len(chars)-1)] == 300 && len(chars) > 1 {
			most = sizes(t, []byte(line("assistant", 300))).Payload
		}
		o := run(t, recover.Options{}, rejected(t, []byte(b.String()), "prompt is too long"))
		want := fmt.Sprintf("level 3 frees nothing: nothing is changed; the largest message that stays has %d bytes", most)
		if got := o.said(transcript.CannotFit); len(got) != 1 || got[0] != want {
			t.Errorf("%v: %q, want %q", chars, got, want)
		}
	}
}

// An image is replaced before results are cut any further, even if it stands in the
// first message of all.
func TestImagesGoBeforeResults(t *testing.T) {
	image := `{"type":"image_url","image_url":{"url":"data:image/png;base64,` + strings.Repeat("iVBORw0KGgoAAAANSUhEUg", 5_000) + `"}}`
	data := fmt.Sprintf(`{"role":"user","content":[{"type":"text","text":"compare"},%s,%s]}`+"\n", image, image) + frame(2, "{}", words(2_000))
	o := run(t, recover.Options{MaxPayload: 170_000}, []byte(data))
	if got := strings.Count(string(o.out), words(2_000)); got != 2 || !strings.Contains(string(o.out), "[1 image omitted]") {
		t.Errorf("%d of 2 results are whole: %s", got, o.summary)
	}
}

// Short arguments keep their bytes beside long ones that are cut, however they are
// written.
func TestShortArgumentsKeepTheirBytes(t *testing.T) {
	const short = `{\"path\":\"\\u0061\/b\"}`
	data := prompt + strings.Replace(frame(2, `{"text":"`+words(80_000)+`"}`, "ok"), fmt.Sprintf("%q", `{"text":"`+words(80_000)+`"}`), `"`+short+`"`, 1)
	o := run(t, recover.Options{MaxChars: 3_000}, []byte(data))
	if o.open() || !strings.Contains(string(o.out), `"arguments":"`+short+`"`) || strings.Contains(string(o.out), words(3_000)) {
		t.Errorf("%v\n%s", o.findings, o.out)
	}
}

// What a press leaves at least of a result, an argument, a text, and the newest words of
// the user: so many chars, where nothing less than all presses reaches the target.
func TestLeastThatIsLeft(t *testing.T) {
	long := words(80_000)
	for name, c := range map[string]struct {
		data    string
		extract *regexp.Regexp
		least   int
	}{
		"result":   {prompt + frame(1, "{}", long), regexp.MustCompile(`"tool_call_id":"c0","content":"([^"]*)"`), 250},
		"argument": {prompt + frame(1, `{"text":"`+long+`"}`, "ok"), regexp.MustCompile(`{\\"text\\":\\"([^"]*)\\"}`), 250},
		"text":     {prompt + fmt.Sprintf(`{"role":"assistant","content":%q}`+"\n", long), regexp.MustCompile(`"assistant","content":"([^"]*)"`), 500},
		"newest":   {fmt.Sprintf(`{"role":"user","content":%q}`+"\n", long), regexp.MustCompile(`"user","content":"([^"]*)"`), 2_500},
	} {
		opt := recover.Options{MaxTokens: leastOf(t, recover.Options{}, []byte(c.data))}
		m := c.extract.FindStringSubmatch(string(run(t, opt, []byte(c.data)).out))
		if m == nil {
			t.Errorf("%s: not there", name)
		} else if n := utf8.RuneCountInString(strings.ReplaceAll(m[1], `\n`, "\n")); n > c.least || n < c.least-2 {
			t.Errorf("%s: %d chars are left, want %d: %s", name, n, c.least, m[1])
		}
	}
}

// The notice about what was dropped names the time from which on it is gone, where the
// records tell one that can be read.
func TestNoticeNamesTheTime(t *testing.T) {
	d := transcripttest.Named("pi")
	data := string(d.Bytes("U A[x] R(x) F U F"))
	for time, want := range map[string]string{
		"2026-01-01T00:00:02.000Z": "3 older messages of this conversation, from 2026-01-01T00:00:02.000Z on, were dropped",
		"some time in the spring":  "3 older messages of this conversation were dropped",
	} {
		o := run(t, recover.Options{Level: 2, Keep: 1}, []byte(strings.Replace(data, "2026-01-01T00:00:02.000Z", time, 1)))
		if !strings.Contains(string(o.out), want) {
			t.Errorf("%s: want %s\n%s", time, want, o.out)
		}
	}
}
