package mend

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// claimedBySome reports whether a format claims an object.
func claimedBySome(root outline.Value) bool {
	var v dialect.View
	return dialect.NewDetector(nil, "").View(root, &v)
}

// realFiles calls a function with the files below a folder beside the repository,
// and skips the test where it is not there.
func realFiles(t *testing.T, folder string, check func(*testing.T, []byte)) {
	root := filepath.Join("..", "..", "..", "..", "shared", folder)
	if _, err := os.Stat(root); err != nil {
		t.Skip("there are no such files here")
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".jsonl" {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && (!testing.Short() || len(data) < 100_000) {
			t.Run(filepath.Base(path), func(t *testing.T) { check(t, data) })
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Real files keep what holds for every input, and so do they with damage.
func TestRealFiles(t *testing.T) {
	for _, folder := range []string{"cases", "corpora"} {
		realFiles(t, folder, func(t *testing.T, data []byte) {
			o := Options{Known: claimedBySome}
			invariants(t, o, data)
			if len(data) > 50_000 {
				return
			}
			invariants(t, o, data[:len(data)*2/3])
			invariants(t, o, bytes.ReplaceAll(data, []byte("\n"), nil))
			invariants(t, o, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")))
			invariants(t, o, bytes.Replace(data, []byte(`":"`), []byte("\":\"\\[\t\xff\x00"), 3))
			half := bytes.IndexByte(data[len(data)/2:], '\n') + len(data)/2 + 1
			invariants(t, o, append(append(bytes.Clone(data[:half]), data[half:min(len(data), half+77)]...), data[half:]...))
		})
	}
}

// Records that no damage is near are all read: glued together, a file has the
// records that it has line by line.
func TestRealFilesGlued(t *testing.T) {
	realFiles(t, "corpora", func(t *testing.T, data []byte) {
		o := Options{Known: claimedBySome}
		plain := runWith(o, data)
		if len(plain.findings) > 0 || len(data) > 300_000 {
			return
		}
		glued := runWith(o, append(bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\r"), nil), []byte("\n"), nil), '\n'))
		if len(glued.records) != len(plain.records) {
			t.Errorf("%d records, glued %d", len(plain.records), len(glued.records))
		}
	})
}
