package plan_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/input"
	"trtools/internal/pairing"
	"trtools/internal/plan"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/outline"
)

// session writes records of Claude Code, a word each: "id<parent:kind", of which the kinds
// are u (a user's text), a (an answer; a=m of message m), c=x (a call of message id), r=x
// (its result), i (what is shown beside), s (a summary) and b=what, a boundary that keeps
// "anchor;a,b" by list or "anchor;a..b" by ends. The same words are the same lines.
func session(words string) []byte {
	var b bytes.Buffer
	times := map[string]int{}
	for i, word := range strings.Fields(words) {
		id, rest, _ := strings.Cut(word, "<")
		parent, kind, _ := strings.Cut(rest, ":")
		kind, what, _ := strings.Cut(kind, "=")
		if _, again := times[word]; !again {
			times[word] = i
		}
		link := "null"
		if parent != "" {
			link = `"` + parent + `"`
		}
		fmt.Fprintf(&b, `{"parentUuid":%s,%s,"uuid":%q,"sessionId":"s","timestamp":"2026-01-01T00:00:%02d.000Z"}`+"\n", link, body(id, kind, what), id, times[word])
	}
	return b.Bytes()
}

// body returns the members of a record of session that say what it is.
func body(id, kind, what string) string {
	switch kind {
	case "a":
		return fmt.Sprintf(`"type":"assistant","message":{"id":%q,"role":"assistant","content":[{"type":"text","text":"said %s"}]}`, cmp.Or(what, "of "+id), id)
	case "c":
		return fmt.Sprintf(`"type":"assistant","message":{"id":%[1]q,"role":"assistant","content":[{"type":"tool_use","id":%[1]q,"name":"n","input":{}}]}`, what)
	case "r":
		return fmt.Sprintf(`"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":"r"}]}`, what)
	case "i":
		return `"type":"system","subtype":"informational","content":"shown"`
	case "s":
		return `"type":"user","isCompactSummary":true,"message":{"role":"user","content":"what was"}`
	case "b":
		anchor, list, _ := strings.Cut(what, ";")
		if head, tail, ends := strings.Cut(list, ".."); ends {
			return fmt.Sprintf(`"type":"system","subtype":"compact_boundary","compactMetadata":{"preservedSegment":{"headUuid":%q,"anchorUuid":%q,"tailUuid":%q}}`, head, anchor, tail)
		}
		return fmt.Sprintf(`"type":"system","subtype":"compact_boundary","compactMetadata":{"preservedMessages":{"anchorUuid":%q,"uuids":["%s"]}}`, anchor, strings.ReplaceAll(list, ",", `","`))
	}
	return fmt.Sprintf(`"type":"user","message":{"role":"user","content":"said %s"}`, id)
}

// keeps says what the boundary of a session keeps: "anchor;a,b" or "anchor;a..b".
func keeps(t *testing.T, data []byte) string {
	t.Helper()
	for line := range bytes.Lines(data) {
		var rec struct {
			Subtype         string
			CompactMetadata struct {
				PreservedSegment  *struct{ HeadUUID, AnchorUUID, TailUUID string }
				PreservedMessages *struct {
					AnchorUUID string
					UUIDs      []string
				}
			}
		}
		if err := json.Unmarshal(line, &rec); err != nil {
			t.Fatal(err)
		}
		if s := rec.CompactMetadata.PreservedSegment; s != nil {
			return s.AnchorUUID + ";" + s.HeadUUID + ".." + s.TailUUID
		}
		if l := rec.CompactMetadata.PreservedMessages; l != nil {
			return l.AnchorUUID + ";" + strings.Join(l.UUIDs, ",")
		}
	}
	return "nothing"
}

// chain drops records of a session from the chain of its main thread, and returns what is
// written with the codes that are told.
func chain(t *testing.T, words, drop string, set func(*plan.Chain)) (string, string) {
	t.Helper()
	var out bytes.Buffer
	r := read(t, session(words), &out)
	p := r.NewPlan()
	c := p.NewChain(r.Index, r.History().Live)
	c.Span = r.Span
	set(c)
	for _, id := range strings.Fields(drop) {
		i := r.Index.Find(pairing.Hash(id))
		c.Drop(i)
		p.Remove(r.Index.Node(i).Ref())
	}
	c.Close()
	var codes []string
	for _, f := range p.Report.All() {
		codes = append(codes, string(f.Code)+" "+f.ID)
	}
	if err := write(r, p, &out); err != nil {
		t.Fatal(err)
	}
	return out.String(), strings.Join(codes, ", ")
}

// A boundary names what it keeps once records of that are lost or go, and says so.
func TestBoundaryNamesWhatItKeeps(t *testing.T) {
	const before, after = "u1<:u a1<u1:a u2<a1:u a2<u2:a ", " s<b:s u3<s:u"
	for _, c := range []struct{ kept, drop, want, told string }{
		{"s;a1,u2,a2", "", "s;a1,u2,a2", ""},
		{"s;a1,lost,a2", "", "s;a1,a2", "broken-link b"},
		{"s;lost,gone,a2", "", "s;a2", "broken-link b"},
		{"s;a1,u2,a2", "u2", "s;a1,a2", "touched b, touched a2"},
		{"s;a1,u2,a2", "a1", "s;u2,a2", "touched b, touched u2"},
		{"s;a1,u2,a2", "a1 u2 a2", "nothing", "touched b"},
		{"gone;a1,u2", "", "b;a1,u2", "broken-link b"},
		{"s;a1..a2", "", "s;a1..a2", ""},
		{"s;a1..a2", "a2", "s;a1..u2", "touched b"},
		{"s;a1..a2", "a1", "s;u2..a2", "touched b, touched u2"},
		{"s;a1..a2", "u2 a2", "s;a1..a1", "touched b"},
		{"s;u1..a2", "u1 a1", "s;u2..a2", "touched b, touched u2"},
		{"s;a2..a2", "a2", "nothing", "touched b"},
		{"s;a1..gone", "", "s;a1..a2", "broken-link b"},
		{"s;gone..a2", "", "s;u1..a2", "broken-link b"},
		{"gone;a1..a2", "", "b;a1..a2", "broken-link b"},
		{"s;a1..a2", "s", "b;a1..a2", "touched b, touched u3"},
	} {
		words := before + "b<:b=" + c.kept + after
		out, told := chain(t, words, c.drop, func(*plan.Chain) {})
		if got := keeps(t, []byte(out)); got != c.want || told != c.told {
			t.Errorf("%s without %q: keeps %s, told %q; want %s, %q", c.kept, c.drop, got, told, c.want, c.told)
		}
		if out, told := chain(t, words, "", func(c *plan.Chain) { c.Quiet = true }); out != string(session(words)) || told != "" {
			t.Errorf("%s: told %q where nothing is to be told of\n%s", c.kept, told, out)
		}
	}
}

// What a boundary lists hangs on what stands before it in the list, whatever it hung on.
func TestListedHangOnEachOther(t *testing.T) {
	for drop, want := range map[string]string{"u2": `"parentUuid":"u1","type":"assistant","message":{"id":"of a2"`, "a1": `"parentUuid":"a2","type":"user","message":{"role":"user","content":"said u2"`} {
		out, _ := chain(t, "u1<:u a1<u1:a u2<a1:u a2<u2:a b<:b=s;u1,a2,a1,u2 s<b:s u3<s:u", drop, func(*plan.Chain) {})
		if !strings.Contains(out, want) {
			t.Errorf("without %s: no %s in\n%s", drop, want, out)
		}
	}
}

// What is put in among the records that a boundary keeps gets an id of its own, or that of
// the lost one that stands there; the boundary names it at its place.
func TestPutAmongKept(t *testing.T) {
	for _, c := range []struct{ kept, want string }{
		{"s;u1,a1,u2", "s;u1,new,a1,u2"},
		{"s;u1,gone,a1,u2", "s;u1,gone,a1,u2"},
		{"s;u1,a1,u2,gone", "s;u1,a1,u2,gone"},
		{"s;u1..u2", "s;u1..u2"},
		{"s;u1..gone", "s;u1..gone"},
	} {
		var out bytes.Buffer
		r := read(t, session("u1<:u a1<u1:a u2<a1:u b<:b="+c.kept+" s<b:s u3<s:u"), &out)
		s := &plan.Shorten{Plan: r.NewPlan(), History: r.History(), Span: r.Span}
		s.Insert(1, "one more") // behind the summary and u1
		s.Close()
		if err := write(r, s.Plan, &out); err != nil {
			t.Fatal(err)
		}
		ids := map[string]bool{}
		made := ""
		for line := range strings.Lines(out.String()) {
			var rec struct{ UUID string }
			if err := json.Unmarshal([]byte(line), &rec); err != nil || rec.UUID == "" || ids[rec.UUID] {
				t.Errorf("%s: %v, no id or one that stands there already: %s", c.kept, err, line)
			}
			if ids[rec.UUID] = true; strings.Contains(line, "one more") {
				made = rec.UUID
			}
		}
		if got := strings.ReplaceAll(keeps(t, out.Bytes()), made, "new"); got != strings.ReplaceAll(c.want, made, "new") || made == "" {
			t.Errorf("%s: keeps %s, want %s\n%s", c.kept, got, c.want, out.String())
		}
	}
}

// A record that is shown beside stays on the path where its message stays, even if the
// record that it hangs on goes.
func TestShownRecordOfWhatStays(t *testing.T) {
	words := "u1<:u c1<u1:c=m r1<c1:r=m a1<r1:a=m i1<a1:i u2<i1:u"
	out, gone, _ := shorten(t, session(words), func(i int) bool { return i == 1 }, func(*plan.Shorten) {})
	if len(gone) != 2 || !strings.Contains(out, "shown") || !strings.Contains(out, `"parentUuid":"r1"`) {
		t.Errorf("%d go\n%s", len(gone), out)
	}
}

// A text is put behind the first record of a file as behind any other, in every format.
func TestInsertBehindTheFirst(t *testing.T) {
	each([]string{"U F U"}, func(d transcripttest.Dialect, data []byte) {
		if d.Log || d.Ordered {
			return
		}
		out, _, _ := shorten(t, data, func(int) bool { return false }, func(s *plan.Shorten) { s.Insert(0, "one more") })
		for _, list := range d.Read([]byte(out)) {
			var texts []string
			for _, it := range list {
				texts = append(texts, it.Text)
			}
			if got := strings.Join(texts, ", "); !strings.Contains(got, "user text 1, one more, final 2") {
				t.Errorf("%s: a client reads %s\n%s", d.Name, got, out)
			}
		}
	})
}

// An orphan result that becomes a text keeps what it said: texts as they are, and whatever
// else its content holds as JSON.
func TestWordsOfResult(t *testing.T) {
	for content, want := range map[string]string{
		`"plain"`: "plain", `[{"type":"text","text":"a"},{"type":"text","text":"b"}]`: "ab",
		`{"text":"held"}`: "held", `[{"type":"image","n":1}]`: `{\"type\":\"image\",\"n\":1}`, `{"text":1}`: `{\"text\":1}`, `null`: "",
	} {
		data := `{"role":"user","content":"go"}` + "\n" + `{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":` + content + `}]}` + "\n"
		var out bytes.Buffer
		r := read(t, []byte(data), &out)
		p := r.NewPlan()
		p.MakeText(plan.Part{Ref: r.Index.Node(1).Ref(), Result: true})
		if err := write(r, p, &out); err != nil {
			t.Fatal(err)
		}
		if _, got, _ := strings.Cut(out.String(), `conversation]\n`); !strings.HasPrefix(got, want+`"`) {
			t.Errorf("%s: %s", content, out.String())
		}
	}
}

// A record is seen in the formats that are asked for, in turns, whichever was seen before.
func TestViewsInTurns(t *testing.T) {
	r := read(t, []byte(`{"role":"user","content":"hi"}`+"\n"), &bytes.Buffer{})
	p := r.NewPlan()
	names := []string{"openai-chat", "anthropic", "openai-chat", "anthropic", "anthropic", "openai-chat"}
	var got []string
	for _, name := range names {
		v, _ := p.View(0, dialect.Named(name))
		got = append(got, v.Format.Rules().Name)
	}
	if !slices.Equal(got, names) {
		t.Errorf("%v, want %v", got, names)
	}
	both := `{"role":"assistant","content":[{"type":"tool_use","id":"blocks","name":"f","input":{}}],"tool_calls":[{"type":"function","id":"calls","function":{"name":"f","arguments":"{}"}}]}`
	p = read(t, []byte(both+"\n"), &bytes.Buffer{}).NewPlan()
	for _, name := range names {
		want := map[string]string{"openai-chat": "calls", "anthropic": "blocks"}[name]
		if v, _ := p.View(0, dialect.Named(name)); len(v.Calls) != 1 || v.Calls[0].ID.Text() != want {
			t.Errorf("as %s there are %d calls, %q, want %q", name, len(v.Calls), v.Calls[0].ID.Text(), want)
		}
	}
}

// What changes in a record changes in its copies too, and is told of each.
func TestCopiesChangeToo(t *testing.T) {
	out, told := chain(t, "u1<:u a1<u1:a u2<a1:u u2<a1:u a2<u2:a", "a1", func(*plan.Chain) {})
	if told != "touched u2, touched u2" || strings.Count(out, `"parentUuid":"u1"`) != 2 {
		t.Errorf("told %q\n%s", told, out)
	}
}

// The last text of several layers is the last record of the file, wherever the earlier
// ones stand.
func TestInsertAtTheEndInLayers(t *testing.T) {
	say := func(at int, text string) func(*input.Reader, *plan.Plan) {
		return func(r *input.Reader, p *plan.Plan) {
			h := r.Index.Main(nil)
			s := &plan.Shorten{Plan: p, History: h, Span: r.Span}
			s.Insert((at+h.Len())%h.Len(), text)
			s.Close()
		}
	}
	for _, name := range []string{"claude-serial", "pi"} {
		out, _ := replayed(t, transcripttest.Named(name).Bytes("U F U F"), say(0, "first"), say(-1, "last"))
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if !strings.Contains(lines[len(lines)-1], "last") {
			t.Errorf("%s: the last record is another one\n%s", name, out)
		}
	}
}

// What takes the place of a kept record that goes hangs in front of the record that the
// others are kept behind.
func TestStandInForFirstKept(t *testing.T) {
	words := "u1<:u a1<u1:a u2<a1:u b<:b=u4;a1,u2 s<b:s u4<s:u u3<u4:u"
	out, _, _ := shorten(t, session(words), func(i int) bool { return i == 2 }, func(s *plan.Shorten) { s.StandIn(2, 3, "one more") })
	for line := range strings.Lines(out) {
		if strings.Contains(line, "one more") && !strings.HasPrefix(line, `{"parentUuid":"s"`) {
			t.Errorf("it hangs elsewhere: %s", line)
		}
	}
	if !strings.Contains(out, "one more") || keeps(t, []byte(out)) != "u4;u2" {
		t.Errorf("keeps %s\n%s", keeps(t, []byte(out)), out)
	}
}

// What was moved behind a record that goes is replayed as it reads then.
func TestMovedAloneChanges(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U F U F U")
	refs := messages(read(t, data, &bytes.Buffer{}))
	out, _ := replayed(t, data,
		func(_ *input.Reader, p *plan.Plan) { p.Move(refs[2], refs[3]) },
		func(_ *input.Reader, p *plan.Plan) { p.Remove(refs[3]) },
		func(_ *input.Reader, p *plan.Plan) { p.Edit(refs[2], longer) },
		func(*input.Reader, *plan.Plan) {},
	)
	if !strings.Contains(out, "much longer") {
		t.Error(out)
	}
}

// longer puts another text in place of a message's content.
func longer(_ *dialect.View, rec outline.Value) []outline.Edit {
	start, end := rec.Get("content").Span()
	return []outline.Edit{{Start: start, End: end, Text: []byte(`"a text that is much longer than the one before"`)}}
}

// A plan that names a call or result which its record does not have is refused.
func TestPartsThatAreNotThere(t *testing.T) {
	for _, result := range []bool{false, true} {
		for n, fine := range []bool{true, false, false} {
			r := read(t, transcripttest.Named("anthropic").Bytes("U A[x] R(x) F"), &bytes.Buffer{})
			p := r.NewPlan()
			at := map[bool]int{false: 1, true: 2}[result]
			p.Rename(plan.Part{Ref: messages(r)[at], N: int32(n), Result: result}, "y")
			if err := write(r, p, &bytes.Buffer{}); (err == nil) != fine {
				t.Errorf("number %d, a result: %v: %v", n, result, err)
			}
		}
	}
}
