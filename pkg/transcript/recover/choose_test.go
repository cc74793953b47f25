package recover_test

import (
	"fmt"
	"strings"
	"testing"

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
	o := run(t, recover.Options{MaxPayload: 160_000}, []byte(data))
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
