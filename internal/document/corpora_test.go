package document_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestCorpora: real sessions as documents are repaired as they are one record a line,
// the healthy ones not at all.
func TestCorpora(t *testing.T) {
	files, err := filepath.Glob("../../../shared/corpora/*/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Skip("no corpora here")
	}
	largest := int64(2 << 20)
	if testing.Short() {
		largest = 64 << 10
	}
	documents, changed := 0, 0
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil || info.Size() > largest {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list := records(data)
		if !known(list) {
			continue
		}
		want, err := overLines(append(bytes.Join(list, []byte("\n")), '\n'), repair)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range []layout{layouts[3], layouts[6]} {
			check(t, l, list, want, filepath.Base(name)+", "+l.name)
		}
		if documents++; len(want.findings) > 0 {
			changed++
		}
	}
	t.Logf("%d documents, %d of them damaged", documents, changed)
}
