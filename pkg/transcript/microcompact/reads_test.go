package microcompact_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/microcompact"
)

func TestNoReadFailsInSilence(t *testing.T) {
	list := []microcompact.Options{{Min: 1, Truncate: 1, MinGain: 1}, {Min: 1, More: microcompact.Aggressive()}, {Min: 1, Target: 100, More: microcompact.Aggressive()}}
	resulttest.Reads(t, microcompact.New, 6, func(seed uint64) microcompact.Options { return list[seed%uint64(len(list))] })
}

func TestUnread(t *testing.T) {
	resulttest.Unread(t, microcompact.New, 20, func(seed uint64) microcompact.Options {
		return microcompact.Options{Min: 1 + int(seed%60), Truncate: 1 + int(seed%2), Summarize: 2, Keep: transcript.Globs{}}
	})
}
