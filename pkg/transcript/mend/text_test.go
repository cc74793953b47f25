package mend

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	{`{"a":"\ud83d"}`, `{"a":"\ufffd"}`},
	{`{"a":"\ud83d\ude00\ude00"}`, `{"a":"\ud83d\ude00\ufffd"}`},
	{`{"a":"\ud83d\["}`, `{"a":"\ufffd\\["}`},
	{`{"a":"\ud83d\udC"}`, `{"a":"\ufffd\\udC"}`},
	{`{"a":"\ud83d\u0041"}`, `{"a":"\ufffd\u0041"}`},
	{`{"a":"\\ud83d"}`, `{"a":"\\ud83d"}`},
	{`{"a":"\uD83D\ud83d\uDE00"}`, `{"a":"\ufffd\ud83d\uDE00"}`},
}

func TestText(t *testing.T) {
	for _, c := range texts {
		got, ok := Text([]byte(c.in))
		if string(got) != c.want || !ok {
			t.Errorf("Text(%q) = %q, %v, want %q", c.in, got, ok, c.want)
		}
		if !json.Valid(got) || !utf8.Valid(got) {
			t.Errorf("Text(%q) = %q is no JSON", c.in, got)
		}
		if again, _ := Text(got); !bytes.Equal(again, got) {
			t.Errorf("Text(%q) = %q", got, again)
		}
	}
}

// What stays damaged is not said to be mended.
func TestTextFails(t *testing.T) {
	for _, in := range []string{``, `{`, `{"a":"`, `{}{}`, "{\n}", `{"a":\[}`, "{\xff}", "{\x01}", `x{}`} {
		if got, ok := Text([]byte(in)); ok {
			t.Errorf("Text(%q) = %q", in, got)
		}
	}
}

// The quick check and the exact one agree.
func TestDamaged(t *testing.T) {
	for _, c := range texts {
		in := bytes.ReplaceAll([]byte(c.in), []byte{0}, nil)
		in = bytes.TrimPrefix(in, byteOrderMark)
		if got, want := damaged(in), len(defects(in)) > 0; got != want {
			t.Errorf("damaged(%q) = %v, want %v", in, got, want)
		}
		if damaged([]byte(c.want)) {
			t.Errorf("damaged(%q)", c.want)
		}
	}
	for n := range 20 { // every position in a word
		pad := bytes.Repeat([]byte("x"), n)
		for _, bad := range []string{"\x00", "\x1f", "\xff", `\x`, `\udc00`} {
			text := []byte(`{"a":"` + string(pad) + bad + string(pad) + `"}`)
			if !damaged(text) || len(defects(text)) != 1 {
				t.Errorf("%q seems to be sound", text)
			}
		}
		if text := []byte(`{"a":"` + string(pad) + " \x7f\u0080" + string(pad) + `"}`); damaged(text) {
			t.Errorf("%q seems to be damaged", text)
		}
	}
}

// The quick check costs no memory.
func TestDamagedAllocatesNothing(t *testing.T) {
	text := []byte(`{"role":"user","content":"some \"text\" with \n escapes, \u00e9 and é, \ud83d\ude00"}`)
	if n := testing.AllocsPerRun(100, func() { damaged(text) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestDefects(t *testing.T) {
	got := fmt.Sprint(defects([]byte("{\"a\":\"\\[\t\xff\\udead\"\t}")))
	if want := "[{0 {6 7}} {1 {8 9}} {2 {9 10}} {3 {10 16}}]"; got != want {
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
		text, ok := Text(raw)
		if !ok {
			return
		}
		if !outline.Strict(text) || bytes.IndexByte(text, '\n') >= 0 {
			t.Fatalf("Text(%q) = %q is no JSON on a line", raw, text)
		}
		if again, ok := Text(text); !ok || !bytes.Equal(again, text) {
			t.Fatalf("Text(%q) = %q", text, again)
		}
		if json.Valid(raw) && utf8.Valid(raw) && !damaged(raw) && !bytes.Equal(raw, text) {
			t.Fatalf("Text(%q) = %q, but nothing is wrong with it", raw, text)
		}
	})
}
