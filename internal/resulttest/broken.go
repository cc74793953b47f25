package resulttest

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/pair"
)

// T is what Broken needs of a *testing.T or *rapid.T.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Broken returns what tr-pair would repair in a transcript, except findings with the
// given codes.
func Broken(t T, data []byte, except ...transcript.Code) (list []transcript.Finding) {
	t.Helper()
	job := transcript.Job{Name: "x", Source: bytes.NewReader(data), Next: transcript.NewWriter(io.Discard),
		Report: func(f transcript.Finding) {
			if f.Code != transcript.PartlyRead && !slices.Contains(except, f.Code) {
				list = append(list, f)
			}
		}}
	if err := transcript.Run(bytes.NewReader(data), 0, pair.New(pair.Options{}, job)); err != nil {
		t.Fatalf("%v\ninput:\n%s", err, data)
	}
	return list
}

// MadeBroken returns what tr-pair would repair in what a stage made, of kinds of which there was
// nothing in what it was given: an empty result that an API refuses is no fault of the stage.
func MadeBroken(t T, before, after []byte) []transcript.Finding {
	t.Helper()
	var known []transcript.Code
	for _, f := range Broken(t, before) {
		known = append(known, f.Code)
	}
	return slices.DeleteFunc(Broken(t, after, known...), func(f transcript.Finding) bool { return !f.Counts() })
}

// EachCleanSession checks every real session in ../shared/corpora that is small and in
// which tr-pair finds nothing, except the given codes. It skips the test if there are no
// sessions.
func EachCleanSession(t *testing.T, check func(name string, data []byte), except ...transcript.Code) {
	t.Helper()
	files, _ := filepath.Glob("../../../../shared/corpora/*/*.jsonl")
	if len(files) == 0 {
		t.Skip("no corpora here")
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) <= 300<<10 && len(Broken(t, data, except...)) == 0 {
			check(filepath.Base(name), data)
		}
	}
}
