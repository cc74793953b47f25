package history

import (
	"fmt"
	"slices"
	"testing"
)

// What stands in for a lost parent is the nearest message that nothing continues;
// where two writers were at work, it is the open call that an answer belongs to.
func TestStandsInForLostParent(t *testing.T) {
	for _, c := range []struct{ name, file, want, broken string }{
		{"two writers, an answer to the other one's call", "v1<:u u1<:u c1<u1:c=x v2<v1:a a9<lost:a", "u1 c1 a9", "a9>c1"},
		{"two writers, a user", "v1<:u u1<:u c1<u1:c=x v2<v1:a u9<lost:u", "v1 v2 u9", "u9>v2"},
		{"the tip has a call itself", "v1<:u u1<:u c1<u1:c=x v2<v1:c=y a9<lost:a", "v1 v2 a9", "a9>v2"},
		{"the other branch began later", "u1<:u c1<u1:c=x v1<:u a9<lost:a", "v1 a9", "a9>v1"},
		{"an abandoned branch of the same tree", "u1<:u c1<u1:c=x a2<u1:a a9<lost:a", "u1 a2 a9", "a9>a2"},
		{"a call that went on", "v1<:u u1<:u c1<u1:c=x u2<c1:u v2<v1:a a9<lost:a", "v1 v2 a9", "a9>v2"},
		{"two on one lost record", "u1<:u a1<u1:a u2<x:u a2<u2:a u3<x:u", "u1 a1 u3", "u3>a1"},
		{"two on two lost records", "u1<:u a1<u1:a u2<x:u a2<u2:a u3<y:u", "u1 a1 u2 a2 u3", "u3>a2 u2>a1"},
		{"all that is before goes on", "u1<a1:u a1<u1:a u2<x:u", "u1 a1 u2", "u2>a1"},
		{"what goes on over progress", "u1<:u a1<u1:a p1<a1:p u2<p1:u u3<:u u4<x:u", "u3 u4", "u4>u3"},
		{"what goes on over progress, further up", "u2<p1:u u1<:u a1<u1:a p1<a1:p u4<x:u", "u1 a1 p1 u2 u4", "u4>u2"},
		{"progress continues nothing", "u1<:u a1<u1:a p1<a1:p u2<x:u", "u1 a1 u2", "u2>a1"},
		{"the root of two branches", "a1<x:a a2<x:a", "a1 a2", "a2>a1"},
		{"what hangs on it stands in front of it", "u1<:u a2<u2:a u2<x:u u3<u2:u", "u1 u2 u3", "u2>u1"},
		{"what hangs on the path stands in front of it", "a3<a2:u a0<x:u a2<y:a", "a0 a2", "a2>a0"},
		{"torn, with its id", "u1<:u a1<u1:a v1<:u t1<a1:t u2<t1:u", "u1 a1 u2", "u2>a1"},
		{"torn, without an id", "u1<:u a1<u1:a v1<:u <a1:t u2<x:u", "u1 a1 u2", "u2>a1"},
		{"torn, and its parent is lost as well", "u1<:u a1<u1:a v1<:u t1<y:t u2<t1:u", "v1 u2", "u2>v1"},
		{"torn, without an id, behind the child", "u1<:u a1<u1:a v1<:u u2<x:u <a1:t", "v1 u2", "u2>v1"},
		{"torn, without an id, and two that may hang on it", "u1<:u a1<u1:a v1<:u <a1:t u3<y:u u2<x:u", "u1 a1 u3 u2", "u2>u3 u3>a1"},
		{"behind a boundary without a summary", "u1<:u b<:b p1<b:p u2<x:u a2<u2:a", "b u2 a2", "u2>b"},
		{"behind a boundary with one", "u1<:u b<:b s1<b:u u2<x:u", "b s1 u2", "u2>s1"},
	} {
		x, ids := build(t, c.file)
		l := x.Live(0, readable)
		if p, b := path(l, ids), broken(l, ids); p != c.want || b != c.broken {
			t.Errorf("%s: path %q, broken %q; want %q, %q", c.name, p, b, c.want, c.broken)
		}
	}
}

// What stands in for a removed record's lost parent is the nearest message that stays, but nothing
// across a boundary, and nothing that leads to the path itself.
func TestStandInOfRemoved(t *testing.T) {
	const file, swapped = "u1<:u a1<u1:a p1<a1:p u2<x:u b<:b u3<y:u", "r2<a2:u s2<a2:u r1<x:u a2<x:a d<r2:a"
	for _, c := range []struct {
		file, of string
		gone     map[uint32]bool
		want     string
	}{
		{file, "u2", nil, "a1"}, {file, "u2", map[uint32]bool{1: true}, "u1"}, {file, "u2", map[uint32]bool{0: true, 1: true}, "none"},
		{file, "u3", nil, "none"}, {file, "u1", nil, "none"}, {file, "a1", nil, "u1"}, {swapped, "r1", nil, "none"},
	} {
		x, ids := build(t, c.file)
		got := "none"
		if i := x.Live(0, readable).StandIn(uint32(slices.Index(ids, c.of)), c.gone); i != None {
			got = ids[i]
		}
		if got != c.want {
			t.Errorf("for %s without %v: %s, want %s", c.of, c.gone, got, c.want)
		}
	}
}

// What a boundary keeps stands behind its anchor, however it is named.
func TestKept(t *testing.T) {
	const before, after = "u1<:u a1<u1:a u2<a1:u ", " s1<b:u u3<s1:u"
	for _, c := range []struct{ name, file, want string }{
		{"by list", before + "b<:b=s1;a1,u2" + after, "b s1 a1 u2 u3 | 2:4 behind s1, lost 0, broken "},
		{"by ends", before + "b<:b=s1;a1..u2" + after, "b s1 a1 u2 u3 | 2:4 behind s1, lost 0, broken "},
		{"one record", before + "b<:b=s1;u2..u2" + after, "b s1 u2 u3 | 2:3 behind s1, lost 0, broken "},
		{"twice in the list", before + "b<:b=s1;u2,u2,s1" + after, "b s1 u2 u3 | 2:3 behind s1, lost 0, broken "},
		{"behind the boundary", before + "b<:b=b;u2,a1" + after, "b u2 a1 s1 u3 | 1:3 behind b, lost 0, broken "},
		{"the anchor is lost", before + "b<:b=gone;u2,a1" + after, "b u2 a1 s1 u3 | 1:3 behind b (lost), lost 0, broken "},
		{"one of the list is lost", before + "b<:b=s1;a1,gone,u2" + after, "b s1 a1 u2 u3 | 2:4 behind s1, lost 1, broken "},
		{"the head is lost", before + "b<:b=s1;gone..u2" + after, "b s1 u1 a1 u2 u3 | 2:5 behind s1, lost 1, broken "},
		{"the tail is lost", before + "b<:b=s1;a1..gone" + after, "b s1 a1 u2 u3 | 2:4 behind s1, lost 1, broken "},
		{"the tail is lost behind another branch", "u1<:u a1<u1:a a2<u1:a b<:b=s1;a1..gone" + after, "b s1 u3 | 2:2 behind s1, lost 1, broken "},
		{"both ends are lost", before + "b<:b=s1;lost..gone" + after, "b s1 u3 | 2:2 behind s1, lost 2, broken "},
		{"a link of the list is lost", "u1<:u a1<u1:a u2<x:u b<:b=s1;a1,u2" + after, "b s1 a1 u2 u3 | 2:4 behind s1, lost 0, broken u2>a1"},
		{"a link between the ends is lost", "u1<:u a1<u1:a u2<x:u b<:b=s1;a1..u2" + after, "b s1 a1 u2 u3 | 2:4 behind s1, lost 0, broken u2>a1"},
		{"a link and the head are lost", "u1<:u a1<u1:a u2<x:u b<:b=s1;gone..u2" + after, "b s1 u2 u3 | 2:3 behind s1, lost 1, broken "},
	} {
		x, ids := build(t, c.file)
		l := x.Live(0, readable)
		k, lost := l.Kept, ""
		if k.LostAnchor {
			lost = " (lost)"
		}
		got := fmt.Sprintf("%s | %d:%d behind %s%s, lost %d, broken %s", path(l, ids), k.From, k.To, ids[k.Anchor], lost, k.Lost, broken(l, ids))
		if got != c.want || ids[k.Boundary] != "b" || k.Holds(k.From-1) || k.Holds(k.To) || k.Holds(k.From) != (k.To > k.From) {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
	if (*Kept)(nil).Holds(0) {
		t.Error("no boundary keeps something")
	}
}

// The last boundary on the path is the compaction; a thread without one has none.
func TestCompactionPlace(t *testing.T) {
	for file, want := range map[string]int{"u1<:u a1<u1:a": -1, "u1<:u b<:b s1<b:u": 0, "u1<:u b<:b=s1;u1,u1 s1<b:u u2<s1:u": 0} {
		x, _ := build(t, file)
		if got := x.Live(0, readable).Compaction(); got != want {
			t.Errorf("%s: place %d, want %d", file, got, want)
		}
	}
}

// A pointer of a client decides which branch is live, the newest one of several.
func TestPointers(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"u1<:u a1<u1:a u2<a1:u u3<a1:u u2<:l", "u1 a1 u2"},
		{"u1<:u a1<u1:a u2<a1:u u3<a1:u u2<:l u3<:l", "u1 a1 u3"},
		{"u1<:u a1<u1:a u2<a1:u a2<u2:a p1<a2:p v1<u1:u a1<:l", "u1 a1 u2 a2"},
		{"u1<:u a1<u1:a u2<a1:u u3<a1:u u3<:l u2<:l", "u1 a1 u2"},
	} {
		x, ids := build(t, c.file)
		if got := path(x.Live(0, readable), ids); got != c.want {
			t.Errorf("%s: %s, want %s", c.file, got, c.want)
		}
	}
}
