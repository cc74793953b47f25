package resulttest

import (
	"bytes"
	"slices"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// Unread checks over damaged sessions of all dialects that where nobody reads what a stage
// finds, the output and the rejects are the same, and findings are the same to whoever counts
// them. Draw returns the options of a seed.
func Unread[O any](t *testing.T, make Maker[O], seeds uint64, draw func(seed uint64) O) {
	for _, d := range transcripttest.All() {
		found := 0
		for seed := range seeds {
			found += unread(t, transcripttest.Damaged(d, seed).Data, draw(seed), make)
		}
		if found == 0 {
			t.Errorf("%s: nothing is found", d.Name)
		}
	}
}

// unread returns how much is found in one session.
func unread[O any](t *testing.T, data []byte, o O, make Maker[O]) int {
	t.Helper()
	run := func(unread bool) (out []byte, found []transcript.Finding, rejects []transcript.Reject) {
		var to bytes.Buffer
		job := transcript.Job{
			Name: "x", Source: bytes.NewReader(data), Next: transcript.NewWriter(&to), Unread: unread,
			Report: func(f transcript.Finding) {
				f = f.WithRule()
				found = append(found, transcript.Finding{Code: f.Code, Severity: f.Severity, Action: f.Action})
			},
			Reject: func(r transcript.Reject) { rejects = append(rejects, r) },
		}
		if err := transcript.Run(bytes.NewReader(data), 0, make(o, job)); err != nil {
			t.Fatalf("%v\ninput:\n%s", err, data)
		}
		return to.Bytes(), found, rejects
	}
	want, told, wanted := run(false)
	got, counted, rejects := run(true)
	same := func(a, b transcript.Reject) bool {
		return a.File == b.File && a.Line == b.Line && a.Offset == b.Offset && a.Code == b.Code && bytes.Equal(a.Raw, b.Raw)
	}
	if !bytes.Equal(got, want) || !slices.Equal(counted, told) || !slices.EqualFunc(rejects, wanted, same) {
		t.Fatalf("%s\n%+v\n%+v\nwant\n%s\n%+v\n%+v", got, counted, rejects, want, told, wanted)
	}
	return len(told)
}
