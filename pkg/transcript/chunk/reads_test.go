package chunk_test

import (
	"context"
	"io"
	"testing"

	"trtools/internal/resulttest"
	"trtools/pkg/transcript/chunk"
)

func TestNoReadFailsInSilence(t *testing.T) {
	said := func(_ context.Context, in io.Reader, _ chunk.Number) (string, error) {
		_, err := io.Copy(io.Discard, in)
		return "what was said", err
	}
	list := []chunk.Options{{MaxTokens: 30}, {Parts: 2, Summarize: said}, {Parts: 3, KeepLast: -1}, {MaxTokens: 20, Summarize: said, KeepLast: -1}}
	resulttest.Reads(t, chunk.New, 8, func(seed uint64) chunk.Options { return list[seed%uint64(len(list))] })
}
