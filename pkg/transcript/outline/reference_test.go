package outline

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
)

// The reference of these tests is encoding/json. It refuses what is wrong inside
// strings, where Parse only notes it, so that texts are compared with their
// strings blanked.

// blank replaces what stands inside the strings of raw by one letter. It
// returns false when the last string has no end.
func blank(raw []byte) ([]byte, bool) {
	var out []byte
	for i := 0; i < len(raw); i++ {
		out = append(out, raw[i])
		if raw[i] != '"' {
			continue
		}
		for i++; i < len(raw) && raw[i] != '"'; i++ {
			if raw[i] == '\\' {
				i++
			}
		}
		if i >= len(raw) {
			return nil, false
		}
		out = append(out, `x"`...)
	}
	return out, true
}

// structural reports what Parse should say of raw.
func structural(raw []byte) bool {
	b, ok := blank(raw)
	return ok && json.Valid(b)
}

// checkParse compares Parse and Strict with the reference.
func checkParse(t *testing.T, d *Doc, raw []byte) {
	t.Helper()
	err := d.Parse(raw)
	if want := structural(raw); (err == nil) != want {
		t.Fatalf("Parse(%.200q) = %v, want valid: %v", raw, err, want)
	}
	if json.Valid(raw) && err != nil {
		t.Fatalf("Parse(%.200q) = %v, encoding/json accepts it", raw, err)
	}
	if err != nil {
		checkError(t, err, raw)
	}
}

// checkError says what holds for every error, whatever the text.
func checkError(t *testing.T, err error, raw []byte) {
	t.Helper()
	var e *SyntaxError
	if !errors.As(err, &e) {
		t.Fatalf("error of type %T", err)
	}
	if e.Offset < 0 || e.Offset > len(raw) || e.Why == "" {
		t.Fatalf("Parse(%.200q): %+v", raw, e)
	}
	if e.Cut != (e.Offset == len(raw)) || e.Inside && !e.Cut {
		t.Fatalf("Parse(%.200q): %+v, Cut means that the error is at the end", raw, e)
	}
}

type pair struct {
	key string
	raw json.RawMessage
}

// members decodes an object, keeping order and duplicates.
func members(t *testing.T, raw []byte) []pair {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(raw))
	var out []pair
	for token(t, dec); dec.More(); {
		p := pair{key: token(t, dec).(string)}
		if err := dec.Decode(&p.raw); err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

func token(t *testing.T, dec *json.Decoder) json.Token {
	t.Helper()
	tok, err := dec.Token()
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

// same compares a value and everything below it with the reference.
func same(t *testing.T, v Value) {
	t.Helper()
	switch want := decode(t, v.Raw()).(type) {
	case nil:
		check(t, v, v.Kind() == Null && v.Blank())
	case bool:
		check(t, v, v.Kind() == Bool && v.True() == want)
	case json.Number:
		check(t, v, v.Kind() == Number && string(v.Raw()) == want.String() && v.Text() == "" && !v.Blank())
	case string:
		check(t, v, v.Kind() == String && v.Text() == want && string(v.Bytes()) == want)
		check(t, v, v.Is(want) && !v.Is(want+"x") && v.Blank() == (want == ""))
	case []any:
		sameArray(t, v)
	case map[string]any:
		sameObject(t, v, len(want))
	}
}

// decode is json.Unmarshal for numbers of any size.
func decode(t *testing.T, raw []byte) (v any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("Raw %q: %v", raw, err)
	}
	return v
}

func check(t *testing.T, v Value, ok bool) {
	t.Helper()
	if !ok {
		t.Errorf("wrong view of %.200q: kind %d, text %.100q", v.Raw(), v.Kind(), v.Text())
	}
}

func sameArray(t *testing.T, v Value) {
	t.Helper()
	var want []json.RawMessage
	if err := json.Unmarshal(v.Raw(), &want); err != nil {
		t.Fatal(err)
	}
	check(t, v, v.Kind() == Array && v.Len() == len(want) && !v.Get("x").Exists())
	i := 0
	for e := range v.All() {
		check(t, e, bytes.Equal(e.Raw(), want[i]))
		same(t, e)
		i++
	}
}

// sameObject compares the members in order, then what Get finds: the last of
// each name.
func sameObject(t *testing.T, v Value, names int) {
	t.Helper()
	want := members(t, v.Raw())
	check(t, v, v.Kind() == Object && v.Len() == len(want))
	last := map[string]json.RawMessage{}
	i := 0
	for m := range v.All() {
		check(t, m, bytes.Equal(m.Raw(), want[i].raw))
		checkMember(t, v, m, want[i].key)
		last[want[i].key] = want[i].raw
		same(t, m)
		i++
	}
	check(t, v, len(last) == names)
	for name, raw := range last {
		check(t, v, bytes.Equal(v.Get(name).Raw(), raw))
		check(t, v, v.Path(name) == v.Get(name))
	}
	check(t, v, !v.Get("no such name").Exists())
}

// checkMember compares a member's name and the range that MemberSpan gives.
func checkMember(t *testing.T, obj, m Value, name string) {
	t.Helper()
	start, end := m.MemberSpan()
	text := append(append([]byte("{"), obj.doc.raw[start:end]...), '}')
	got := members(t, text)
	check(t, m, len(got) == 1 && got[0].key == name && bytes.Equal(got[0].raw, m.Raw()))
	var key string
	err := json.Unmarshal([]byte(`"`+string(m.Key())+`"`), &key)
	check(t, m, err == nil && key == name)
}
