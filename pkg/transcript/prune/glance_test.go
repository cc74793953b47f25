package prune_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/prune"
)

// What passes at a glance would pass a closer look, at every limit.
func TestPassesAtAGlance(t *testing.T) {
	resulttest.AtAGlance(t, prune.New, prune.Closely, func(pick transcripttest.Pick) prune.Options {
		return prune.Options{MaxMessages: int64(pick(20)), KeepFirst: pick(3), KeepLast: pick(3), Notice: pick(2) == 0}
	})
}
