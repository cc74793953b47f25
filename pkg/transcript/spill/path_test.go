package spill

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAbsolute: whoever reads a path in a transcript may be somewhere else.
func TestAbsolute(t *testing.T) {
	t.Chdir(t.TempDir())
	s := New("full", false)
	text := []byte("text")
	if err := s.Put(text); err != nil {
		t.Fatal(err)
	}
	path := s.Path(text)
	if got, err := os.ReadFile(path); !filepath.IsAbs(path) || err != nil || string(got) != "text" {
		t.Errorf("%s: %q, %v", path, got, err)
	}
	if got := filepath.Join(s.Dir(), filepath.Base(path)); got != path {
		t.Errorf("the directory of %s is %s", path, s.Dir())
	}
}

// TestNotUTF8: a path that a transcript cannot spell is refused before anything
// is written, wherever it comes from.
func TestNotUTF8(t *testing.T) {
	for _, name := range []string{"a\xff", "a\ufffd", "a\nb"} {
		dir := filepath.Join(t.TempDir(), name)
		if err := Validate(dir); err == nil {
			t.Errorf("%q is accepted", dir)
		}
		for _, dry := range []bool{true, false} {
			if err := New(dir, dry).Put([]byte("x")); err == nil || !strings.Contains(err.Error(), "directory's name") {
				t.Errorf("%q: %v", dir, err)
			}
		}
		if _, err := os.Lstat(dir); err == nil {
			t.Errorf("%q was made", dir)
		}
	}
}
