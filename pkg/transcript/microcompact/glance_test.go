package microcompact_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
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

// Where nobody reads what is found, the output and the rejects are the same, and findings are
// the same to whoever counts them.
func TestUnread(t *testing.T) {
	found := 0
	for _, d := range transcripttest.All() {
		for seed := range uint64(20) {
			o := microcompact.Options{Min: 1 + int(seed%60), Truncate: 1 + int(seed%2), Summarize: 2, Keep: microcompact.Globs{}}
			found += resulttest.Unread(t, transcripttest.Damaged(d, seed).Data, func(j transcript.Job) transcript.Stage { return microcompact.New(o, j) })
		}
	}
	if found == 0 {
		t.Error("nothing is ever found")
	}
}
