package history

import (
	"fmt"
	"strings"
	"testing"
)

// tell says all that an index knows of links: of every record its parent, what of it is
// lost, and the record before it of the same message; the live path and what was broken;
// and what a compaction keeps.
func tell(x *Index, ids []string) string {
	var b strings.Builder
	name := func(i uint32) string {
		if i == None {
			return "none"
		}
		return ids[i]
	}
	for i := range uint32(x.Len()) {
		fmt.Fprintf(&b, "%s<%s lost %v %x, beside %s\n", ids[i], name(x.Node(i).Parent()), x.Node(i).Is(Lost), x.LostParent(i), name(x.Sibling(i)))
	}
	l := x.Live(0, readable)
	fmt.Fprintf(&b, "path %s, broken %s, from %d, fixed %d, first %s", path(l, ids), broken(l, ids), l.From, l.Fixed, name(l.First))
	if k := l.Kept; k != nil {
		fmt.Fprintf(&b, ", kept %d:%d behind %s, lost %d", k.From, k.To, name(k.Anchor), k.Lost)
	}
	return b.String()
}

// without returns the index of a file, replayed without one of its records, and what is
// left of the ids.
func without(t *testing.T, file string, gone int) (*Index, []string) {
	x, ids := build(t, file)
	r := NewReplay(x)
	var left []string
	for i := range uint32(x.Len()) {
		if int(i) == gone {
			r.Drop(i)
			continue
		}
		left = append(left, ids[i])
		r.Copy(i)
	}
	return r.Finish(), left
}

// A replay without a record is the index of the file without its line: what hung on it
// has lost its parent, and what it was a part of goes on without it.
func TestReplayWithout(t *testing.T) {
	for _, file := range []string{
		"u1<:u a1<u1:a u2<a1:u a2<u2:a u3<a2:u",
		"u1<:u a1<u1:a=m a2<a1:a=m a3<a1:a=m u2<a3:u a4<u2:a",
		"u1<:u a2<a1:a a1<u1:a u2<a2:u",
		"u1<:u c1<u1:c=x u2<c1:u a1<u2:a u3<u1:u a2<u3:a",
		"u1<:u a1<u1:a p1<a1:p u2<p1:u a2<u2:a u2<:l",
		"u1<:u a1<u1:a u2<a1:u b<:b=s1;a1,u2 s1<b:u u3<s1:u",
		"u1<:u a1<u1:a u2<a1:u b<:b=s1;a1..u2 s1<b:u u3<s1:u",
		"u1<lost:u a1<u1:a u2<gone:u u1<u2:u a2<u1:a",
		"u1<:u a1<u1:a u1<:u a2<u1:a u2<a2:u",
	} {
		words := strings.Fields(file)
		for gone := range words {
			if strings.HasSuffix(words[gone], ":l") {
				continue // no record
			}
			rest := append(append([]string(nil), words[:gone]...), words[gone+1:]...)
			x, ids := build(t, strings.Join(rest, " "))
			replayed, left := without(t, file, gone)
			if got, want := tell(replayed, left), tell(x, ids); got != want {
				t.Errorf("%s without %s:\n%s\nwant\n%s", file, words[gone], got, want)
			}
		}
	}
}

// A replay of all records knows all that the index knows: what each holds, which tool it
// names, and how large it is, whatever formats stand in it.
func TestReplayOfAll(t *testing.T) {
	const linked = `{"parentUuid":null,"type":"assistant","uuid":"c1","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"z","name":"f","input":{}}]}}`
	for _, lines := range [][]string{{chatCall, linked, chatCall}, {linked, chatCall, codexWords}, {linked, linked}, {codexWords, blockCall}} {
		x := New()
		x.Weigh = true
		for i, line := range lines {
			put(t, x, int64(i), line)
		}
		x.Finish()
		r := NewReplay(x)
		for i := range uint32(x.Len()) {
			r.Copy(i)
		}
		y := r.Finish()
		if y.Len() != x.Len() || y.Parts() != x.Parts() {
			t.Fatalf("%d records and %d parts, want %d and %d", y.Len(), y.Parts(), x.Len(), x.Parts())
		}
		for i := range uint32(x.Len()) {
			if *x.Node(i) != *y.Node(i) || x.Weight(i) != y.Weight(i) || x.Weight(i) == (Size{}) || x.Format(i) != y.Format(i) {
				t.Errorf("record %d is %+v of %+v, want %+v of %+v", i, *y.Node(i), y.Weight(i), *x.Node(i), x.Weight(i))
			}
		}
		for k := range x.Parts() {
			named := !x.Format(x.Part(k).Node).Rules().Linked
			if *x.Part(k) != *y.Part(k) || named != (x.Part(k).Name != 0) {
				t.Errorf("%q: part %d is %+v, want %+v", lines, k, *y.Part(k), *x.Part(k))
			}
		}
	}
}
