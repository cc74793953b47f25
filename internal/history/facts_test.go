package history_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/outline"
)

// The messages that count: of results in a row the first, and no notice.
func TestCounts(t *testing.T) {
	for text, want := range map[string]string{
		"U A[x,y,z] R(x) R(y) R(z) F": "1 1 1 0 0 1",
		"U A[x] R(x) A[y] R(y) F":     "1 1 1 1 1 1",
		"U A[x] S(x) F":               "1 1 0 1",
		"U A[x,y] S(x) R(y) F":        "1 1 0 1 1",
		"U A[x,y] R(x) S(y) U":        "1 1 1 0 1",
	} {
		h := must(read(t, transcripttest.Named("openai-chat").Bytes(text)))
		got, counted := "", int64(0)
		for i := range h.Len() {
			n := 0
			if h.Counts(i) {
				n, counted = 1, counted+1
			}
			got += fmt.Sprint(" ", n)
		}
		if got != " "+want || h.Size().Messages != counted {
			t.Errorf("%s:%s, want %s; %d messages", text, got, want, h.Size().Messages)
		}
	}
}

// The first and the newest of a user's own words, wherever they stand.
func TestFirstAndLastUser(t *testing.T) {
	for text, want := range map[string][2]int{
		"U": {0, 0}, "F U": {1, 1}, "U F": {0, 0}, "F F F": {-1, -1}, "F U F U F": {1, 3},
		"U U": {0, 1}, "U A[x] R(x)": {0, 0}, "F U U F F U": {1, 5}, "F F U F F": {2, 2},
	} {
		h := must(read(t, transcripttest.Named("openai-chat").Bytes(text)))
		if got := [2]int{h.FirstUser(), h.LastUser()}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// Every message is in one unit, and UnitOf finds it.
func TestUnitOf(t *testing.T) {
	for _, name := range []string{"openai-chat", "claude-fan", "pi", "codex"} {
		h := must(read(t, transcripttest.Named(name).Bytes("U A[x] R(x) F U A[y,z] R(y) U R(z) F U F")))
		at := 0
		for k, u := range h.Units() {
			if u.From != at || u.To <= u.From {
				t.Errorf("%s: unit %d is %d:%d, the one before it ends at %d", name, k, u.From, u.To, at)
			}
			for at = u.From; at < u.To; at++ {
				if got := h.UnitOf(at); got != k {
					t.Errorf("%s: message %d is in unit %d, want %d", name, at, got, k)
				}
			}
		}
		if at != h.Len() {
			t.Errorf("%s: units end at message %d of %d", name, at, h.Len())
		}
	}
}

// What follows signed thinking stays with it, up to the next thinking, as long as its turn is not
// over.
func TestThinkingHolds(t *testing.T) {
	const (
		user   = `{"role":"user","content":"go"}` + "\n"
		signed = `{"role":"assistant","content":[{"type":"thinking","thinking":"so","signature":"c2ln"},{"type":"tool_use","id":"%s","name":"f","input":{}}]}` + "\n"
		plain  = `{"role":"assistant","content":[{"type":"tool_use","id":"%s","name":"f","input":{}}]}` + "\n"
		result = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"%s","content":"r"}]}` + "\n"
	)
	step := func(format, id string) string { return fmt.Sprintf(format+result, id, id) }
	for _, c := range []struct {
		name, text string
		want       []int // where units end
	}{
		{"steps without thinking", user + step(signed, "a") + step(plain, "b") + step(plain, "c"), []int{1, 7}},
		{"a turn that is over", user + step(signed, "a") + step(plain, "b") + user, []int{1, 3, 5, 6}},
		{"each has its own", user + step(signed, "a") + step(signed, "b"), []int{1, 3, 5}},
		{"none before it", user + step(plain, "a") + step(signed, "b"), []int{1, 3, 5}},
		{"another turn", user + step(signed, "a") + user + step(plain, "b"), []int{1, 3, 4, 6}},
	} {
		var got []int
		for _, u := range must(read(t, []byte(c.text))).Units() {
			got = append(got, u.To)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: units end at %v, want %v", c.name, got, c.want)
		}
	}
}

// Where its own messages are, and what no request holds any more.
func TestRecordsAndDead(t *testing.T) {
	for _, name := range []string{"claude-serial", "pi"} {
		d := transcripttest.Named(name)
		data := d.Bytes("U F U F @2 U A[x] R(x) F")
		h := must(read(t, data))
		var all []int64
		at := int64(0)
		for line := range bytes.Lines(data) {
			all = append(all, at)
			at += int64(len(line))
		}
		records, dead := h.Records(), h.Dead()
		for _, ref := range slices.Concat(records, dead) {
			if !slices.Contains(all, ref) {
				t.Errorf("%s: no record begins at %d", name, ref)
			}
		}
		if len(records) != 6 || len(dead) != 2 || !slices.IsSorted(records) || slices.Contains(records, dead[0]) {
			t.Errorf("%s: live %v, dead %v", name, records, dead)
		}
	}
}

// Offsets beyond 4 GiB are kept as they are.
func TestFarRecords(t *testing.T) {
	var d outline.Doc
	if err := d.Parse([]byte(`{"role":"user","content":"hi"}`)); err != nil {
		t.Fatal(err)
	}
	var v dialect.View
	if !dialect.NewDetector(nil, "").View(d.Root(), &v) {
		t.Fatal("no format knows it")
	}
	for _, ref := range []int64{0, 1<<32 - 1, 1 << 32, 5<<32 + 7, 1<<39 + 12345} {
		x := history.New()
		x.Add(&v, d.Root(), ref)
		x.Finish()
		if got := x.Main(nil).Records(); !slices.Equal(got, []int64{ref}) || x.Node(0).Ref() != ref {
			t.Errorf("a record at %d is at %v", ref, got)
		}
	}
}
