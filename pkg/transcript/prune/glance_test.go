package prune_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
)

// What passes at a glance would pass a closer look, at every limit.
func TestPassesAtAGlance(t *testing.T) {
	resulttest.AtAGlance(t, func(pick transcripttest.Pick) (glance, closely resulttest.Maker, options any) {
		o := prune.Options{MaxMessages: int64(pick(20)), KeepFirst: pick(3), KeepLast: pick(3), Notice: pick(2) == 0}
		return func(j transcript.Job) transcript.Stage { return prune.New(o, j) },
			func(j transcript.Job) transcript.Stage { return prune.Closely(o, j) }, o
	})
}
