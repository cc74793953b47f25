package budget_test

import (
	"fmt"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
)

// found runs the stage and returns its findings in a few words, and the output.
func found(t *testing.T, o budget.Options, data string) (string, string) {
	t.Helper()
	out, err := resulttest.TryRun(stage(o), []byte(data), 0, false)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range out.Findings {
		list = append(list, fmt.Sprintf("%s line %d at %d+%d %s %s", f.Code, f.Line, f.Offset, f.Length, f.Action, f.ID))
	}
	return strings.Join(list, ", "), string(out.Data)
}

// Without options a result has 20,000 chars and a turn 200,000.
func TestDefaults(t *testing.T) {
	full := make([]string, 10)
	for i := range full {
		full[i] = x(20_000)
	}
	if got, _ := found(t, budget.Options{}, string(chat(full...))); got != "" {
		t.Errorf("at the limits: %s", got)
	}
	if got, _ := found(t, budget.Options{}, string(chat(x(20_001)))); !strings.HasPrefix(got, "large-result line 2 ") {
		t.Errorf("a result over the limit: %s", got)
	}
	if got, _ := found(t, budget.Options{}, string(chat(append(full, "y")...))); !strings.HasPrefix(got, "large-turn line 2 ") {
		t.Errorf("a turn over the limit: %s", got)
	}
}

// What is cut for its own size and what gives way to the turn are told apart, each
// with its bytes.
func TestFindings(t *testing.T) {
	data := string(chat(x(300), x(100), x(100)))
	lines := strings.SplitAfter(data, "\n")
	at := len(lines[0]) + strings.Index(lines[1], `"xxx`)
	for _, c := range []struct {
		o    budget.Options
		want string
	}{
		{limits(300, 500), ""},
		{limits(299, 500), fmt.Sprintf("large-result line 2 at %d+302 truncate c0", at)},
		{limits(300, 499), fmt.Sprintf("large-turn line 2 at %d+302 truncate c0", at)},
	} {
		if got, _ := found(t, c.o, data); got != c.want {
			t.Errorf("%d, %d: %s, want %s", c.o.Result, c.o.Turn, got, c.want)
		}
	}
}

// A client's copy that is cut has a finding of its own.
func TestCopiesHaveFindings(t *testing.T) {
	call := `{"type":"assistant","uuid":"a","parentUuid":null,"message":{"role":"assistant","content":[{"type":"tool_use","id":"x","name":"Bash","input":{}}]}}` + "\n"
	result := `{"type":"user","uuid":"b","parentUuid":"a","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"short"}]},"toolUseResult":{"stdout":"` + x(300) + `"}}` + "\n"
	o := limits(200, 9999)
	if got, out := found(t, o, call+result); got != "" || out != call+result {
		t.Errorf("a copy is cut that should stay: %s", got)
	}
	o.TrimCopies = true
	want := fmt.Sprintf("%s line 2 at %d+302 truncate ", transcript.LargeCopy, len(call)+strings.Index(result, `"xxx`))
	if got, out := found(t, o, call+result); got != want || !strings.Contains(out, " of 300 chars omitted") {
		t.Errorf("%s, want %s\n%s", got, want, out)
	}
}

func TestUnread(t *testing.T) {
	resulttest.Unread(t, budget.New, 20, func(seed uint64) budget.Options {
		return budget.Options{Result: 1 + int(seed%60), Turn: 1 + int(seed%90), Tokens: int(seed%2) * 9}
	})
}
