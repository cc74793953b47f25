package outline

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// texts are strings that encoders treat in different ways.
var texts = []string{
	"", "a", `"`, `\`, `\\"`, "\x00\x01\x1f", "\b\f\n\r\t", "\x7f\u0080\u0085", "<>&", "é漢😀", "\u2028\u2029", "\ufeff", "\ufffd", "/",
	"\xff", "a\xc3", "\xed\xa0\x80", strings.Repeat("x", 100) + "\n", strings.Repeat("é\"", 50),
}

func TestQuote(t *testing.T) {
	for _, s := range texts {
		q := Quote(s)
		var got string
		if err := json.Unmarshal(q, &got); err != nil || got != strings.ToValidUTF8(s, "\ufffd") && got != s {
			if want := reference(t, s); got != decode(t, want) {
				t.Errorf("Quote(%q) = %s: %q, %v", s, q, got, err)
			}
		}
		if !Strict(q) || HasHalfPair(q) || bytes.ContainsAny(q, "\n") {
			t.Errorf("Quote(%q) = %s is no line of JSON", s, q)
		}
		if want := reference(t, s); !bytes.Equal(q, want) {
			t.Errorf("Quote(%q) = %s, encoding/json writes %s", s, q, want)
		}
	}
}

func reference(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func TestStrict(t *testing.T) {
	for _, list := range [][]string{good, bad} {
		for _, text := range list {
			for _, c := range contexts {
				checkStrict(t, []byte(c[0]+text+c[1]))
			}
		}
	}
	for _, n := range []int{9999, 10000, 10001, 10002} {
		for _, c := range nestings[:3] {
			checkStrict(t, nested(c.open, c.last, c.end, n))
		}
	}
	for b := range 256 {
		checkStrict(t, []byte{'"', byte(b), '"'})
		checkStrict(t, []byte{'"', '\\', byte(b), '"'})
		checkStrict(t, []byte{byte(b), '1'})
		checkStrict(t, []byte{'1', byte(b)})
	}
}

func checkStrict(t *testing.T, raw []byte) {
	t.Helper()
	want := json.Valid(raw) && utf8.Valid(raw)
	if got := Strict(raw); got != want {
		t.Errorf("Strict(%.100q) = %v", raw, got)
	}
	var d Doc
	if err := d.Parse(raw); want && err != nil {
		t.Errorf("Parse(%.100q) = %v, Strict accepts it", raw, err)
	}
}

func TestStrictRandom(t *testing.T) {
	m := newMaker(5)
	for range 2000 {
		raw := m.document(4)
		checkStrict(t, raw)
		raw[m.IntN(len(raw))] = byte(m.IntN(256))
		checkStrict(t, raw)
	}
}

func TestMarshal(t *testing.T) {
	v := struct {
		Text string          `json:"text"`
		Raw  json.RawMessage `json:"raw,omitempty"`
		N    int64           `json:"n"`
	}{"<&>\n", nil, 1 << 60}
	if got, want := Marshal(v), reference(t, v); !bytes.Equal(got, want) {
		t.Errorf("Marshal = %s, want %s", got, want)
	}
}

// AppendQuote says of bytes and strings what Quote says, behind what is there.
func TestAppendQuote(t *testing.T) {
	for _, s := range []string{"", "plain", "a \"b\"\n", "é", "\x7f", strings.Repeat("x", 300)} {
		want := "> " + string(Quote(s))
		if got := string(AppendQuote([]byte("> "), s)); got != want {
			t.Errorf("%q: %s", s, got)
		}
		if got := string(AppendQuote([]byte("> "), []byte(s))); got != want {
			t.Errorf("%q: %s", s, got)
		}
	}
}
