package budget_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/tokens"
)

// What passes at a glance would pass a closer look, at every limit.
func TestPassesAtAGlance(t *testing.T) {
	resulttest.AtAGlance(t, budget.New, budget.Closely, func(pick transcripttest.Pick) budget.Options {
		return budget.Options{Result: 1 + pick(60), Turn: 1 + pick(90), Tokens: pick(2) * (1 + pick(60)), Estimate: []tokens.Model{tokens.Calibrated, tokens.Chars4}[pick(2)]}
	})
}
