package mend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
)

var texts = []struct{ in, want string }{
	{`{}`, `{}`},
	{"\ufeff{\x00}", `{}`},
	{`{"a":"\["}`, `{"a":"\\["}`},
	{`{"a":"\x"}`, `{"a":"\\x"}`},
	{`{"a":"\u12"}`, `{"a":"\\u12"}`},
	{`{"a":"\u123"}`, `{"a":"\\u123"}`},
	{`{"a":"\U0041"}`, `{"a":"\\U0041"}`},
	{`{"a":"\\["}`, `{"a":"\\["}`},
	{`{"a":"\\\["}`, `{"a":"\\\\["}`},
	{`{"a":"\"\/\b\f\n\r\t\\"}`, `{"a":"\"\/\b\f\n\r\t\\"}`},
	{`{"\a":1}`, `{"\\a":1}`},
	{"{\"a\":\"\x01\x1f\x7f\"}", "{\"a\":\"\\u0001\\u001f\x7f\"}"},
	{"{\"a\":\"\\\t\"}", `{"a":"\\\u0009"}`},
	{"{\"a\":\"x\ny\r\nz\rw\"}", `{"a":"x\ny\r\nz\u000dw"}`},
	{"{\t\"a\":\r1}", "{\t\"a\":\r1}"},
	{"{\"a\":\"\xff\xfe\"}", "{\"a\":\"\ufffd\ufffd\"}"},
	{"{\"a\":\"\ufffd \xed\xa0\x80\"}", "{\"a\":\"\ufffd \ufffd\ufffd\ufffd\"}"},
	{"{\"a\":\"\\\xff\"}", "{\"a\":\"\\\\\ufffd\"}"},
	{"{\"a\":\"\xe2\x82x\xf0\x9f\x98\"}", "{\"a\":\"\ufffdx\ufffd\"}"},
	{`{"a":"\ud83d"}`, `{"a":"\ufffd"}`},
	{`{"a":"\ud83d\ude00\ude00"}`, `{"a":"\ud83d\ude00\ufffd"}`},
	{`{"a":"\ud83d\["}`, `{"a":"\ufffd\\["}`},
	{`{"a":"\ud83d\udC"}`, `{"a":"\ufffd\\udC"}`},
	{`{"a":"\ud83d\u0041"}`, `{"a":"\ufffd\u0041"}`},
	{`{"a":"\\ud83d"}`, `{"a":"\\ud83d"}`},
	{`{"a":"\uD83D\ud83d\uDE00"}`, `{"a":"\ufffd\ud83d\uDE00"}`},
}

// A record that needs no mending is not copied.
func TestMendRecordOfSound(t *testing.T) {
	raw := []byte(`{"a":"é\n"}`)
	if text, ok := MendRecord(raw); !ok || &text[0] != &raw[0] || len(text) != len(raw) {
		t.Errorf("%q, %v", text, ok)
	}
}

func TestText(t *testing.T) {
	for _, c := range texts {
		got, ok := MendRecord([]byte(c.in))
		if string(got) != c.want || !ok {
			t.Errorf("Text(%q) = %q, %v, want %q", c.in, got, ok, c.want)
		}
		if !json.Valid(got) || !utf8.Valid(got) {
			t.Errorf("Text(%q) = %q is no JSON", c.in, got)
		}
		if again, _ := MendRecord(got); !bytes.Equal(again, got) {
			t.Errorf("Text(%q) = %q", got, again)
		}
	}
}

// What stays damaged is not said to be mended.
func TestTextFails(t *testing.T) {
	for _, in := range []string{``, `{`, `{"a":"`, `{}{}`, "{\n}", `{"a":\[}`, "{\xff}", "{\x01}", `x{}`, "\n{}", "{}\n"} {
		if got, ok := MendRecord([]byte(in)); ok {
			t.Errorf("Text(%q) = %q", in, got)
		}
	}
}

// A line is mended if something is wrong with it, and only then: every place in a
// word of eight bytes.
func TestDamageIsSeen(t *testing.T) {
	for n := range 80 {
		pad := strings.Repeat("x", n)
		for _, bad := range []string{"\x1f", "\xff", `\x`, `\udc00`} {
			if r := run(`{"role":"` + pad + bad + pad + "\"}\n"); len(r.findings) != 1 || len(r.regions) != 1 {
				t.Errorf("%q behind %d bytes: %+v", bad, n, r.findings)
			}
		}
		if r := run(`{"role":"` + pad + " \x7f\u0080" + pad + "\"}\n"); len(r.findings) > 0 || len(r.regions) > 0 {
			t.Errorf("%d bytes, and nothing wrong: %+v", n, r.findings)
		}
	}
}

func TestCount(t *testing.T) {
	got := fmt.Sprint(count([]byte("{\"a\":\"\\[\t\xe2\x82x\xff\\udead\n\r\n\r\"\t}")))
	if want := "[{1 1 {6 7}} {2 2 {8 23}} {4 3 {9 13}} {8 1 {13 19}}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// FuzzText checks that what is mended is JSON to the last byte and stays as it is,
// and that nothing but damage changes.
func FuzzText(f *testing.F) {
	for _, c := range texts {
		f.Add([]byte(c.in))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, ok := MendRecord(raw)
		if !ok {
			return
		}
		if !outline.Strict(text) || bytes.IndexByte(text, '\n') >= 0 {
			t.Fatalf("Text(%q) = %q is no JSON on a line", raw, text)
		}
		if again, ok := MendRecord(text); !ok || !bytes.Equal(again, text) {
			t.Fatalf("Text(%q) = %q", text, again)
		}
		if json.Valid(raw) && utf8.Valid(raw) && !hasDefects(raw) && !bytes.Equal(raw, text) {
			t.Fatalf("Text(%q) = %q, but nothing is wrong with it", raw, text)
		}
	})
}

func hasDefects(raw []byte) bool {
	var d outline.Doc
	return d.Parse(raw) != nil || d.Defects() != 0
}
