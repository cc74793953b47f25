package plan_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/pairing"
	"trtools/internal/plan"
	"trtools/internal/transcripttest"
)

// parents says what the records of a session hang on.
func parents(t *testing.T, out string) string {
	t.Helper()
	var list []string
	for line := range strings.Lines(out) {
		_, id, _ := strings.Cut(line, `"uuid":"`)
		_, parent, _ := strings.Cut(line, `"parentUuid":`)
		id, _, _ = strings.Cut(id, `"`)
		parent, _, _ = strings.Cut(parent, ",")
		list = append(list, id+"<"+strings.Trim(parent, `"`))
	}
	return strings.ReplaceAll(strings.Join(list, " "), "null", "")
}

// What is done about a link that was broken before, and what is said of it.
func TestBrokenLinks(t *testing.T) {
	mend := func(*plan.Chain) {}
	leave := func(c *plan.Chain) { c.KeepBroken = true }
	held := func(c *plan.Chain) { c.Doubtful = true }
	const words = "u1<:u a1<u1:a u2<lost:u a2<u2:a"
	for _, c := range []struct {
		name, words, drop string
		set               func(*plan.Chain)
		want, told        string
	}{
		{"mended", words, "", mend, "u1< a1<u1 u2<a1 a2<u2", "broken-link error relink u2"},
		{"left", words, "", leave, "u1< a1<u1 u2<lost a2<u2", "broken-link error keep u2"},
		{"held", words, "", held, "u1< a1<u1 u2<lost a2<u2", "broken-link info keep u2"},
		{"what stands in goes", words, "a1", mend, "u1< u2<u1 a2<u2", "broken-link error relink u2"},
		{"all that stands in goes", words, "a1 u1", mend, "u2< a2<u2", "broken-link error relink u2"},
		{"it goes itself", words, "u2", mend, "u1< a1<u1 a2<a1", "broken-link error relink u2, touched info relink a2"},
		{"in silence", words, "u2", func(c *plan.Chain) { c.Quiet = true }, "u1< a1<u1 a2<a1", "touched info relink a2"},
		{"a head that is cut off goes", "u2<x:u a2<u2:a", "u2", mend, "a2<", "touched info relink a2"},
		{"a head that is cut off goes, and is left", "u2<x:u a2<u2:a", "u2", leave, "a2<x", "touched info relink a2"},
	} {
		var made *plan.Chain
		out, _ := chain(t, c.words, c.drop, func(c2 *plan.Chain) { c.set(c2); made = c2 })
		var told []string
		for _, f := range made.Plan.Report.All() {
			told = append(told, fmt.Sprint(f.Code, " ", f.Severity, " ", f.Action, " ", f.ID))
		}
		if got := parents(t, out); got != c.want || strings.Join(told, ", ") != c.told {
			t.Errorf("%s: %s, told %q; want %s, %q", c.name, got, told, c.want, c.told)
		}
	}
}

// The records beside the path that belong to a message stay live where the one on the path
// goes: what follows hangs on the last of them, a result of them included.
func TestBesideWhatGoes(t *testing.T) {
	for _, c := range []struct{ words, drop, want string }{
		{"u1<:u a1<u1:a=m b1<a1:a=m a2<a1:a=m u2<a2:u", "a1 a2", "u2<b1"},
		{"u1<:u a1<u1:a=m b1<a1:a=m a2<a1:a=m u2<a2:u", "a1 a2 b1", "u2<u1"},
		{"u1<:u a1<u1:a=m c1<a1:c=m r1<c1:r=m a2<a1:a=m u2<a2:u", "a1", "a2<r1"},
		{"u1<:u a1<u1:a=m c1<a1:c=m r1<c1:r=m a2<a1:a=m u2<a2:u", "a1 r1", "a2<c1"},
		{"u1<:u a1<u1:a=m c1<a1:c=m r1<c1:r=m a2<a1:a=m u2<a2:u", "a1 c1 r1", "a2<u1"},
	} {
		out, _ := chain(t, c.words, c.drop, func(*plan.Chain) {})
		if got := strings.Fields(parents(t, out)); !slices.Contains(got, c.want) {
			t.Errorf("%s without %s: %v, want %s", c.words, c.drop, got, c.want)
		}
	}
}

// A record beside the path takes the place of one on it: what hung on that one hangs on it,
// and it hangs where that one did.
func TestInstead(t *testing.T) {
	for _, c := range []struct{ words, of, by, drop, want string }{
		{"u1<:u c1<u1:c=x s1<c1:r=x r1<c1:r=x a1<s1:a", "s1", "r1", "s1", "u1< c1<u1 r1<c1 a1<r1"},
		{"u1<:u c1<u1:c=x p1<c1:i s1<p1:r=x r1<c1:r=x a1<s1:a", "s1", "r1", "s1", "u1< c1<u1 p1<c1 r1<p1 a1<r1"},
		{"u1<:u c1<u1:c=x s1<c1:r=x r1<s1:r=x a1<s1:a", "s1", "r1", "s1", "u1< c1<u1 r1<c1 a1<r1"},
	} {
		find := func(ch *plan.Chain, id string) uint32 { return ch.X.Find(pairing.Hash(id)) }
		out, _ := chain(t, c.words, c.drop, func(ch *plan.Chain) { ch.Instead(find(ch, c.of), find(ch, c.by)) })
		if got := parents(t, out); got != c.want {
			t.Errorf("%s, %s instead of %s: %s, want %s", c.words, c.by, c.of, got, c.want)
		}
	}
}

// The leaf is lost if it is removed, not if another record is, or if it is put in elsewhere.
func TestLosesLeaf(t *testing.T) {
	for _, c := range []struct {
		drop  string
		moved bool
		want  bool
	}{{"", false, false}, {"u2", false, true}, {"a1", false, false}, {"", true, false}} {
		chain(t, "u1<:u a1<u1:a u2<a1:u", c.drop, func(ch *plan.Chain) {
			leaf := ch.X.Find(pairing.Hash("u2"))
			if c.moved {
				ch.Put(plan.Group{Place: 0, Base: 0, At: ch.X.Node(0).Ref(), Items: []plan.Item{{Node: leaf, Like: ch.X.Node(0).Ref()}}})
			}
			for _, id := range strings.Fields(c.drop) {
				ch.Drop(ch.X.Find(pairing.Hash(id)))
			}
			if got := ch.LosesLeaf(); got != c.want || ch.Gone(leaf) != (c.drop == "u2" || c.moved) {
				t.Errorf("without %q, moved %v: lost %v, gone %v", c.drop, c.moved, got, ch.Gone(leaf))
			}
		})
	}
}

// Copies go with what they are copies of; those of what stays, stay, and so does a rollback
// that is written twice.
func TestCopiesGoToo(t *testing.T) {
	words := "u1<:u a1<u1:a a1<u1:a u2<a1:u u2<a1:u a2<u2:a"
	out, gone, _ := shorten(t, session(words), func(i int) bool { return i == 1 }, func(*plan.Shorten) {})
	if got := parents(t, out); len(gone) != 2 || got != "u1< u2<u1 u2<u1 a2<u2" {
		t.Errorf("%d go, left %s", len(gone), got)
	}
	data := transcripttest.Named("codex").Bytes("T U F T U F B")
	at := bytes.LastIndexByte(data[:len(data)-1], '\n') + 1
	data = append(data, data[at:]...) // the rollback once more
	h := read(t, data, &bytes.Buffer{}).History()
	out, gone, _ = shorten(t, data, func(i int) bool { return i == 1 }, func(*plan.Shorten) {})
	if h.Len() != 2 || len(h.Index.Repeats) != 1 || len(gone) != 1 || strings.Count(out, "thread_rolled_back") != 2 {
		t.Errorf("%d of %d go\n%s", len(gone), h.Len(), out)
	}
}

// What takes the place of all that a boundary keeps hangs behind what that is kept behind,
// and in front of what follows.
func TestStandInForAllKept(t *testing.T) {
	for kept, want := range map[string]string{
		"s;a1,u2": "what was, one more, said u3, said a3, said u4", "s;a1..u2": "what was, one more, said u3, said a3, said u4",
		"u3;a1,u2": "what was, said u3, one more, said a3, said u4",
	} {
		data := session("u1<:u a1<u1:a u2<a1:u b<:b=" + kept + " s<b:s u3<s:u a3<u3:a u4<a3:u")
		at := 1 // of a1
		if strings.HasPrefix(kept, "u3") {
			at = 2
		}
		out, gone, p := shorten(t, data, func(i int) bool { return i == at || i == at+1 }, func(s *plan.Shorten) { s.StandIn(at, at+2, "one more") })
		for _, list := range transcripttest.Named("claude-serial").Read([]byte(out)) {
			var texts []string
			for _, it := range list {
				texts = append(texts, it.Text)
			}
			if got := strings.Join(texts, ", "); got != want || len(gone) != 2 || keeps(t, []byte(out)) != "nothing" {
				t.Errorf("%s: a client reads %s, want %s; told %d\n%s", kept, got, want, p.Report.Len(), out)
			}
		}
	}
}
