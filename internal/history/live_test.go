package history

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// build makes an index of records given as "id<parent kind", one a line: kinds
// are u(ser), a(ssistant), p(rogress), b(oundary, written behind its parent), l(eaf pointer), s(idechain's user, of
// no named agent), t(orn: only its id, if it has one, and its parent are left); "a=m" is
// of message m, "c=x" is an assistant's call x, "r=x" its result, "b=a;h..t" a boundary
// that keeps what is from h to t behind a, and "b=a;h,t" one that lists them. It returns
// the ids in the order of the index.
func build(t *testing.T, text string) (*Index, []string) {
	t.Helper()
	x, ids := New(), []string{}
	d := dialect.NewDetector(nil, "")
	for i, line := range strings.Fields(text) {
		id, rest, _ := strings.Cut(line, "<")
		parent, kind, _ := strings.Cut(rest, ":")
		var doc outline.Doc
		if err := doc.Parse([]byte(record(id, parent, kind))); err != nil {
			t.Fatal(err)
		}
		var v dialect.View
		if !d.View(doc.Root(), &v) {
			t.Fatalf("%s is no record", line)
		}
		if kind == "t" {
			x.AddTorn(&v)
			continue
		}
		n := x.Len()
		if x.Add(&v, doc.Root(), int64(i)); x.Len() > n {
			ids = append(ids, id)
		}
	}
	x.Finish()
	return x, ids
}

func record(id, parent, kind string) string {
	link := "null"
	if parent != "" {
		link = `"` + parent + `"`
	}
	kind, message, _ := strings.Cut(kind, "=")
	switch kind {
	case "l":
		return fmt.Sprintf(`{"type":"last-prompt","leafUuid":%q,"sessionId":"s"}`, id)
	case "s":
		return fmt.Sprintf(`{"parentUuid":%s,"isSidechain":true,"type":"user","uuid":%q,"message":{"role":"user","content":"x"}}`, link, id)
	case "b":
		return fmt.Sprintf(`{"parentUuid":null,"logicalParentUuid":%s,"type":"system","subtype":"compact_boundary","uuid":%q%s}`, link, id, preserved(message))
	case "c":
		return fmt.Sprintf(`{"parentUuid":%s,"type":"assistant","uuid":%q,"message":{"id":%[2]q,"role":"assistant","content":[{"type":"tool_use","id":%q,"name":"n","input":{}}]}}`, link, id, message)
	case "r":
		return fmt.Sprintf(`{"parentUuid":%s,"type":"user","uuid":%q,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":"r"}]}}`, link, id, message)
	case "p":
		return fmt.Sprintf(`{"parentUuid":%s,"type":"progress","uuid":%q}`, link, id)
	case "a":
		return fmt.Sprintf(`{"parentUuid":%s,"type":"assistant","uuid":%q,"message":{"id":%q,"role":"assistant","content":[{"type":"text","text":"x"}]}}`, link, id, message)
	}
	return fmt.Sprintf(`{"parentUuid":%s,"type":"user","uuid":%q,"message":{"role":"user","content":"x"}}`, link, id)
}

// preserved returns the members of a boundary that keeps records.
func preserved(text string) string {
	anchor, list, some := strings.Cut(text, ";")
	if !some {
		return ""
	}
	if head, tail, ends := strings.Cut(list, ".."); ends {
		return fmt.Sprintf(`,"compactMetadata":{"preservedSegment":{"anchorUuid":%q,"headUuid":%q,"tailUuid":%q}}`, anchor, head, tail)
	}
	return fmt.Sprintf(`,"compactMetadata":{"preservedMessages":{"anchorUuid":%q,"uuids":["%s"]}}`, anchor, strings.ReplaceAll(list, ",", `","`))
}

func path(l *Live, ids []string) string {
	var names []string
	for _, i := range l.Path {
		names = append(names, ids[i])
	}
	return strings.Join(names, " ")
}

// broken names the records whose parents are lost, and what stands in for those.
func broken(l *Live, ids []string) string {
	var list []string
	for _, b := range l.Broken {
		list = append(list, ids[b.Node]+">"+ids[b.Parent])
	}
	return strings.Join(list, " ")
}

func readable(int64) bool { return false }

func TestPath(t *testing.T) {
	for _, c := range []struct{ name, file, want, broken string }{
		{"a chain", "u1<:u a1<u1:a u2<a1:u", "u1 a1 u2", ""},
		{"the last branch is live", "u1<:u a1<u1:a u2<a1:u u3<a1:u", "u1 a1 u3", ""},
		{"a pointer names another leaf", "u1<:u a1<u1:a u2<a1:u a2<u2:a u3<a1:u u2<:l", "u1 a1 u2 a2", ""},
		{"a stale pointer does no harm", "u1<:u gone<:l a1<u1:a", "u1 a1", ""},
		{"a boundary is a root", "u1<:u b<u1:b u2<b:u", "b u2", ""},
		{"progress hangs beside", "u1<:u a1<u1:a p1<u1:p", "u1 a1", ""},
		{"progress whose parent is lost", "u1<:u a1<u1:a p1<x:p", "u1 a1 p1", "p1>a1"},
		{"progress on progress whose parent is lost", "u1<:u a1<u1:a p1<x:p p2<p1:p", "u1 a1 p1 p2", "p1>a1"},
		{"progress on progress", "u1<:u a1<u1:a p1<a1:p p2<p1:p", "u1 a1", ""},
		{"progress without a parent", "u1<:u a1<u1:a p1<:p", "u1 a1", ""},
		{"progress in a circle", "u1<:u a1<u1:a p1<p2:p p2<p1:p", "u1 a1", ""},
		{"nothing but progress", "p1<:p p2<p1:p", "p1 p2", ""},
		{"lost in front of a boundary", "u1<:u a1<u1:a b<gone:b s1<b:u u2<gone:u", "u1 a1 u2", "u2>a1"},
		{"lost behind a boundary", "u1<:u a1<u1:a b<a1:b s1<b:u u2<gone:u", "b s1 u2", "u2>s1"},
		{"a parent that is lost", "u1<:u a1<u1:a u2<x:u", "u1 a1 u2", "u2>a1"},
		{"a head that is cut off", "u2<x:u a2<u2:a", "u2 a2", ""},
		{"never across a boundary", "u1<:u b<:b u2<x:u", "b u2", "u2>b"},
		{"a parent further down", "u1<:u a2<a1:a a1<u1:a u2<a2:u", "u1 a1 a2 u2", ""},
		{"a cycle", "u1<a1:u a1<u1:a", "u1 a1", ""},
		{"its own parent", "u1<u1:u", "u1", "u1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, ids := build(t, c.file)
			l := x.Live(0, readable)
			broken := broken(l, ids)
			if got := path(l, ids); got != c.want {
				t.Errorf("path %s, want %s", got, c.want)
			}
			if got := broken; got != c.broken && c.name != "its own parent" {
				t.Errorf("broken %s, want %s", got, c.broken)
			}
		})
	}
}

// Records of one message belong together whatever their links, under one root.
func TestBeside(t *testing.T) {
	x, ids := build(t, "u1<:u a1<u1:a=m a2<a1:a=m a3<a1:a=m u2<a3:u v1<:u b1<v1:a=m")
	l := x.Live(0, readable)
	if got := path(l, ids); got != "v1 b1" {
		t.Fatalf("path %s", got)
	}
	if len(l.Beside) != 0 {
		t.Errorf("records of another root: %v", l.Beside)
	}
	x, ids = build(t, "u1<:u a1<u1:a=m a2<a1:a=m a3<a1:a=m u2<a3:u")
	l = x.Live(0, readable)
	var beside []string
	for _, list := range l.Beside {
		for _, i := range list {
			beside = append(beside, ids[i])
		}
	}
	slices.Sort(beside)
	if got := strings.Join(beside, " "); got != "a2" {
		t.Errorf("beside %s, want a2", got)
	}
	x, ids = build(t, "u1<:u a1<u1:a=m a2<a1:a=m a3<u1:a=m u2<a3:u")
	l = x.Live(0, readable)
	beside = nil
	for _, i := range l.Beside[uint32(slices.Index(ids, "a3"))] {
		beside = append(beside, ids[i])
	}
	if got := strings.Join(beside, " "); path(l, ids) != "u1 a3 u2" || got != "a1 a2" {
		t.Errorf("path %s, in front of it %q, want a1 a2", path(l, ids), got)
	}
}

// Records of one message are told from those of others, however many there are.
func TestSameMessage(t *testing.T) {
	x, ids := build(t, "u1<:u a1<u1:a=m a2<a1:a=m b1<a2:a=n a3<b1:a=m")
	for text, want := range map[string]bool{"a2 a1": true, "a3 a1": true, "a3 a2,b1": true, "a1 a1": false, "a1 a2": false, "a3 b1,u1": false, "b1 a2": false, "u1 a1": false} {
		of, list, _ := strings.Cut(text, " ")
		var nodes []uint32
		for _, id := range strings.Split(list, ",") {
			nodes = append(nodes, uint32(slices.Index(ids, id)))
		}
		if got := x.SameMessage(uint32(slices.Index(ids, of)), nodes); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	if got := x.Sibling(4); got != 2 {
		t.Errorf("the one before a3 is %d", got)
	}
}

// What a node knows beside how far back its message stands is not touched by that: if it is
// too far away to be held, it is forgotten.
func TestFarMessage(t *testing.T) {
	for _, back := range []uint32{0, 1, 1<<backBits - 1, 1 << backBits, 1<<backBits + 1, 3 << backBits} {
		x := New()
		var n Node
		n.setRef(7<<32 + 5)
		n.setFormat(9)
		for range 2 { // it may be said again
			n.setBack(1<<backBits - 1)
			n.setBack(back)
		}
		x.nodes.Add(n)
		want := None
		if held := back & (1<<backBits - 1); held == back && back > 0 {
			want = -back
		}
		if got := x.Sibling(0); got != want || n.Ref() != 7<<32+5 || n.format() != 9 {
			t.Errorf("%d back: %d, record %d of format %d", back, got, n.Ref(), n.format())
		}
	}
}

// A record beside the path whose parent is lost is adopted by the message that it is a
// part of, unless the parent may be on a line that could not be read.
func TestAdopted(t *testing.T) {
	for _, c := range []struct {
		name, file string
		unsure     bool
		broken     string
		beside     string // the records of a1's message that are not on the path
	}{
		{"of a message on the path", "u1<:u a1<u1:a=m a2<lost:a=m u2<a1:u", false, "a2>a1", "a2"},
		{"two, one behind the other", "u1<:u a1<u1:a=m a2<lost:a=m a3<gone:a=m u2<a1:u", false, "a2>a1 a3>a2", "a2 a3"},
		{"whose child is a part as well", "u1<:u a1<u1:a=m a2<lost:a=m a3<a2:a=m u2<a1:u", false, "a2>a1", "a2 a3"},
		{"of another message", "u1<:u a1<u1:a=m a2<lost:a=n u2<a1:u", false, "", ""},
		{"of a message under another root", "v1<:u b1<v1:a=m u1<:u a1<u1:a a2<lost:a=m u2<a1:u", false, "", ""},
		{"perhaps not lost", "u1<:u a1<u1:a=m a2<lost:a=m u2<a1:u", true, "a2>a1", ""},
		{"of a sidechain", "u1<:u a1<u1:a u2<a1:u s1<lost:s", false, "", ""},
	} {
		x, ids := build(t, c.file)
		l := x.Live(0, func(int64) bool { return c.unsure })
		var beside []string
		for _, i := range l.Beside[uint32(slices.Index(ids, "a1"))] {
			beside = append(beside, ids[i])
		}
		if got := strings.Join(beside, " "); got != c.beside || broken(l, ids) != c.broken || l.Doubtful() != c.unsure {
			t.Errorf("%s: beside %q, broken %q, held %v; want %q, %q", c.name, got, broken(l, ids), l.Doubtful(), c.beside, c.broken)
		}
	}
}

// Answers beside the path are results, by the nearest call above them that has their id:
// neither a call with the id, nor a result of another one, of another tree or on the path.
func TestAnswers(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"beside its call", "u1<:u c1<u1:c=x r1<c1:r=x u2<c1:u", "c1: r1"},
		{"a stand-in and another one", "u1<:u c1<u1:c=x r1<c1:r=x r2<c1:r=x u2<c1:u", "c1: r1 r2"},
		{"below a note", "u1<:u c1<u1:c=x p1<c1:p r1<p1:r=x u2<c1:u", "c1: r1"},
		{"of the nearer call", "u1<:u c1<u1:c=x c2<c1:c=x r1<c2:r=x u2<c2:u", "c2: r1"},
		{"on the path", "u1<:u c1<u1:c=x r1<c1:r=x u2<r1:u", ""},
		{"a call with the id", "u1<:u c1<u1:c=x c2<c1:c=x u2<c1:u", ""},
		{"of no call", "u1<:u c1<u1:c=x r1<c1:r=y u2<c1:u", "none: r1"},
		{"under another root", "v1<:u c1<v1:c=x r1<c1:r=x u1<:u u2<u1:u", ""},
	} {
		x, ids := build(t, c.file)
		got := ""
		for call, list := range x.Live(0, readable).Answers() {
			if got = "none:"; call.Node != None {
				got = ids[call.Node] + ":"
			}
			for _, k := range list {
				got += " " + ids[x.Part(k).Node]
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The live records come in the order of the input, wherever they stand on the path or
// beside it: of what is beside, records of live messages and results of live calls.
func TestLiveNodes(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"u1<:u a1<u1:a u2<a1:u", "u1 a1 u2"},
		{"u1<:u a1<u1:a=m a2<a1:a=m a3<u1:a=m u2<a3:u", "u1 a1 a2 a3 u2"},
		{"u1<:u c1<u1:c=x r1<c1:r=x v1<u1:u u2<c1:u", "u1 c1 r1 u2"},
		{"u1<:u c1<u1:c=x u2<c1:u r1<c1:r=x r2<c1:r=y p1<u2:p a1<u2:a", "u1 c1 u2 r1 a1"},
		{"u1<:u a1<u1:a b<:b s1<b:u p1<s1:p u2<s1:u", "s1 u2"},
		{"u2<a1:u a1<u1:a u1<:u a2<u2:a", "u2 a1 u1 a2"},
	} {
		x, ids := build(t, c.file)
		var got []string
		h := x.History(x.Live(0, readable))
		for i := range uint32(x.Len()) {
			if _, live := h.MessageAt(i); live {
				got = append(got, ids[i])
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.file, got, c.want)
		}
	}
}

// A sidechain is no part of the main thread, whether or not its agent has a name.
func TestSidechainWithoutAName(t *testing.T) {
	x, ids := build(t, "u1<:u a1<u1:a s1<:s s2<s1:s")
	if got := path(x.Live(0, readable), ids); got != "u1 a1" || x.Threads() != 2 {
		t.Errorf("path %s of %d threads", got, x.Threads())
	}
	if got := path(x.Live(x.Thread(2), readable), ids); got != "s1 s2" {
		t.Errorf("the sidechain is %s", got)
	}
}

// A parent may be on a line that could not be read: the path ends there.
func TestUnreadable(t *testing.T) {
	x, ids := build(t, "u1<:u a1<u1:a u2<x:u a2<u2:a")
	l := x.Live(0, func(int64) bool { return true })
	if got := path(l, ids); got != "u2 a2" || !l.Doubtful() {
		t.Errorf("path %s, held %v", got, l.Doubtful())
	}
}

// The index stays small: the size of a node is part of what the filters promise.
func TestManyRecords(t *testing.T) {
	var b strings.Builder
	b.WriteString("r0<:u")
	for i := 1; i < 10000; i++ {
		fmt.Fprintf(&b, " r%d<r%d:u", i, i-1)
	}
	x, _ := build(t, b.String())
	if l := x.Live(0, readable); len(l.Path) != 10000 {
		t.Errorf("%d records on the path", len(l.Path))
	}
	if n := unsafe.Sizeof(Node{}) + unsafe.Sizeof(uint32(0)); n > 40 {
		t.Errorf("%d bytes a record", n)
	}
}

// What is written again, the same to the last byte, is no record of its own.
func TestRepeats(t *testing.T) {
	x := New()
	x.Same = func(int64, outline.Value) bool { return true }
	var doc outline.Doc
	var v dialect.View
	for i := range int64(2) {
		if err := doc.Parse([]byte(record("u1", "", "u"))); err != nil || !dialect.NewDetector(nil, "").View(doc.Root(), &v) {
			t.Fatal(err)
		}
		x.Add(&v, doc.Root(), i)
	}
	if x.Len() != 1 || len(x.Repeats) != 1 || x.Repeats[0] != (Repeat{Ref: 1}) {
		t.Errorf("%d records, repeats %+v", x.Len(), x.Repeats)
	}
	if got := x.Refs(); !slices.Equal(got, []int64{0, 1}) {
		t.Errorf("references %v of a record and its copy", got)
	}
}
