//go:build linux || darwin

package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
	"trtools/internal/usertest"
)

func TestReplace(t *testing.T) {
	path := writeFile(t, oldText)
	before := stat(t, path)
	result, err := open(t, path, Options{}).Replace(text(newText))
	if err != nil {
		t.Fatal(err)
	}
	if result != (Result{Backup: path + ".bak"}) {
		t.Errorf("result %+v", result)
	}
	wantContent(t, path, newText)
	wantContent(t, path+".bak", oldText)
	wantNames(t, path, "session.jsonl", "session.jsonl.bak")
	if !os.SameFile(before, stat(t, path+".bak")) {
		t.Error("the backup is not the old file")
	}
	if os.SameFile(before, stat(t, path)) {
		t.Error("the file was overwritten")
	}
}

func TestReplaceWithoutBackup(t *testing.T) {
	path := writeFile(t, oldText)
	result, err := open(t, path, Options{NoBackup: true}).Replace(text(newText))
	if err != nil || result != (Result{}) {
		t.Fatal(result, err)
	}
	wantContent(t, path, newText)
	wantNames(t, path, "session.jsonl")
}

func TestReplaceByNothing(t *testing.T) {
	path := writeFile(t, oldText)
	if _, err := open(t, path, Options{}).Replace(text("")); err != nil {
		t.Fatal(err)
	}
	wantContent(t, path, "")
	wantContent(t, path+".bak", oldText)
}

// TestReplaceStreams copies more than a few buffers while the file is read.
func TestReplaceStreams(t *testing.T) {
	content := strings.Repeat("0123456789abcdef", 1<<17)
	path := writeFile(t, content)
	target := open(t, path, Options{})
	_, err := target.Replace(func(w io.Writer) error {
		_, err := io.Copy(w, struct{ io.Reader }{target.File()})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	wantContent(t, path, content)
	wantContent(t, path+".bak", content)
}

func TestReplaceUnchanged(t *testing.T) {
	path := writeFile(t, oldText)
	before := stat(t, path)
	result, err := open(t, path, Options{}).Replace(func(w io.Writer) error {
		io.WriteString(w, oldText)
		return ErrUnchanged
	})
	if err != nil || result != (Result{}) {
		t.Fatal(result, err)
	}
	after := stat(t, path)
	if !os.SameFile(before, after) || !changeTime(before).Equal(changeTime(after)) {
		t.Error("the file was touched")
	}
	wantNames(t, path, "session.jsonl")
}

func TestReplaceReturnsErrorOfWrite(t *testing.T) {
	path := writeFile(t, oldText)
	wrong := errors.New("wrong")
	_, err := open(t, path, Options{}).Replace(func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("x", 3*blockSize))
		return wrong
	})
	if err != wrong {
		t.Errorf("error %v", err)
	}
	wantContent(t, path, oldText)
	wantNames(t, path, "session.jsonl")
}

func TestReplaceAfterPanic(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{})
	func() {
		defer func() { recover() }()
		target.Replace(func(io.Writer) error { panic("in the middle") })
	}()
	wantContent(t, path, oldText)
	wantNames(t, path, "session.jsonl")
	if len(unfinished.paths) != 0 {
		t.Errorf("left in the registry: %v", unfinished.paths)
	}
}

func TestReplaceOnce(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{})
	if _, err := target.Replace(text(newText)); err != nil {
		t.Fatal(err)
	}
	_, err := target.Replace(text("third"))
	wantReason(t, err, changed)
	wantContent(t, path, newText)
	wantNames(t, path, "session.jsonl", "session.jsonl.bak")
}

func TestReplaceInRelativePath(t *testing.T) {
	path := writeFile(t, oldText)
	t.Chdir(filepath.Dir(path))
	result, err := open(t, "session.jsonl", Options{}).Replace(text(newText))
	if err != nil || result.Backup != "session.jsonl.bak" {
		t.Fatal(result, err)
	}
	wantContent(t, path, newText)
}

func TestReplaceOddNames(t *testing.T) {
	long := strings.Repeat("é", 120) // no room for a longer name
	for _, name := range []string{"new\nline", "-w", "--", "*?[a]\\", ".hidden", long, "\x1b[2J", "not\xff utf8"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(oldText), 0o644); errors.Is(err, unix.EILSEQ) {
			continue // not a name on this file system
		} else if err != nil {
			t.Fatal(err)
		}
		_, err := open(t, path, Options{}).Replace(func(w io.Writer) error {
			if _, err := io.WriteString(w, strings.Repeat("x", blockSize+1)); err != nil {
				return err
			}
			wantOneTemp(t, path)
			return nil
		})
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		wantContent(t, path, strings.Repeat("x", blockSize+1))
		wantNames(t, path, name, name+".bak")
	}
}

// wantOneTemp checks that tempPattern finds the temporary file and nothing else.
func wantOneTemp(t *testing.T, path string) {
	t.Helper()
	var found int
	for _, name := range names(t, path) {
		match, err := filepath.Match(tempPattern(path), name)
		if err != nil {
			t.Errorf("pattern %q: %v", tempPattern(path), err)
		}
		if match {
			found++
		}
	}
	if found != 1 {
		t.Errorf("pattern %q finds %d of %q", tempPattern(path), found, names(t, path))
	}
}

func TestReplaceNameTooLongForBackup(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("x", 253))
	put(t, path, oldText)
	_, err := open(t, path, Options{}).Replace(text(newText))
	if !errors.Is(err, unix.ENAMETOOLONG) {
		t.Error(err)
	}
	wantContent(t, path, oldText)
	wantNames(t, path, filepath.Base(path))
}

func TestReplaceInReadOnlyDirectory(t *testing.T) {
	usertest.Unprivileged(t, func(t *testing.T) {
		path := writeFile(t, oldText)
		dir := filepath.Dir(path)
		if err := os.Chmod(dir, 0o555); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(dir, 0o755)
		target := open(t, path, Options{})
		foreseen := target.Refusal()
		_, err := target.Replace(text(newText))
		if !errors.Is(err, fs.ErrPermission) || !errors.Is(foreseen, fs.ErrPermission) {
			t.Errorf("%v, foreseen was %v", err, foreseen)
		}
		wantContent(t, path, oldText)
		wantNames(t, path, "session.jsonl")
	})
}

// TestReplaceInUnreadableDirectory is a drop box, which cannot be synced.
func TestReplaceInUnreadableDirectory(t *testing.T) {
	usertest.Unprivileged(t, func(t *testing.T) {
		path := writeFile(t, oldText)
		dir := filepath.Dir(path)
		if err := os.Chmod(dir, 0o300); err != nil {
			t.Fatal(err)
		}
		_, err := open(t, path, Options{}).Replace(text(newText))
		os.Chmod(dir, 0o755)
		if err != nil {
			t.Error(err)
		}
		wantContent(t, path, newText)
	})
}

func TestReplaceWhenTargetBecomesDirectory(t *testing.T) {
	path := writeFile(t, oldText)
	_, err := open(t, path, Options{}).Replace(func(w io.Writer) error {
		if err := os.Remove(path); err != nil {
			return err
		}
		return os.Mkdir(path, 0o755)
	})
	wantReason(t, err, changed)
	wantNames(t, path, "session.jsonl")
}

// TestConcurrentReplaces lets many writers loose on one file: each either wins
// or is refused, and nobody's lines are lost.
func TestConcurrentReplaces(t *testing.T) {
	path := writeFile(t, "")
	var won int
	var mu sync.Mutex
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 25 {
				if addLine(t, path) {
					mu.Lock()
					won++
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	if won == 0 {
		t.Error("nobody ever wins")
	}
	wantContent(t, path, strings.Repeat("line\n", won))
	wantNames(t, path, "session.jsonl")
}

func addLine(t *testing.T, path string) (won bool) {
	target, err := Open(path, Options{NoBackup: true})
	if err == nil {
		defer target.Close()
		_, err = target.Replace(func(w io.Writer) error {
			_, err := io.Copy(w, io.MultiReader(target.File(), strings.NewReader("line\n")))
			return err
		})
	}
	if refused, ok := errors.AsType[*RefusedError](err); ok && (refused.Reason == lockedElsewhere || refused.Reason == changed) {
		return false
	}
	if err != nil {
		t.Error(err)
	}
	return err == nil
}

// TestConcurrentReaders never see anything but one whole version.
func TestConcurrentReaders(t *testing.T) {
	versions := [][]byte{bytes.Repeat([]byte("a"), 1<<20), bytes.Repeat([]byte("b"), 1<<19)}
	path := writeFile(t, string(versions[0]))
	stop := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			got, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(got, versions[0]) && !bytes.Equal(got, versions[1]) {
				t.Errorf("read %q (%d bytes), %v", abridged(got), len(got), err)
				return
			}
		}
	})
	for i := range 30 {
		target := open(t, path, Options{NoBackup: true})
		if _, err := target.Replace(text(string(versions[(i+1)%2]))); err != nil {
			t.Error(err)
		}
		target.Close()
	}
	close(stop)
	group.Wait()
}

// tempPattern returns the pattern, for filepath.Match against the names in
// path's directory, of the temporary files that replace path.
func tempPattern(path string) string {
	pattern := []byte{'.'}
	for _, c := range []byte(stem(path)) {
		if c == '*' || c == '?' || c == '[' || c == '\\' {
			pattern = append(pattern, '\\')
		}
		pattern = append(pattern, c)
	}
	return string(pattern) + ".tr-*"
}
