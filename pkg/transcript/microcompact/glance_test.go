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
		o := microcompact.Options{Min: 1 + pick(60), Truncate: pick(3) - 1, Summarize: pick(3), More: microcompact.More{Noise: pick(4) == 0}}
		if pick(2) == 0 {
			o.Keep = microcompact.Globs{"run_?"}
		}
		return o
	})
}

func TestUnread(t *testing.T) {
	resulttest.Unread(t, microcompact.New, 20, func(seed uint64) microcompact.Options {
		return microcompact.Options{Min: 1 + int(seed%60), Truncate: 1 + int(seed%2), Summarize: 2, Keep: microcompact.Globs{}}
	})
}
