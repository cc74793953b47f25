package outline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSplice(t *testing.T) {
	raw := []byte("0123456789")
	for _, c := range []struct {
		edits []Edit
		want  string
	}{
		{nil, "0123456789"},
		{[]Edit{{0, 10, nil}}, ""},
		{[]Edit{{0, 0, []byte("a")}, {10, 10, []byte("z")}}, "a0123456789z"},
		{[]Edit{{5, 7, []byte("b")}, {0, 2, []byte("a")}}, "a234b789"},
		{[]Edit{{3, 3, []byte("a")}, {3, 3, []byte("b")}, {3, 4, []byte("c")}}, "012abc456789"},
		{[]Edit{{2, 4, nil}, {4, 6, nil}, {6, 6, []byte("-")}}, "01-6789"},
	} {
		if got := string(Splice(raw, c.edits)); got != c.want {
			t.Errorf("Splice %v = %q, want %q", c.edits, got, c.want)
		}
	}
	if string(raw) != "0123456789" {
		t.Error("Splice wrote to its input")
	}
}

// Edits may come in any order, so that an insertion may come behind the
// replacement of what it stands before.
func TestSpliceAnyOrder(t *testing.T) {
	defer func() {
		if r := recover(); r != nil {
			t.Error(r)
		}
	}()
	got := string(Splice([]byte("0123456789"), []Edit{{3, 4, []byte("c")}, {3, 3, []byte("a")}, {3, 3, []byte("b")}}))
	if got != "012abc456789" {
		t.Errorf("got %q", got)
	}
}

// lists are containers with white space in all places.
var lists = []string{
	`[]`, `[ ]`, `[1]`, `[ 1 ]`, `[1,2]`, `[ 1 , 2 ]`, `[1,2,3]`, "[\n1,\n2,\n3\n]", `[1 ,2 ,3 ]`, `[ 1, 2, 3]`,
	`[[1,2],{"a":[]},"x,y]"]`, `{}`, `{ }`, `{"a":1}`, `{ "a" : 1 , "b" : 2 }`, "{\n\t\"a\": 1,\n\t\"b\": [2, 3],\n\t\"c\": null\n}",
}

// elements returns the raw elements or members of a container.
func elements(t *testing.T, raw []byte) (out []string) {
	t.Helper()
	v := parse(t, string(raw))
	for c := range v.All() {
		s, e := c.Span()
		if v.Kind() == Object {
			s, e = c.MemberSpan()
		}
		out = append(out, string(raw[s:e]))
	}
	return out
}

// edit drops and inserts as the bits say, and returns the elements that must
// come out.
func edit(l *List, old []string, object bool, drops, inserts uint) (want []string) {
	add := func(i int) {
		for k := range inserts >> (2 * (i + 1)) & 3 {
			text := fmt.Sprintf("%d", 100+10*i+int(k))
			if object {
				text = `"n":` + text
			}
			l.Insert(i, []byte(text))
			want = append(want, text)
		}
	}
	add(-1)
	for i, s := range old {
		if drops>>i&1 == 1 {
			l.Drop(i)
		} else {
			want = append(want, s)
		}
		add(i)
	}
	return want
}

// Any subset may go and anything may come, anywhere: what is left is JSON with
// the right elements in the right order, in the text around it.
func TestList(t *testing.T) {
	for _, text := range lists {
		for _, around := range [][2]string{{"", ""}, {`{"x": `, ` , "y":1}`}} {
			whole := around[0] + text + around[1]
			old := elements(t, []byte(text))
			for drops := range uint(1) << len(old) {
				for inserts := uint(0); inserts < 1<<(2*(len(old)+1)); inserts += 5 { // two bits a place, nearly all mixes
					checkList(t, whole, around[0], old, drops, inserts)
				}
			}
		}
	}
}

func checkList(t *testing.T, whole, before string, old []string, drops, inserts uint) {
	t.Helper()
	v := parse(t, whole)
	if before != "" {
		v = v.Get("x")
	}
	_, end := v.Span()
	l := NewList(v)
	want := edit(l, old, v.Kind() == Object, drops, inserts)
	if l.Left() != len(want) {
		t.Fatalf("%q: Left is %d, want %d", whole, l.Left(), len(want))
	}
	got := Splice([]byte(whole), l.Edits())
	if !json.Valid(got) || !bytes.HasPrefix(got, []byte(before)) || !bytes.HasSuffix(got, []byte(whole[end:])) {
		t.Fatalf("%q, drop %b, insert %b: %q", whole, drops, inserts, got)
	}
	inner := got[len(before) : len(got)-len(whole[end:])]
	have := elements(t, inner)
	for i := range have { // a new member on a line of its own is written as on such lines
		have[i] = strings.Replace(have[i], `"n": `, `"n":`, 1)
	}
	if !slices.Equal(have, want) {
		t.Fatalf("%q, drop %b, insert %b: %q, want %q", whole, drops, inserts, have, want)
	}
	if drops == 0 && inserts == 0 && (string(got) != whole || len(l.Edits()) > 0) {
		t.Fatalf("%q changed to %q without an edit", whole, got)
	}
}

// What stays keeps its bytes: only dropped elements, inserted ones and single
// commas with white space make a difference.
func TestListKeepsBytes(t *testing.T) {
	const text = "[\n  1 ,\n  2 ,\n  3 \n]"
	for _, c := range []struct {
		drop []int
		want string
	}{
		{[]int{0}, "[\n  2 ,\n  3 \n]"}, {[]int{1}, "[\n  1 ,\n  3 \n]"}, {[]int{2}, "[\n  1 ,\n  2 \n]"},
		{[]int{0, 1}, "[\n  3 \n]"}, {[]int{1, 2}, "[\n  1 \n]"}, {[]int{0, 1, 2}, "[\n   \n]"},
	} {
		l := NewList(parse(t, text))
		for _, i := range c.drop {
			l.Drop(i)
			l.Drop(i) // twice is once
		}
		if got := string(Splice([]byte(text), l.Edits())); got != c.want || l.Left() != 3-len(c.drop) {
			t.Errorf("without %v: %q, %d left, want %q", c.drop, got, l.Left(), c.want)
		}
	}
}

// The inserted text is the caller's: it must not be written to.
func TestListInsertCopies(t *testing.T) {
	buf := []byte("1xxxx")
	l := NewList(parse(t, `[0]`))
	l.Insert(0, buf[:1])
	l.Insert(0, buf[:1])
	if got := string(Splice([]byte(`[0]`), l.Edits())); got != `[0,1,1]` || string(buf) != "1xxxx" {
		t.Errorf("%s, text is %q", got, buf)
	}
}

// Lists of one text, and lists inside each other's elements, can be edited
// together.
func TestListsTogether(t *testing.T) {
	text := `{"a":[1,2,{"b":[3,4]}],"c":[5]}`
	v := parse(t, text)
	a, b, c := NewList(v.Get("a")), NewList(Value{}), NewList(v.Get("c"))
	for e := range v.Get("a").All() {
		if e.Kind() == Object {
			b = NewList(e.Get("b"))
		}
	}
	a.Drop(0)
	b.Drop(1)
	b.Insert(1, []byte("9"))
	c.Insert(0, []byte("6"))
	edits := slices.Concat(c.Edits(), b.Edits(), a.Edits())
	if got := string(Splice([]byte(text), edits)); got != `{"a":[2,{"b":[3,9]}],"c":[5,6]}` {
		t.Error(got)
	}
}

func TestListOfMany(t *testing.T) {
	text := "[" + strings.TrimSuffix(strings.Repeat("0,", 100000), ",") + "]"
	l := NewList(parse(t, text))
	for i := range 99999 {
		l.Drop(i)
	}
	if got := string(Splice([]byte(text), l.Edits())); got != "[0]" {
		t.Errorf("%.100s", got)
	}
}

// A spliced text is appended to what is there, and as long as was said.
func TestAppendSplice(t *testing.T) {
	raw := []byte("abcdef")
	for _, edits := range [][]Edit{
		nil, {{2, 4, nil}}, {{4, 4, []byte("xyz")}, {0, 1, []byte("A")}}, {{0, 6, nil}}, {{6, 6, []byte("g")}},
	} {
		want := Splice(raw, edits)
		if got := AppendSplice([]byte("in front "), raw, edits); string(got) != "in front "+string(want) || SplicedLen(raw, edits) != len(want) {
			t.Errorf("%v: %q of %d bytes, want %q", edits, got, SplicedLen(raw, edits), want)
		}
	}
}

// Neighbours that go are one edit, however many there are.
func TestNeighboursGoAsOne(t *testing.T) {
	text := "[" + strings.Repeat("1, ", 1000) + "2]"
	l := NewList(parse(t, text))
	for i := range 1000 {
		if i != 500 {
			l.Drop(i)
		}
	}
	edits := l.Edits()
	if got := string(Splice([]byte(text), edits)); got != "[ 1, 2]" && got != "[1, 2]" || len(edits) > 3 {
		t.Errorf("%q by %d edits", got, len(edits))
	}
}
