package pair_test

import (
	"bytes"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// A call and its result that a client writes again under other record ids go, where
// they are the same but for ids and links; what says something else stays, as ids may
// come again.
func TestCopiedPair(t *testing.T) {
	lines := bytes.SplitAfter(transcripttest.Named("pi").Bytes("U A[x] R(x) F"), []byte("\n"))
	head, call, result, last := bytes.Join(lines[:4], nil), string(lines[2]), string(lines[3]), string(lines[4])
	again := strings.NewReplacer(`"id":"a000`, `"id":"b000`, `"parentId":"a0000001"`, `"parentId":"a0000003"`, `"parentId":"a0000002"`, `"parentId":"b0000002"`)
	last = strings.Replace(last, `"parentId":"a0000003"`, `"parentId":"b0000003"`, 1)
	for _, c := range []struct {
		name   string
		change *strings.Replacer // of the pair that is written again
		goes   bool
	}{
		{"the same", strings.NewReplacer(), true},
		{"another time of the call", strings.NewReplacer("00:00:02", "00:00:09"), false},
		{"another argument", strings.NewReplacer("do x", "do y"), false},
		{"another result", strings.NewReplacer("result of x", "result of y"), false},
	} {
		data := string(head) + c.change.Replace(again.Replace(call+result)) + last
		o := run(t, pair.Options{}, []byte(data))
		want := data
		if c.goes {
			want = string(bytes.Join(lines, nil))
		}
		if string(o.out) != want || strings.Contains(findingLines(o), string(transcript.DuplicateCall)) != c.goes {
			t.Errorf("%s:%s\n%s", c.name, findingLines(o), o.out)
		}
	}
}
