package chunk_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
	"trtools/pkg/transcript/tokens"
)

// What is listed after one look is listed so after a closer look.
func TestPassesAtAGlance(t *testing.T) {
	resulttest.AtAGlance(t, func(pick transcripttest.Pick) (glance, closely resulttest.Maker, options any) {
		o := chunk.Options{MaxTokens: int64(pick(2) * (1 + pick(300))), Parts: int64(pick(3)), Estimate: []tokens.Model{tokens.Calibrated, tokens.Chars4}[pick(2)]}
		return func(j transcript.Job) transcript.Stage { return chunk.New(o, j) },
			func(j transcript.Job) transcript.Stage { return chunk.Closely(o, j) }, o
	})
}
