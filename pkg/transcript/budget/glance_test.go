package budget_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/tokens"
)

// What passes at a glance would pass a closer look, at every limit.
func TestPassesAtAGlance(t *testing.T) {
	resulttest.AtAGlance(t, budget.New, budget.Closely, func(pick transcripttest.Pick) budget.Options {
		return budget.Options{Result: 1 + pick(60), Turn: 1 + pick(90), Tokens: pick(2) * (1 + pick(60)), Estimate: []tokens.Model{tokens.Calibrated, tokens.Chars4}[pick(2)]}
	})
}

// Where nobody reads what is found, the output and the rejects are the same, and findings are
// the same to whoever counts them.
func TestUnread(t *testing.T) {
	found := 0
	for _, d := range transcripttest.All() {
		for seed := range uint64(20) {
			o := budget.Options{Result: 1 + int(seed%60), Turn: 1 + int(seed%90), Tokens: int(seed%2) * 9}
			found += resulttest.Unread(t, transcripttest.Damaged(d, seed).Data, func(j transcript.Job) transcript.Stage { return budget.New(o, j) })
		}
	}
	if found == 0 {
		t.Error("nothing is ever found")
	}
}
