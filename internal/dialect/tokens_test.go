package dialect_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// tokensIn returns what a record is estimated at.
func tokensIn(t *testing.T, m tokens.Model, record string) int {
	t.Helper()
	var d outline.Doc
	var v dialect.View
	if err := d.Parse([]byte(record)); err != nil {
		t.Fatalf("%v: %s", err, record)
	}
	if !dialect.NewDetector(nil, "").View(d.Root(), &v) {
		t.Fatalf("no format: %s", record)
	}
	return v.Tokens(m)
}

// png is the beginning of an image of a size, in base64.
func png(width, height uint32) string {
	head := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13, 'I', 'H', 'D', 'R')
	head = binary.BigEndian.AppendUint32(head, width)
	head = binary.BigEndian.AppendUint32(head, height)
	return base64.StdEncoding.EncodeToString(append(head, make([]byte, 3000)...))
}

// What a record costs is the sum of its parts.
func TestTokens(t *testing.T) {
	m := tokens.Calibrated
	text := strings.Repeat("some words to be read ", 20)
	words, message, call := m.Text([]byte(text)), m.Message(), m.Call()
	args := `{"path":"a/b.go","lines":[1,2]}`
	arguments, name := m.Text([]byte(args)), m.Text([]byte("Read"))
	image := tokens.Image(1000, 800)
	secret := strings.Repeat("QUJD", 1000)
	hidden := tokens.Encrypted(len(secret))
	if image < 500 || hidden < 300 || words < 80 {
		t.Fatal("the parts are too small to tell")
	}
	for _, c := range []struct {
		name, record string
		want         int
	}{
		{"text", fmt.Sprintf(`{"role":"user","content":%q}`, text), message + words},
		{"blocks", fmt.Sprintf(`{"role":"user","content":[{"type":"text","text":%q},{"type":"text","text":%[1]q}]}`, text), message + 2*words},
		{"call", `{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Read","input":` + args + `}]}`, message + call + name + arguments},
		{"arguments in a string", fmt.Sprintf(`{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"Read","arguments":%q}}]}`, args), message + call + name + arguments},
		{"result", fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":%q}]}`, text), message + call + words},
		{"result with an image", fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":%q},{"type":"image","source":{"type":"base64","media_type":"image/png","data":%q}}]}]}`, text, png(1000, 800)), message + call + words + image},
		{"image", fmt.Sprintf(`{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":%q}}]}`, png(1000, 800)), message + image},
		{"image in a data URI", fmt.Sprintf(`{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,%s"}}]}`, png(1000, 800)), message + image},
		{"image at an address", `{"role":"user","content":[{"type":"image","source":{"type":"url","url":"https://example.com/x.png"}}]}`, message + tokens.Image(0, 0)},
		{"thinking", fmt.Sprintf(`{"role":"assistant","content":[{"type":"thinking","thinking":%q,"signature":%q}]}`, text, secret), message + words},
		{"thinking without words", fmt.Sprintf(`{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":%q}]}`, secret), message + hidden},
		{"redacted thinking", fmt.Sprintf(`{"role":"assistant","content":[{"type":"redacted_thinking","data":%q}]}`, secret), message + hidden},
		{"reasoning of a server", fmt.Sprintf(`{"role":"assistant","content":"","reasoning_content":%q}`, text), message + words},
		{"encrypted reasoning", fmt.Sprintf(`{"type":"reasoning","summary":[{"type":"summary_text","text":"short"}],"encrypted_content":%q}`, secret), message + hidden},
		{"reasoning in words", fmt.Sprintf(`{"type":"reasoning","summary":[{"type":"summary_text","text":%q}]}`, text), message + words},
		{"call of the provider's own tool", `{"role":"assistant","content":[{"type":"server_tool_use","id":"s","name":"web_search","input":` + args + `}]}`, message + call + arguments},
		{"result of the provider's own tool", fmt.Sprintf(`{"role":"assistant","content":[{"type":"mcp_tool_result","tool_use_id":"s","content":%q}]}`, text), message + call + words},
		{"thought", fmt.Sprintf(`{"role":"model","parts":[{"text":%q,"thought":true}]}`, text), message + words},
	} {
		if got := tokensIn(t, m, c.record); got != c.want {
			t.Errorf("%s: %d tokens, want %d", c.name, got, c.want)
		}
	}
}

// Structured results cost what their members hold, names included; what is encoded
// costs nothing.
func TestTokensStructured(t *testing.T) {
	record := func(response string) string {
		return `{"role":"user","parts":[{"functionResponse":{"name":"ls","response":` + response + `}}]}`
	}
	empty := tokensIn(t, tokens.Calibrated, record(`{}`))
	one := tokensIn(t, tokens.Calibrated, record(`{"output":"a b c d e f","size":12345}`))
	if one < empty+10 || one > empty+25 {
		t.Errorf("%d tokens, without members %d", one, empty)
	}
	if coded := tokensIn(t, tokens.Calibrated, record(`{"blob":"`+strings.Repeat("QUJD", 500)+`"}`)); coded != empty {
		t.Errorf("%d tokens, without encoded data %d", coded, empty)
	}
}

// A quarter of the chars is what it is everywhere.
func TestTokensChars4(t *testing.T) {
	record := fmt.Sprintf(`{"role":"user","content":[{"type":"text","text":"123456789"},{"type":"image","source":{"type":"base64","data":%q}}]}`, png(9, 9))
	if got := tokensIn(t, tokens.Chars4, record); got != 3 {
		t.Errorf("%d tokens, want 3", got)
	}
}

// Nothing is allocated for a text, however many there are.
func TestTokensAllocs(t *testing.T) {
	allocs := func(blocks int) float64 {
		record := `{"role":"assistant","content":[` + strings.Repeat(`{"type":"text","text":"words\nand more"},`, blocks) +
			`{"type":"tool_use","id":"toolu_1","name":"Read","input":{"a":[1,2]}}]}`
		var d outline.Doc
		var v dialect.View
		if err := d.Parse(bytes.Clone([]byte(record))); err != nil {
			t.Fatal(err)
		}
		dialect.NewDetector(nil, "").View(d.Root(), &v)
		return testing.AllocsPerRun(20, func() { v.Tokens(tokens.Calibrated) })
	}
	allocs(20_000) // so many make the table
	if few, many := allocs(1), allocs(200); many > few {
		t.Errorf("%v allocations for 200 texts, %v for one", many, few)
	}
}

// The text of a compaction costs what a message with it does.
func TestReplacedTokens(t *testing.T) {
	m, text := tokens.Calibrated, strings.Repeat("what was done so far ", 20)
	for record, want := range map[string]int{
		fmt.Sprintf(`{"type":"compaction","id":"1","parentId":null,"summary":%q,"firstKeptEntryId":"0"}`, text):                          m.Message() + m.Text([]byte(text)),
		fmt.Sprintf(`{"timestamp":"t","type":"compacted","payload":{"message":%q}}`, text):                                               m.Message() + m.Text([]byte(text)),
		fmt.Sprintf(`{"timestamp":"t","type":"compacted","payload":{"message":%q,"replacement_history":[]}}`, text):                      0,
		fmt.Sprintf(`{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[%q]}}`, "no boundary"): 0,
	} {
		var d outline.Doc
		var v dialect.View
		if err := d.Parse([]byte(record)); err != nil || !dialect.NewDetector(nil, "").View(d.Root(), &v) {
			t.Fatalf("%v: %s", err, record)
		}
		if got := v.ReplacedTokens(m); got != want {
			t.Errorf("%s: %d tokens, want %d", record, got, want)
		}
	}
}

// What stands where a text belongs and is none costs nothing.
func TestTokensOfNoText(t *testing.T) {
	long := strings.Repeat("some words ", 50)
	for _, odd := range []string{"12345678901234567890", fmt.Sprintf(`{"a":%q}`, long), fmt.Sprintf(`[%q]`, long), "true"} {
		for _, record := range []string{
			`{"role":"assistant","content":[{"type":"thinking","thinking":ODD}]}`,
			`{"role":"assistant","content":"","reasoning_content":ODD}`,
			`{"role":"assistant","content":[{"type":"tool_use","id":"a","name":ODD,"input":{}}]}`,
		} {
			got := tokensIn(t, tokens.Calibrated, strings.Replace(record, "ODD", odd, 1))
			if want := tokensIn(t, tokens.Calibrated, strings.Replace(record, "ODD", `""`, 1)); got != want {
				t.Errorf("%.30s in %s: %d tokens, want %d", odd, record, got, want)
			}
		}
	}
}
