package outline

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"
)

func seed(f *testing.F) {
	for _, list := range [][]string{good, bad, lists, {wide, typical}} {
		for _, text := range list {
			f.Add([]byte(text))
		}
	}
}

// tooDeep keeps texts out of the fuzzing whose depth is tested by TestTooDeep.
func tooDeep(raw []byte) bool {
	return bytes.Count(raw, []byte("["))+bytes.Count(raw, []byte("{")) > MaxDepth
}

// FuzzParse compares the scanner, and what it sees, with encoding/json.
func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		if tooDeep(raw) {
			t.Skip()
		}
		var d Doc
		checkParse(t, &d, raw)
		valid := json.Valid(raw)
		if got, want := Strict(raw), valid && utf8.Valid(raw); got != want {
			t.Fatalf("Strict(%q) = %v", raw, got)
		}
		if valid && utf8.Valid(raw) {
			same(t, d.Root())
		}
		if n, err := d.ParsePrefix(raw); err == nil && !structural(raw[:n]) {
			t.Fatalf("ParsePrefix(%q) = %d, which is no value", raw, n)
		}
	})
}

// FuzzSplice edits the elements of whatever container comes.
func FuzzSplice(f *testing.F) {
	for i, text := range lists {
		f.Add([]byte(text), uint(i), uint(i*7))
	}
	f.Fuzz(func(t *testing.T, raw []byte, drops, inserts uint) {
		var d Doc
		if tooDeep(raw) || !Strict(raw) || d.Parse(raw) != nil || d.Root().Kind() < Object {
			t.Skip()
		}
		start, end := d.Root().Span()
		text := string(raw[start:end])
		checkList(t, text, "", elements(t, []byte(text)), drops, inserts)
	})
}

// FuzzSurrogate compares the fast search with the slow one.
func FuzzSurrogate(f *testing.F) {
	for _, s := range surrogates {
		f.Add([]byte(`"`+s+`"`), 0)
	}
	f.Fuzz(func(t *testing.T, raw []byte, from int) {
		if from < 0 || !json.Valid(raw) {
			t.Skip()
		}
		// A repair goes on behind an escape, never inside a pair.
		for i := 0; ; i += 6 {
			got, want := LoneSurrogate(raw, i), slowSurrogate(raw, i)
			if got != want {
				t.Fatalf("LoneSurrogate(%q, %d) = %d, want %d", raw, i, got, want)
			}
			if i = got; got < 0 {
				break
			}
		}
		LoneSurrogate(raw, from)
	})
}
