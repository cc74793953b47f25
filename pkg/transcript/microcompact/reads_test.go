package microcompact_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/pkg/transcript/microcompact"
)

func TestNoReadFailsInSilence(t *testing.T) {
	list := []microcompact.Options{{Min: 1, Truncate: 1, MinGain: 1}, {Min: 1, More: microcompact.Aggressive()}, {Min: 1, Target: 100, More: microcompact.Aggressive()}}
	resulttest.Reads(t, microcompact.New, 6, func(seed uint64) microcompact.Options { return list[seed%uint64(len(list))] })
}
