package outline

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func seed(f *testing.F) {
	for _, list := range [][]string{good, bad, lists, {wide, typical}} {
		for _, text := range list {
			f.Add([]byte(text))
		}
	}
	for _, v := range vectors(f) {
		f.Add([]byte(v.text))
	}
}

// tooDeep keeps texts out of the fuzzing whose depth is tested by TestTooDeep.
func tooDeep(raw []byte) bool {
	return bytes.Count(raw, []byte("["))+bytes.Count(raw, []byte("{")) > MaxDepth
}

// FuzzParse compares the scanner, and what it sees, with encoding/json and with
// the tests' own strict reader.
func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		if tooDeep(raw) {
			t.Skip()
		}
		var d Doc
		checkParse(t, &d, raw)
		checkDefects(t, raw)
		MendStrings(raw) // whatever it makes of a text that is not sound, it ends
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

// FuzzString puts whatever comes into a string, at any place of the blocks that
// the scanner looks at.
func FuzzString(f *testing.F) {
	for _, c := range damaged {
		f.Add([]byte(c.in), byte(0))
		f.Add([]byte(c.in+"é"+c.in), byte(blockSize-len(c.in)))
	}
	for _, s := range surrogates {
		f.Add([]byte(s), byte(blockSize-3))
	}
	f.Fuzz(func(t *testing.T, inside []byte, before byte) {
		if len(inside) > 3*blockSize {
			t.Skip() // longer strings show nothing new
		}
		raw := []byte(`{"a":["` + strings.Repeat("x", int(before)))
		raw = append(raw, inside...)
		checkDefects(t, append(raw, `","`+strings.Repeat("y", int(before))+`"],"b":0}`...))
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

// FuzzSurrogate compares what is found of halves of pairs with a slow search.
func FuzzSurrogate(f *testing.F) {
	for _, s := range surrogates {
		f.Add([]byte(`"` + s + `"`))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !json.Valid(raw) {
			t.Skip()
		}
		if got, want := HasHalfPair(raw), slowSurrogate(raw) >= 0; got != want {
			t.Fatalf("%q: %v, want %v", raw, got, want)
		}
	})
}
