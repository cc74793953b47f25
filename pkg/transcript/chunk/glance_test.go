package chunk_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/chunk"
	"trtools/pkg/transcript/tokens"
)

// What is listed after one look is listed so after a closer look.
func TestPassesAtAGlance(t *testing.T) {
	resulttest.AtAGlance(t, chunk.New, chunk.Closely, func(pick transcripttest.Pick) chunk.Options {
		return chunk.Options{MaxTokens: int64(pick(2) * (1 + pick(300))), Parts: int64(pick(3)), Estimate: []tokens.Model{tokens.Calibrated, tokens.Chars4}[pick(2)]}
	})
}
