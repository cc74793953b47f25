package document_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/chunk"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/prune"
	"trtools/pkg/transcript/recover"
)

// stages are the filters besides tr-pair, with limits that small transcripts are over.
var stages = []struct {
	name string
	make func(transcript.Job) transcript.Stage
}{
	{"budget", func(j transcript.Job) transcript.Stage { return budget.New(budget.Options{Result: 9, Turn: 20}, j) }},
	{"microcompact", func(j transcript.Job) transcript.Stage {
		return microcompact.New(microcompact.Options{Truncate: 1, Summarize: 2, Min: 4}, j)
	}},
	{"prune", func(j transcript.Job) transcript.Stage { return prune.New(prune.Options{MaxMessages: 4}, j) }},
	{"recover", func(j transcript.Job) transcript.Stage { return recover.New(recover.Options{Level: 3}, j) }},
	{"classify", func(j transcript.Job) transcript.Stage {
		return classify.New(classify.Options{Error: "prompt is too long: 20 tokens > 10 maximum"}, j)
	}},
	{"summaries", func(j transcript.Job) transcript.Stage {
		return chunk.New(chunk.Options{Parts: 2, KeepLast: 2, Summarize: summary}, j)
	}},
}

func summary(_ context.Context, in io.Reader, n chunk.Number) (string, error) {
	text, err := io.ReadAll(in)
	return fmt.Sprintf("%d of %d: %d", n.N, n.Of, bytes.Count(text, []byte("\n"))), err
}

// TestOtherStages: every stage does to a document what it does to the same messages
// one a line.
func TestOtherStages(t *testing.T) {
	seeds := 8
	if testing.Short() {
		seeds = 3
	}
	for _, d := range transcripttest.All() {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				list := records(transcripttest.Damaged(d, uint64(seed)).Data)
				if !known(list) {
					continue
				}
				for _, s := range stages {
					want, err := overLines(append(bytes.Join(list, []byte("\n")), '\n'), s.make)
					if err != nil {
						t.Logf("%s, seed %d: of lines %v", s.name, seed, err)
						continue
					}
					for _, l := range layouts {
						doc, written := l.write(list)
						got := overDocument(t, doc, s.make)
						story := fmt.Sprintf("%s, %s, seed %d", s.name, l.name, seed)
						checkElements(t, l, doc, got, want, written, story)
					}
				}
			}
		})
	}
}
