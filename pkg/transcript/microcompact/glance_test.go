package microcompact_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/microcompact"
)

// What passes at a glance would pass a closer look, at every limit.
func TestPassesAtAGlance(t *testing.T) {
	resulttest.AtAGlance(t, microcompact.New, microcompact.Closely, func(pick transcripttest.Pick) microcompact.Options {
		return microcompact.Options{Min: 1 + pick(60), Truncate: pick(3) - 1, Summarize: pick(3), More: microcompact.More{Noise: pick(4) == 0}}
	})
}
