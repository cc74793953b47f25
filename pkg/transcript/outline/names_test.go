package outline

import (
	"fmt"
	"testing"
)

var common = NewNames("type", "role", "id", "", "message", "content", "tool_calls", "tool_call_id", "name", "text", "é", `a"b`)

// Find sees what Get sees, for all names at once.
func TestFind(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `1`, `{"type":1}`, `{"type":1,"type":2,"role":"x"}`, `{"typ\u0065":1,"":2}`, `{"content":[],"other":{"id":1},"id":"a"}`,
		`{"a\"b":1,"\u00e9":2,"é":3,"tool_calls":null,"tool_call_id":"x","epyt":4,"tyype":5}`, `{"name":1,"neme":2,"nama":3,"n\ame":4}`,
	} {
		checkFind(t, parse(t, text))
	}
	checkFind(t, Value{})
	m := newMaker(7)
	for range 300 {
		checkFind(t, parse(t, string(m.document(3))))
	}
}

func checkFind(t *testing.T, v Value) {
	t.Helper()
	found := make([]Value, len(common.names))
	for i := range found {
		found[i] = parse(t, `"left over"`)
	}
	v.Find(common, found)
	for i, name := range common.names {
		if found[i] != v.Get(name) {
			t.Errorf("%s: %q is %q, want %q", v.Raw(), name, found[i].Raw(), v.Get(name).Raw())
		}
	}
}

// Names that share a mark, and as many as fit, are told apart.
func TestNamesCollide(t *testing.T) {
	var names []string
	text := `{"z":0`
	for i := range MaxNames {
		names = append(names, fmt.Sprintf("n%02de", i))
		text += fmt.Sprintf(`,"n%02de":%d`, i, i)
	}
	found := make([]Value, MaxNames)
	parse(t, text+`}`).Find(NewNames(names...), found)
	for i, v := range found {
		if string(v.Raw()) != fmt.Sprint(i) {
			t.Errorf("%s is %q", names[i], v.Raw())
		}
	}
	parse(t, `{"n99e":1,"n0":2}`).Find(NewNames(names...), found)
	for i, v := range found {
		if v.Exists() {
			t.Errorf("%s is found as %q", names[i], v.Key())
		}
	}
}

func TestNewNamesRefuses(t *testing.T) {
	for _, names := range [][]string{{"a", "b", "a"}, make([]string, MaxNames+1)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d names are accepted", len(names))
				}
			}()
			NewNames(names...)
		}()
	}
}

func TestFindAllocatesNothing(t *testing.T) {
	v := parse(t, typical)
	var found [12]Value
	if n := testing.AllocsPerRun(100, func() { v.Find(common, found[:]) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkGet(b *testing.B) {
	v := parse(b, typical)
	b.Run("each", func(b *testing.B) {
		for b.Loop() {
			for _, name := range common.names {
				v.Get(name)
			}
		}
	})
	b.Run("together", func(b *testing.B) {
		var found [12]Value
		for b.Loop() {
			v.Find(common, found[:])
		}
	})
}
