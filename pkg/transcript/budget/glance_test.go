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
	resulttest.AtAGlance(t, func(pick transcripttest.Pick) (glance, closely resulttest.Maker, options any) {
		o := budget.Options{Result: 1 + pick(60), Turn: 1 + pick(90), Tokens: pick(2) * (1 + pick(60)), Estimate: []tokens.Model{tokens.Calibrated, tokens.Chars4}[pick(2)]}
		return func(j transcript.Job) transcript.Stage { return budget.New(o, j) },
			func(j transcript.Job) transcript.Stage { return budget.Closely(o, j) }, o
	})
}
