package spill

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
)

// A dry run is pleased with a directory that is there and ours, as a run would be.
func TestDryInADirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	check(t, os.Mkdir(dir, 0o700))
	check(t, New(dir, true).Put([]byte("text")))
	wantFiles(t, dir, 0)
	s := New(dir, false).Dry()
	check(t, s.Put([]byte("text")))
	wantFiles(t, dir, 0)
	if s.Dir() != dir {
		t.Errorf("the dry store is in %s, not in %s", s.Dir(), dir)
	}
	if (*Store)(nil).Dry() != nil {
		t.Error("a dry store of none")
	}
}

// The dry store of a private one is as strict.
func TestDryIsAsPrivate(t *testing.T) {
	if !modesMatter {
		t.Skip("no modes here")
	}
	t.Setenv("TMPDIR", t.TempDir())
	s := Default(false)
	put(t, s, "text")
	check(t, os.Chmod(s.Dir(), 0o750))
	if err := s.Dry().Put([]byte("other")); err == nil {
		t.Error("others can look into the directory")
	}
	check(t, os.Chmod(s.Dir(), 0o755))
	check(t, New(s.Dir(), true).Put([]byte("other"))) // for one that was named, that is fine
}

// Texts by the thousand leave nothing open.
func TestNothingStaysOpen(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("descriptors are not listed here")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // what is forgotten is not closed for us
	open := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		check(t, err)
		return len(list)
	}
	dir := filepath.Join(t.TempDir(), "results")
	put(t, New(dir, false), "first")
	before := open()
	for _, text := range []string{"a", "b", "c", "a", "b", "c"} {
		put(t, New(dir, false), text)
	}
	if err := New(dir+"/missing\x00", false).Put([]byte("x")); err == nil {
		t.Error("a name with NUL is taken")
	}
	if now := open(); now != before {
		t.Errorf("%d files are open, before %d", now, before)
	}
}

// Every control character in a directory's name is refused, and nothing next to them.
func TestControlCharacters(t *testing.T) {
	for r := range rune(0x100) {
		bad := r < 0x20 || r == 0x7f
		if err := Validate("a" + string(r) + "b"); (err != nil) != bad {
			t.Errorf("%q: %v", r, err)
		}
	}
}
