package budget_test

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/spill"
	"trtools/pkg/transcript/tokens"
)

// What passes at a glance would pass a closer look, at every limit.
func TestPassesAtAGlance(t *testing.T) {
	resulttest.AtAGlance(t, budget.New, budget.Closely, func(pick transcripttest.Pick) budget.Options {
		o := budget.Options{Result: 1 + pick(60), Turn: 1 + pick(90), Tokens: pick(2) * (1 + pick(60)), Estimate: []tokens.Model{tokens.Calibrated, tokens.Chars4}[pick(2)]}
		if pick(3) == 0 {
			o.Keep = budget.Globs{"run_?"}
		}
		return o
	})
}

func TestUnread(t *testing.T) {
	resulttest.Unread(t, budget.New, 20, func(seed uint64) budget.Options {
		return budget.Options{Result: 1 + int(seed%60), Turn: 1 + int(seed%90), Tokens: int(seed%2) * 9}
	})
}

// spoken is a conversation on one line with n messages of words, and calls with these
// arguments, the results of which are long.
func spoken(n int, arguments ...string) string {
	list := `{"messages":[{"role":"user","content":"go"}`
	for range n {
		list += `,{"role":"assistant","content":"words"},{"role":"user","content":"more"}`
	}
	for i, a := range arguments {
		list += fmt.Sprintf(`,{"role":"assistant","content":null,"tool_calls":[{"id":"c%d","type":"function","function":{"name":"read","arguments":%s}}]}`, i, outline.Quote(a))
		list += fmt.Sprintf(`,{"role":"tool","tool_call_id":"c%d","content":"%s"}`, i, strings.Repeat("long ", 200))
	}
	return list + "]}\n"
}

// What a call reads back from the store stays whole, and what other calls got is cut: at a
// glance as at a closer look.
func TestReadBackAtAGlance(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	o := budget.Options{Result: 300, Store: spill.New(dir, false)}
	data := []byte(spoken(2, `{"path":"other"}`, `{"path":"`+filepath.Join(dir, "x")+`"}`))
	got, want := resulttest.Outcome(t, data, o, budget.New), resulttest.Outcome(t, data, o, budget.Closely)
	if got != want || strings.Count(got, strings.Repeat("long ", 200)) != 1 || !strings.Contains(got, dir) {
		t.Errorf("at a glance\n%s\nclosely\n%s", got, want)
	}
}

// Where a result is cut in a conversation that one look tells all of, the messages around it
// cost no allocation.
func TestOnlyResultsCost(t *testing.T) {
	cost := func(n int) float64 {
		data := []byte(strings.Repeat(spoken(n, "{}"), 50))
		return testing.AllocsPerRun(5, func() {
			job := transcript.Job{Next: transcript.NewWriter(io.Discard), Unread: true}
			if err := transcript.RunBytes(data, 0, budget.New(budget.Options{Result: 300}, job)); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := cost(2), cost(60); many > few+25 || few > 50*10+200 {
		t.Errorf("%v allocations for 50 results among few messages, %v among many", few, many)
	}
}
