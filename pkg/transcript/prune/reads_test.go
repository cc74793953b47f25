package prune_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/pkg/transcript/prune"
)

func TestNoReadFailsInSilence(t *testing.T) {
	list := []prune.Options{{MaxMessages: 3}, {MaxTokens: 30}, {MaxChars: 60, Notice: true}, {MaxPayload: 300, KeepFirst: 1}}
	resulttest.Reads(t, prune.New, 8, func(seed uint64) prune.Options { return list[seed%uint64(len(list))] })
}
