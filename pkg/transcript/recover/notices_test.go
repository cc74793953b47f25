package recover_test

import (
	"bytes"
	"slices"
	"testing"

	"trtools/pkg/transcript/recover"
)

// A pipe is read again from what was kept of it.
func TestVerdictInPipe(t *testing.T) {
	const verdict = `{"type":"error","error":{"message":"x"},"classification":{"class":"context_overflow","recoverable":true,"attempt":1,"limit_tokens":100}}` + "\n"
	data := append(working(6, 100), verdict...)
	for _, o := range []recover.Options{level(1), level(2), level(3)} {
		want, got := run(t, o, data), runSource(t, o, data, nil)
		if !bytes.Equal(got.out, want.out) || !slices.Equal(got.findings, want.findings) || got.summary != want.summary || len(want.findings) < 2 {
			t.Errorf("level %d: %s\n%s\n%+v", o.Level, got.summary, got.out, got.findings)
		}
	}
}
