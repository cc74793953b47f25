package recover_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/recover"
)

// What passes at a glance would pass a closer look, at every level and limit.
func TestPassesAtAGlance(t *testing.T) {
	resulttest.AtAGlance(t, func(pick transcripttest.Pick) (glance, closely resulttest.Maker, options any) {
		o := recover.Options{Level: pick(4), Keep: pick(20), Result: 1 + pick(400), Turn: 1 + pick(600), Continue: pick(8) == 0}
		limits := []*int64{&o.MaxChars, &o.MaxTokens, &o.MaxPayload}
		if n := pick(6); n < len(limits) {
			*limits[n] = int64(1 + pick(6000))
		}
		return func(j transcript.Job) transcript.Stage { return recover.New(o, j) },
			func(j transcript.Job) transcript.Stage { return recover.Closely(o, j) }, o
	})
}

// A long text is cut at every level, in a conversation of three messages too.
func TestLongTextAtAGlance(t *testing.T) {
	for n := 3_990; n <= 5_010; n += 10 {
		line := fmt.Sprintf(`{"messages":[{"role":"user","content":"u"},{"role":"assistant","content":"%s"},{"role":"user","content":"u"}]}`+"\n", strings.Repeat("x", n))
		for level := 1; level <= 3; level++ {
			var out, closely bytes.Buffer
			for w, stage := range map[*bytes.Buffer]func(recover.Options, transcript.Job) transcript.Stage{&out: recover.New, &closely: recover.Closely} {
				job := transcript.Job{Source: strings.NewReader(line), Next: transcript.NewWriter(w)}
				if err := transcript.Run(strings.NewReader(line), 0, stage(recover.Options{Level: level}, job)); err != nil {
					t.Fatal(err)
				}
			}
			if out.String() != closely.String() {
				t.Errorf("%d chars at level %d: %d bytes, closely %d", n, level, out.Len(), closely.Len())
			}
		}
	}
}
