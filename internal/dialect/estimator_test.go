package dialect

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/estimates"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// seenIn calls see with the views of all records in the samples, and in the corpora where
// they are. A view is valid until the next.
func seenIn(t *testing.T, see func(*View)) {
	t.Helper()
	files, _ := filepath.Glob("../../../shared/corpora/*/*.jsonl")
	for _, file := range append(samples(t, "*"), files...) {
		detect := NewDetector(nil, "")
		var d outline.Doc
		var v View
		for _, line := range lines(t, file) {
			if d.Parse(line) == nil && detect.View(d.Root(), &v) {
				see(&v)
			}
		}
	}
}

// What an Estimator tells later of a record's texts, and what it tells at once, is together
// what the record is estimated at.
func TestEstimateLater(t *testing.T) {
	var later, want []int
	q := estimates.New(tokens.Calibrated, func(i, n int) { later[i] += n })
	seenIn(t, func(v *View) {
		want, later = append(want, v.Tokens(tokens.Calibrated)), append(later, 0)
		q.Begin(len(later) - 1)
		later[len(later)-1] += v.Estimate(q)
	})
	q.Wait()
	for i := range want {
		if later[i] != want[i] {
			t.Fatalf("record %d: %d tokens, want %d", i, later[i], want[i])
		}
	}
	if len(want) < 200 {
		t.Errorf("%d records", len(want))
	}
}

// Thinking is encrypted where no words of it cost anything, in an estimate told later, too.
func TestEncryptedLater(t *testing.T) {
	secret := strings.Repeat("QUJD", 1000)
	for _, words := range []string{``, ` `, `a`, strings.Repeat(" ", 100), `\u`, strings.Repeat(`\u20`, 9) + " a"} {
		var d outline.Doc
		text := `{"role":"assistant","content":[{"type":"thinking","thinking":"` + words + `","signature":"` + secret + `"}]}`
		var v View
		if err := d.Parse([]byte(text)); err != nil || !NewDetector(nil, "").View(d.Root(), &v) {
			t.Fatal(text, err)
		}
		got := 0
		q := estimates.New(tokens.Calibrated, func(_, n int) { got += n })
		q.Begin(0)
		at := v.Estimate(q)
		if q.Wait(); got+at != v.Tokens(tokens.Calibrated) {
			t.Errorf("%q: %d tokens, want %d", words, got+at, v.Tokens(tokens.Calibrated))
		}
		hidden := v.Tokens(tokens.Calibrated) >= tokens.Calibrated.Encrypted(len(secret))
		if hidden != (tokens.Calibrated.JSON([]byte(words)) == 0) {
			t.Errorf("%q: the signature counts: %v", words, hidden)
		}
	}
}

// conversations are such as a Glance takes, written in different ways.
var conversations = []string{
	glanceUser,
	`{"role":"system","content":"se\u0301\n"},` + glanceUser + `,{"role":"assistant","content":"\"ok\"","refusal":null,"reasoning_content":"I think, so"}`,
	`{"content":"\ud83d\ude00 日本","role":"user","weight":1}`,
	asks(glanceCall, `{"id":"b","type":"function","function":{"arguments":"{\"a\":\"é\"}","name":"read_file"}}`) + `,` + answers("a") + `,` + answers("b"),
	`{"role":"assistant","content":"let me see","reasoning_content":"words","tool_calls":[` + glanceCall + `],"reasoning_content":"the last ones"},` + answers("a") + `,{"role":"assistant","content":"done","tool_calls":null}`,
	`{"role":"assistant","content":null,"reasoning_content":7,"tool_calls":[` + glanceCall + `]},{"role":"tool","name":"n","tool_call_id":"a","content":""}`,
	strings.Repeat(glanceUser+`,{"role":"assistant","content":"`+strings.Repeat(`some \"words\"\n`, 20)+`"},`, 90) + glanceUser,
}

// One look tells the size of a conversation that a look at each message tells.
func TestGlanceSize(t *testing.T) {
	for _, messages := range conversations {
		var g Glance
		var d outline.Doc
		if err := d.Parse([]byte("[" + messages + "]")); err != nil || !g.Look(d.Root()) {
			t.Fatalf("not usual: %v %s", err, messages)
		}
		chars, sum := 0, 0
		var v View
		detect := NewDetector(openaiChat{}, "")
		for el := range d.Root().All() {
			if !detect.View(el, &v) {
				t.Fatalf("not seen: %s", el.Raw())
			}
			chars, sum = chars+v.Chars(), sum+v.Tokens(tokens.Calibrated)
		}
		for range 2 {
			if c, n := g.Size(tokens.Calibrated); c != chars || n != sum {
				t.Errorf("%d chars, %d tokens, want %d and %d: %s", c, n, chars, sum, messages)
			}
		}
		if c, n := g.Size(nil); c != chars || n != 0 {
			t.Errorf("%d chars, %d tokens, want %d and none", c, n, chars)
		}
	}
}

// So it does in the conversations of the corpora.
func TestGlanceSizeInCorpora(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpora/openai-chat/*.jsonl")
	var g Glance
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			var d outline.Doc
			if d.Parse(bytes.TrimSpace(line)) != nil || !g.Look(d.Root().Get("messages")) {
				continue
			}
			chars, sum := 0, 0
			var v View
			for el := range d.Root().Get("messages").All() {
				v.reset(openaiChat{}, el)
				openaiChat{}.View(el, &v)
				chars, sum = chars+v.Chars(), sum+v.Tokens(tokens.Calibrated)
			}
			if c, n := g.Size(tokens.Calibrated); c != chars || n != sum {
				t.Fatalf("%s: %d chars, %d tokens, want %d and %d: %.300s", file, c, n, chars, sum, line)
			}
		}
	}
}
