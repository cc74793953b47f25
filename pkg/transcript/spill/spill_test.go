package spill

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"trtools/internal/usertest"
)

func put(t *testing.T, s *Store, text string) string {
	t.Helper()
	if err := s.Put([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return s.Path([]byte(text))
}

func TestPut(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "results")
	s := New(dir, false)
	path := put(t, s, "text")
	sum := sha256.Sum256([]byte("text"))
	if want := filepath.Join(dir, hex.EncodeToString(sum[:])+".txt"); path != want {
		t.Errorf("path %q, want %q", path, want)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "text" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	if modesMatter {
		wantMode(t, dir, 0o700)
		wantMode(t, path, 0o600)
	}
	put(t, s, "other")
	put(t, New(dir, false), "text") // another process, or the next run
	wantFiles(t, dir, 2)
}

func wantMode(t *testing.T, name string, want os.FileMode) {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != want {
		t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
	}
}

// wantFiles counts what is in a directory, temporary files included.
func wantFiles(t *testing.T, dir string, want int) {
	t.Helper()
	if list, _ := os.ReadDir(dir); len(list) != want {
		t.Errorf("%d files in the directory, want %d: %v", len(list), want, list)
	}
}

func TestDry(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	if err := New(dir, true).Put([]byte("text")); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(dir); err == nil {
		t.Error("the directory was made")
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := New(dir, true).Put([]byte("text")); err == nil {
		t.Error("a file in the place of the directory is not seen")
	}
}

// refused are directories that are not safe to keep files in.
var refused = []struct {
	name string
	make func(t *testing.T, dir string)
	want string
}{
	{"symlink", func(t *testing.T, dir string) {
		target := filepath.Join(filepath.Dir(dir), "target")
		check(t, os.Mkdir(target, 0o700))
		check(t, os.Symlink(target, dir))
	}, "symbolic link"},
	{"dangling symlink", func(t *testing.T, dir string) { check(t, os.Symlink("nowhere", dir)) }, "symbolic link"},
	{"file", func(t *testing.T, dir string) { check(t, os.WriteFile(dir, []byte("x"), 0o600)) }, "not a directory"},
	{"open to all", func(t *testing.T, dir string) {
		check(t, os.Mkdir(dir, 0o700))
		check(t, os.Chmod(dir, 0o777))
	}, "open to others"},
	{"someone else's", func(t *testing.T, dir string) {
		check(t, os.Mkdir(dir, 0o700))
		if os.Chown(dir, 12345, 12345) != nil {
			t.Skip("only root can give a directory away")
		}
	}, "belongs to another user"},
}

// TestRefused: such a directory is not used, and not changed.
func TestRefused(t *testing.T) {
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			if !modesMatter {
				t.Skip("no modes here")
			}
			dir := filepath.Join(t.TempDir(), "results")
			c.make(t, dir)
			wantRefused(t, dir, c.want)
		})
	}
}

func TestReadOnly(t *testing.T) {
	if !modesMatter {
		t.Skip("no modes here")
	}
	usertest.Unprivileged(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "results")
		check(t, os.Mkdir(dir, 0o500))
		wantRefused(t, dir, "permission denied")
	})
}

func wantRefused(t *testing.T, dir, want string) {
	t.Helper()
	for _, dry := range []bool{true, false} {
		s := New(dir+"/", dry)
		err := s.Put([]byte("text"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("dry %v: %v, want %q", dry, err, want)
		}
	}
	wantFiles(t, filepath.Join(filepath.Dir(dir), "target"), 0)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestNeverOver: a file that has the name of a text but holds another one, or is
// a link, stays as it is.
func TestNeverOver(t *testing.T) {
	dir := t.TempDir()
	check(t, os.Chmod(dir, 0o700))
	victim := filepath.Join(t.TempDir(), "victim")
	check(t, os.WriteFile(victim, []byte("text"), 0o600))
	s := New(dir, false)
	check(t, os.WriteFile(s.Path([]byte("one")), []byte("eno"), 0o600))
	check(t, os.Symlink(victim, s.Path([]byte("text"))))
	for _, text := range []string{"one", "text"} {
		if err := s.Put([]byte(text)); err == nil || !strings.Contains(err.Error(), "another file") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if got, _ := os.ReadFile(s.Path([]byte("one"))); string(got) != "eno" {
		t.Errorf("the file was written over: %q", got)
	}
}

// TestAtOnce: processes that keep the same text at the same time leave one file.
func TestAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	text := []byte(strings.Repeat("text\n", 10000))
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if err := New(dir, false).Put(text); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	wantFiles(t, dir, 1)
}

func TestDefault(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := Default(false)
	put(t, s, "text")
	if modesMatter {
		check(t, os.Chmod(s.dir, 0o755))
		if err := Default(false).Put([]byte("other")); err == nil {
			t.Error("others can look into the directory")
		}
	}
}

func TestValidate(t *testing.T) {
	for dir, ok := range map[string]bool{"a b": true, "ü": true, "a\nb": false, "\x1b[2J": false, "x] ... y": false, "\xff": false} {
		if err := Validate(dir); (err == nil) != ok {
			t.Errorf("%q: %v", dir, err)
		}
	}
}

// Only a regular file can be the text: not a link to one, even if it reads the same.
func TestNameOfALink(t *testing.T) {
	if !modesMatter {
		t.Skip("no links")
	}
	dir := filepath.Join(t.TempDir(), "spill")
	text := []byte("as long as the link is")
	target := strings.Repeat("t", len(text))
	if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, target), text, 0o600), os.Symlink(target, filepath.Join(dir, nameOf(text)))); err != nil {
		t.Fatal(err)
	}
	if err := New(dir, false).Put(text); err == nil || !strings.Contains(err.Error(), "another file has its name") {
		t.Error(err)
	}
}

// A text that could not be kept is not tried again in the same run, so that all
// results with it are decided alike.
func TestFailureIsRemembered(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "spill")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := New(dir, false)
	first := s.Put([]byte("text"))
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if again := s.Put([]byte("text")); first == nil || again != first {
		t.Errorf("first %v, then %v", first, again)
	}
	if err := s.Put([]byte("other")); err != nil {
		t.Error(err)
	}
}
