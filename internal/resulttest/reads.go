package resulttest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// Reads checks over damaged sessions of all dialects that whichever read of the input fails
// when it is read again, the run fails as one that could not read: what was not looked at is
// not passed on as if it needed nothing. Draw returns the options of a seed.
func Reads[O any](t *testing.T, make Maker[O], seeds uint64, draw func(seed uint64) O) {
	reads := 0
	for _, d := range transcripttest.All() {
		for seed := range seeds {
			data := transcripttest.Damaged(d, seed).Data
			reads += FailEachRead(t, fmt.Sprintf("%s, seed %d", d.Name, seed), data, draw(seed), make)
		}
	}
	if reads == 0 {
		t.Error("nothing is read again")
	}
}

// FailEachRead does this for one session, and returns how often it is read again.
func FailEachRead[O any](t *testing.T, name string, data []byte, o O, make Maker[O]) int {
	t.Helper()
	src, err := failing(data, 0, o, make)
	if err != nil {
		t.Fatalf("%s: %v\ninput:\n%s", name, err, data)
	}
	for n := range src.Reads {
		_, err := failing(data, n+1, o, make)
		var read *transcript.ReadError
		if !errors.Is(err, transcripttest.ErrRead) || !errors.As(err, &read) {
			t.Errorf("%s: read %d of %d fails, and the run says %v\ninput:\n%s", name, n+1, src.Reads, err, data)
			break
		}
	}
	return src.Reads
}

// failing runs a stage over data, of which one read fails.
func failing[O any](data []byte, fails int, o O, make Maker[O]) (*transcripttest.Failing, error) {
	src := &transcripttest.Failing{ReaderAt: bytes.NewReader(data), Fails: fails}
	job := transcript.Job{
		Name: "x", Source: src, Next: transcript.NewWriter(io.Discard),
		Report: func(transcript.Finding) {}, Reject: func(transcript.Reject) {},
	}
	return src, transcript.Run(bytes.NewReader(data), 0, make(o, job))
}
