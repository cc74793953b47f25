package resulttest

import (
	"bytes"
	"slices"

	"trtools/pkg/transcript"
)

// Unread checks that a stage gives the same bytes and rejects where nobody reads what it
// finds, and that whoever counts findings counts the same. It returns how many there are.
func Unread(t T, data []byte, make func(transcript.Job) transcript.Stage) int {
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
		if err := transcript.Run(bytes.NewReader(data), 0, make(job)); err != nil {
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
