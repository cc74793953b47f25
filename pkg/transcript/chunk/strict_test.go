package chunk_test

import (
	"context"
	"io"
	"testing"

	"trtools/internal/resulttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
)

func TestStrict(t *testing.T) {
	said := func(context.Context, io.Reader, chunk.Number) (string, error) { return "said", nil }
	resulttest.CheckStrict(t, func(job transcript.Job) transcript.Stage {
		return chunk.New(chunk.Options{Parts: 2, Summarize: said}, job)
	})
}
