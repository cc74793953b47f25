package prune_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
)

func TestStrict(t *testing.T) {
	for _, o := range []prune.Options{{MaxMessages: 2}, {MaxChars: 30}} {
		resulttest.CheckStrict(t, func(job transcript.Job) transcript.Stage { return prune.New(o, job) })
	}
}
