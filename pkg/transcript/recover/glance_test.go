package recover_test

import (
	"fmt"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/recover"
)

// What passes at a glance would pass a closer look, at every level and limit.
func TestPassesAtAGlance(t *testing.T) {
	resulttest.AtAGlance(t, recover.New, recover.Closely, func(pick transcripttest.Pick) recover.Options {
		o := recover.Options{Level: pick(4), Keep: pick(20), Result: 1 + pick(400), Turn: 1 + pick(600), Continue: pick(8) == 0}
		limits := []*int64{&o.MaxChars, &o.MaxTokens, &o.MaxPayload}
		if n := pick(6); n < len(limits) {
			*limits[n] = int64(1 + pick(6000))
		}
		return o
	})
}

// A long text is cut at every level, in a conversation of three messages too.
func TestLongTextAtAGlance(t *testing.T) {
	for n := 3_990; n <= 5_010; n += 10 {
		line := fmt.Appendf(nil, `{"messages":[{"role":"user","content":"u"},{"role":"assistant","content":"%s"},{"role":"user","content":"u"}]}`+"\n", strings.Repeat("x", n))
		for level := 1; level <= 3; level++ {
			o := recover.Options{Level: level}
			if got, want := resulttest.Outcome(t, line, o, recover.New), resulttest.Outcome(t, line, o, recover.Closely); got != want {
				t.Errorf("%d chars at level %d: %d bytes, closely %d", n, level, len(got), len(want))
			}
		}
	}
}
