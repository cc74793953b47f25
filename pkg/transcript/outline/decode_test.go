package outline

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// An escape is as long as it is spelled; what is none is the char that stands for what
// cannot be read.
func TestEscapes(t *testing.T) {
	for spelled, want := range map[string]struct {
		size int
		char rune
	}{
		`\`: {1, 0xfffd}, `\n`: {2, '\n'}, `\b`: {2, '\b'}, `\f`: {2, '\f'}, `\r`: {2, '\r'}, `\t`: {2, '\t'}, `\"`: {2, '"'}, `\\`: {2, '\\'}, `\/x`: {2, '/'},
		`\u0041x`: {6, 'A'}, `\u00e9`: {6, 'é'}, `\u00E9`: {6, 'é'}, `\uabcf`: {6, 0xabcf}, `\u9ABF`: {6, 0x9abf}, `\u00g0`: {2, 0xfffd}, "\\u00`0": {2, 0xfffd}, `\u00:0`: {2, 0xfffd}, `\u00/0`: {2, 0xfffd}, `\u004`: {2, 0xfffd},
		`\ud83d\ude00x`: {12, '😀'}, `\uD83D\uDE00`: {12, '😀'}, `\ud83d`: {6, 0xfffd}, `\ud83d\u0041`: {6, 0xfffd}, `\ud83d\bde00`: {6, 0xfffd}, `\ud83dxude00`: {6, 0xfffd}, `\ude00\ud83d`: {6, 0xfffd}, `\ud83d\ude0`: {6, 0xfffd},
	} {
		if size, char := DecodeEscape([]byte(spelled)); size != want.size || char != want.char {
			t.Errorf("%s: %d bytes, %q, want %d and %q", spelled, size, char, want.size, want.char)
		}
	}
}

// A string reads as encoding/json reads it, alone and as a name. What that refuses is no
// value, or a string with defects.
func TestDecoded(t *testing.T) {
	for _, raw := range []string{
		`""`, `"a"`, `"\""`, `"\u00e9\ud83d\ude00"`, `"\ud83d"`, `"\ude00x"`, `"\ud83d\u0041"`, `"\ud83d\ud83d\ude00"`, "\"\xff\"", "\"a\xc3\"", "\"\\n\xe2\x28\\n\"",
		`"\x"`, `"\u12"`, `"a`, `a"`, "\"\n\"", "\"\x00\"", `"a"b`, `"`, `"\u0000"`, `"\/\b\f\n\r\t\\"`, ` "a" `, "\t\"\\n\"\r\n",
	} {
		var want string
		sound := json.Unmarshal([]byte(raw), &want) == nil
		var d Doc
		if read := d.Parse([]byte(raw)) == nil; sound != (read && d.Defects()&(InvalidEscape|RawControl) == 0) {
			t.Errorf("%q: outlined %v with %v, encoding/json reads it: %v", raw, read, d.Defects(), sound)
		}
		if !sound {
			continue
		}
		if v := d.Root(); v.Text() != want || string(v.Bytes()) != want || !v.Is(want) || v.Is(want+"x") {
			t.Errorf("%q is %q, want %q", raw, v.Text(), want)
		}
		if d.Defects() == InvalidUTF8 {
			continue // a name with that is compared as it is spelled
		}
		if err := d.Parse([]byte("{" + raw + ":1}")); err != nil || d.Root().Get(want).Raw() == nil {
			t.Errorf("%q is no member's name: %v", raw, err)
		}
	}
}

// What needs no decoding is not copied, and a value is what stands between the escapes.
func TestDecode(t *testing.T) {
	plain := []byte("no escape é")
	if got := Decode(plain); &got[0] != &plain[0] || len(got) != len(plain) {
		t.Errorf("%q is copied", got)
	}
	for raw, want := range map[string]string{
		"": "", `\n`: "\n", `a\n`: "a\n", `\na`: "\na", `a\tb\\\\cé`: "a\tb\\\\cé", `\ud83d\ude00\ud83d`: "😀\ufffd", `a\`: "a\ufffd",
		strings.Repeat(`x\u4e2d`, 50): strings.Repeat("x中", 50),
	} {
		given := []byte(raw)
		if got := Decode(given); string(got) != want || !bytes.Equal(given, []byte(raw)) {
			t.Errorf("%q is %q, want %q", raw, got, want)
		}
	}
}
