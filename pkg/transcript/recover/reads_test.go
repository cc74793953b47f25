package recover_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/pkg/transcript/recover"
)

func TestNoReadFailsInSilence(t *testing.T) {
	list := []recover.Options{{Level: 2, Keep: 1}, {Level: 1, Result: 10}, {Level: 3, Keep: 1, MaxChars: 50}, {Keep: 1, MaxTokens: 30}}
	resulttest.Reads(t, recover.New, 8, func(seed uint64) recover.Options { return list[seed%uint64(len(list))] })
}
