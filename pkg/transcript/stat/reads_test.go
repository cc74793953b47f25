package stat_test

import (
	"testing"

	"trtools/internal/resulttest"
	"trtools/pkg/transcript/stat"
)

func TestNoReadFailsInSilence(t *testing.T) {
	list := []stat.Options{{}, {Total: true}}
	resulttest.Reads(t, stat.New, 4, func(seed uint64) stat.Options { return list[seed%uint64(len(list))] })
}
