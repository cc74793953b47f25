// Package resulttest helps to test the stages that shorten tool results: it
// writes conversations with results of any text in every dialect, in any
// spelling that JSON allows, and runs stages over them.
package resulttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// Texts are the results' texts by what their calls are called.
type Texts map[string]string

// Fill renders a conversation in which the results have the given texts. The
// spelling of a text is drawn from seed; 0 is that of encoding/json.
func Fill(d transcripttest.Dialect, events []transcripttest.Event, texts Texts, seed int64) []byte {
	data := string(transcripttest.Join(d.Render(events)))
	for _, e := range events {
		if e.Kind != transcripttest.Result {
			continue
		}
		ref := e.Refs[0].String()
		data = strings.Replace(data, quote("result of "+ref), Spell(texts[ref], seed), 1)
	}
	return []byte(data)
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// Spell writes a JSON string with escapes where they are not needed.
func Spell(s string, seed int64) string {
	if seed == 0 {
		return quote(s)
	}
	r := rand.New(rand.NewSource(seed))
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case r.Intn(8) == 0:
			for _, u := range utf16.Encode([]rune{c}) {
				fmt.Fprintf(&b, []string{`\u%04x`, `\u%04X`}[r.Intn(2)], u)
			}
		case c == '/' && r.Intn(2) == 0:
			b.WriteString(`\/`)
		case c < 0x20 || c == '"' || c == '\\':
			q := quote(string(c))
			b.WriteString(q[1 : len(q)-1])
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// pieces are what texts are made of: lines, words, what must not be cut through. A NUL is none
// of them: every API refuses it, so that a history with one is not healthy.
var pieces = []string{
	"a", "word ", "line\n", "\r\n", "\n", "{\"k\":1}", "\t", "\\", "\"", "/", "é", "e\u0301", "日本語", "한국",
	"👍🏽", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "ก็ำ", "क्षि", "\u2028", "... [", "] ...",
	"... [3 of 9 chars omitted, 1 line, text] ...", "[Old tool result cleared -- 1 line, 3K chars, text]",
}

// Text draws a text of up to so many pieces.
func Text(most int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, most).Draw(t, "pieces") {
			b.WriteString(rapid.SampledFrom(pieces).Draw(t, "piece"))
		}
		return b.String()
	})
}

// DrawTexts draws a text for every result of a conversation.
func DrawTexts(t *rapid.T, events []transcripttest.Event, most int) Texts {
	texts := Texts{}
	for _, e := range events {
		if e.Kind == transcripttest.Result {
			texts[e.Refs[0].String()] = Text(most).Draw(t, "text")
		}
	}
	return texts
}

// Make makes a stage for one input.
type Make func(transcript.Job) transcript.Stage

// Output is what a run gave.
type Output struct {
	Data     []byte
	Findings []transcript.Finding
	Rejects  []transcript.Reject
	Stage    transcript.Stage
}

// Run runs a stage over data, chunk bytes at a time; 0 for all at once.
func Run(t testing.TB, f Make, data []byte, chunk int) Output {
	t.Helper()
	out, err := TryRun(f, data, chunk, false)
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	return out
}

// TryRun is Run for rapid, for errors, and for what only looks.
func TryRun(f Make, data []byte, chunk int, dry bool) (Output, error) {
	var out Output
	var buf bytes.Buffer
	job := transcript.Job{
		Next:   transcript.NewWriter(&buf),
		Report: func(f transcript.Finding) { out.Findings = append(out.Findings, f) },
		Reject: func(r transcript.Reject) { out.Rejects = append(out.Rejects, r) },
		Name:   "in", DryRun: dry,
	}
	out.Stage = f(job)
	err := transcript.Run(&chunked{data, chunk}, 0, out.Stage)
	out.Data = buf.Bytes()
	return out, err
}

type chunked struct {
	data []byte
	size int
}

func (c *chunked) Read(b []byte) (int, error) {
	if len(c.data) == 0 {
		return 0, io.EOF
	}
	if c.size > 0 && len(b) > c.size {
		b = b[:c.size]
	}
	n := copy(b, c.data)
	c.data = c.data[n:]
	return n, nil
}

// Read returns the texts of all results that a reader of the dialect gets, in
// order.
func Read(d transcripttest.Dialect, data []byte) []string {
	var texts []string
	lists := d.Read(data)
	for _, it := range lists[len(lists)-1] {
		for _, r := range it.Results {
			texts = append(texts, r.Text)
		}
	}
	return texts
}
