package plan_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/internal/plan"
)

// timed is session with other times: milliseconds since a second, a record each.
func timed(words string, ms ...int) []byte {
	data := string(session(words))
	for i, n := range ms { // times of session are whole seconds, which these are not
		data = strings.Replace(data, fmt.Sprintf(":%02d.000Z", i), fmt.Sprintf(":%02d.%03dZ", 50+n/1000, n%1000), 1)
	}
	return []byte(data)
}

// timesOf says of every record what it hangs on and its time, with n0, n1 ... for the ids of
// those that say "new 0", "new 1" ...
func timesOf(t *testing.T, out []byte) string {
	t.Helper()
	var list []string
	names := []string{}
	for line := range bytes.Lines(out) {
		var rec struct {
			UUID, ParentUUID string
			Timestamp        time.Time
			Message          struct{ Content any }
		}
		if err := json.Unmarshal(line, &rec); err != nil {
			t.Fatal(err)
		}
		if text, ok := rec.Message.Content.(string); ok && strings.HasPrefix(text, "new ") && len(rec.UUID) == 36 {
			names = append(names, rec.UUID, "n"+text[4:])
		}
		ms := rec.Timestamp.Second()%50*1000 + rec.Timestamp.Nanosecond()/1e6
		list = append(list, fmt.Sprintf("%s<%s@%d", rec.UUID, rec.ParentUUID, ms))
	}
	return strings.NewReplacer(names...).Replace(strings.Join(list, " "))
}

// newRecord writes a user's message as a record with a stamp.
func newRecord(k int) plan.Text {
	return func(_ *plan.Plan, at plan.Spot) []byte {
		s := at.Stamp
		return fmt.Appendf(nil, `{"parentUuid":%q,"type":"user","message":{"role":"user","content":"new %d"},"uuid":%q,"sessionId":"s","timestamp":%q}`, s.Parent, k, s.RecordID, s.Time)
	}
}

// chained carries out what is done to the chain of a session.
func chained(t *testing.T, data []byte, do func(r *input.Reader, c *plan.Chain)) []byte {
	t.Helper()
	var out bytes.Buffer
	r := read(t, data, &out)
	p := r.NewPlan()
	c := p.NewChain(r.Index, r.History().Live)
	c.Span = r.Span
	do(r, c)
	c.Close()
	if err := write(r, p, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A new record is later than what it follows and, where there is room, earlier than what
// follows it; where nothing follows that says something, it is the latest of the thread.
// Before a record whose parent is lost the last one takes the parent's id.
func TestTimesOfNewRecords(t *testing.T) {
	for _, c := range []struct {
		name, words string
		ms          []int
		place, n    int
		drop, want  string
	}{
		{"room", "u1<:u a1<u1:a u2<a1:u", []int{1000, 1000, 1010}, 1, 2, "", "u1<@1000 a1<u1@1000 n0<a1@1001 n1<n0@1002 u2<n1@1010"},
		{"little room", "u1<:u a1<u1:a u2<a1:u", []int{1000, 1000, 1002}, 1, 3, "", "u1<@1000 a1<u1@1000 n0<a1@1001 n1<n0@1001 n2<n1@1001 u2<n2@1002"},
		{"no room", "u1<:u a1<u1:a u2<a1:u", []int{1000, 1000, 1000}, 1, 1, "", "u1<@1000 a1<u1@1000 n0<a1@1001 u2<n0@1000"},
		{"the end", "u1<:u a1<u1:a u2<a1:u", []int{1000, 1001, 1002}, 2, 2, "", "u1<@1000 a1<u1@1001 u2<a1@1002 n0<u2@1003 n1<n0@1004"},
		{"the end, and later words that were left", "u1<:u a1<u1:a v1<a1:u u2<a1:u", []int{1000, 1001, 9000, 2000}, 2, 1, "", "u1<@1000 a1<u1@1001 v1<a1@9000 u2<a1@2000 n0<u2@9001"},
		{"only what is shown follows", "u1<:u a1<u1:a v1<u1:a i1<a1:i", []int{1000, 1001, 5000, 3000}, 1, 1, "", "u1<@1000 a1<u1@1001 n0<a1@5001 v1<u1@5000 i1<n0@3000"},
		{"words follow what is shown", "u1<:u a1<u1:a v1<u1:a i1<a1:i u2<i1:u", []int{1000, 1001, 5000, 3000, 4000}, 1, 1, "", "u1<@1000 a1<u1@1001 n0<a1@1002 v1<u1@5000 i1<n0@3000 u2<i1@4000"},
		{"words that go follow what is shown", "u1<:u a1<u1:a v1<u1:a i1<a1:i u2<i1:u", []int{1000, 1001, 5000, 3000, 4000}, 1, 1, "u2", "u1<@1000 a1<u1@1001 n0<a1@5001 v1<u1@5000 i1<n0@3000"},
		{"the next one goes", "u1<:u a1<u1:a u2<a1:u a2<u2:a", []int{1000, 1000, 1001, 1002}, 1, 2, "u2", "u1<@1000 a1<u1@1000 n0<a1@1001 n1<n0@1001 a2<n1@1002"},
		{"in front of a lost one", "u1<:u a1<u1:a u2<lost:u", []int{1000, 1000, 1010}, 1, 2, "", "u1<@1000 a1<u1@1000 n0<a1@1001 lost<n0@1002 u2<lost@1010"},
		{"among what is kept", "u1<:u a1<u1:a b<:b=s;u1,a1 s<b:s u2<s:u", []int{1000, 1000, 1002, 1003, 1004}, 2, 3, "", "u1<@1000 n0<u1@1001 n1<n0@1001 n2<n1@1001 a1<n2@1000 b<@1002 s<b@1003 u2<s@1004"},
	} {
		out := chained(t, timed(c.words, c.ms...), func(r *input.Reader, ch *plan.Chain) {
			dropAll(r, ch, c.drop)
			base := ch.Live.Path[c.place]
			g := plan.Group{Place: c.place, Base: base, At: r.Index.Node(base).Ref()}
			for k := range c.n {
				g.Items = append(g.Items, plan.Item{Node: history.None, Like: g.At, Seed: fmt.Sprint("seed", k), Text: newRecord(k)})
			}
			ch.Put(g)
		})
		if got := timesOf(t, out); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// A record that moves keeps its time, unless it would be the latest of the path: then it
// gets one before what follows it.
func TestTimesOfMovedRecords(t *testing.T) {
	for _, c := range []struct {
		name string
		ms   []int
		want string
	}{
		{"the latest", []int{1000, 1010, 1020, 1030}, "u1<@1000 c1<u1@1010 r1<c1@1011 u2<r1@1020"},
		{"as late as the last one", []int{1000, 1010, 1020, 1020}, "u1<@1000 c1<u1@1010 r1<c1@1011 u2<r1@1020"},
		{"not the latest", []int{1000, 1010, 1020, 1015}, "u1<@1000 c1<u1@1010 r1<c1@1015 u2<r1@1020"},
		{"earlier than its call", []int{1000, 1010, 1020, 900}, "u1<@1000 c1<u1@1010 r1<c1@900 u2<r1@1020"},
	} {
		out := chained(t, timed("u1<:u c1<u1:c=x u2<c1:u r1<u2:r=x", c.ms...), func(r *input.Reader, ch *plan.Chain) {
			ref := r.Index.Node(1).Ref()
			ch.Put(plan.Group{Place: 1, Base: 1, At: ref, Items: []plan.Item{{Node: 3, Like: ref}}})
		})
		if got := timesOf(t, out); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	out := chained(t, timed("u1<:u c1<u1:c=x u2<c1:u r1<u1:r=x u3<u2:u a3<u3:a", 1000, 1010, 1020, 1030, 1025, 1040), func(r *input.Reader, ch *plan.Chain) {
		ref := r.Index.Node(1).Ref()
		ch.Put(plan.Group{Place: 1, Base: 1, At: ref, Items: []plan.Item{{Node: 3, Like: ref}}})
	})
	if got, want := timesOf(t, out), "u1<@1000 c1<u1@1010 r1<c1@1030 u2<r1@1020 u3<u2@1025 a3<u3@1040"; got != want {
		t.Errorf("later than the next one, not than the last:\n%s\nwant\n%s", got, want)
	}
}
