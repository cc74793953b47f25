//go:build linux || darwin

package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"trtools/internal/usertest"
)

// refusal runs Open, which must neither succeed nor wait.
func refusal(t *testing.T, path string) error {
	t.Helper()
	result := make(chan error, 1)
	go func() {
		target, err := Open(path, Options{})
		if err == nil {
			target.Close()
		}
		result <- err
	}()
	select {
	case err := <-result:
		if err == nil {
			t.Fatalf("%q was opened", path)
		}
		return err
	case <-time.After(5 * time.Second):
		t.Fatalf("opening %q hangs", path)
		return nil
	}
}

func TestOpenReads(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{})
	got, err := io.ReadAll(target.File())
	if err != nil || string(got) != oldText {
		t.Errorf("read %q, %v", got, err)
	}
	at := make([]byte, 4)
	if _, err := target.File().ReadAt(at, 4); err != nil || string(at) != "line" {
		t.Errorf("read %q, %v", at, err)
	}
	if target.info.Size() != int64(len(oldText)) || !os.SameFile(target.info, stat(t, path)) {
		t.Errorf("wrong identity: %v", target.info)
	}
}

func TestOpenRefusesSymlink(t *testing.T) {
	path := writeFile(t, oldText)
	link := filepath.Join(filepath.Dir(path), "link")
	if err := os.Symlink("session.jsonl", link); err != nil {
		t.Fatal(err)
	}
	refused := wantReason(t, refusal(t, link), symlinked)
	if !strings.Contains(refused.Hint, "session.jsonl") {
		t.Errorf("the hint does not name the target: %q", refused.Hint)
	}
	if stat(t, link).Mode()&os.ModeSymlink == 0 {
		t.Error("the link is none any more")
	}
	wantContent(t, path, oldText)
}

func TestOpenRefusesSymlinkToNowhere(t *testing.T) {
	dir := t.TempDir()
	for name, target := range map[string]string{"dangling": "missing", "looping": "looping"} {
		link := filepath.Join(dir, name)
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		wantReason(t, refusal(t, link), symlinked)
	}
}

func TestOpenAcceptsSymlinkedDirectory(t *testing.T) {
	path := writeFile(t, oldText)
	link := filepath.Join(t.TempDir(), "dir")
	if err := os.Symlink(filepath.Dir(path), link); err != nil {
		t.Fatal(err)
	}
	target := open(t, filepath.Join(link, "session.jsonl"), Options{NoBackup: true})
	if _, err := target.Replace(text(newText)); err != nil {
		t.Fatal(err)
	}
	wantContent(t, path, newText)
	wantNames(t, path, "session.jsonl")
}

func TestOpenRefusesDirectory(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, dir + "/", dir + "/.", "."} {
		wantReason(t, refusal(t, path), directory)
	}
}

func TestOpenRefusesPipeAndSocket(t *testing.T) {
	dir, err := os.MkdirTemp("", "") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	pipe := filepath.Join(dir, "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	wantReason(t, refusal(t, pipe), notRegular)

	socket := filepath.Join(dir, "socket")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	wantReason(t, refusal(t, socket), notRegular)
}

func TestOpenRefusesDevice(t *testing.T) {
	wantReason(t, refusal(t, "/dev/null"), notRegular)
}

func TestOpenDoesNotWaitForPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := openNoFollow(pipe) // as if it had come after the first look
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	wantReason(t, (&Target{path: pipe, disk: osDisk{}, file: f}).lockAndCheck(), notRegular)
}

func TestOpenRefusesHardLink(t *testing.T) {
	for _, name := range []string{"other", "session.jsonl.bak.old", "session.jsonl.bak.01", "session.jsonl.bak.0", "session.jsonl.bak2", "session.jsonl.orig"} {
		path := writeFile(t, oldText)
		if err := os.Link(path, filepath.Join(filepath.Dir(path), name)); err != nil {
			t.Fatal(err)
		}
		refused := wantReason(t, refusal(t, path), hardLinked)
		if !strings.Contains(refused.Hint, "-o") {
			t.Errorf("hint %q", refused.Hint)
		}
	}
}

func TestOpenRefusesHardLinkInOtherDirectory(t *testing.T) {
	path := writeFile(t, oldText)
	other := filepath.Join(filepath.Dir(path), "sub")
	if err := os.Mkdir(other, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(path, filepath.Join(other, "session.jsonl.bak")); err != nil {
		t.Fatal(err)
	}
	wantReason(t, refusal(t, path), hardLinked)
}

// TestOpenAcceptsOwnBackup is what a run leaves that was killed between the
// link and the rename.
func TestOpenAcceptsOwnBackup(t *testing.T) {
	path := writeFile(t, oldText)
	for _, suffix := range []string{".bak", ".bak.1", ".bak.17", ".orig", ".orig.2"} {
		if err := os.Link(path, path+suffix); err != nil {
			t.Fatal(err)
		}
	}
	put(t, path+".bak.2", "not a link")
	open(t, path, Options{Suffix: ".orig"}).Close()
	wantReason(t, refusal(t, path), hardLinked) // the suffix is not known
}

func TestReplaceRefusesReadOnly(t *testing.T) {
	path := writeFile(t, oldText)
	for _, mode := range []os.FileMode{0o444, 0o400, 0o466} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		target := open(t, path, Options{})
		_, err := target.Replace(func(w io.Writer) error { return text(newText)(w) })
		wantReason(t, err, readOnly)
		if _, err := target.Replace(func(io.Writer) error { return ErrUnchanged }); err != nil {
			t.Errorf("mode %o, nothing to write: %v", mode, err)
		}
		target.Close()
		wantContent(t, path, oldText)
		wantNames(t, path, filepath.Base(path))
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{"", filepath.Join(dir, "missing"), filepath.Join(dir, "no", "dir")} {
		if err := refusal(t, path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %v", path, err)
		}
	}
	if err := refusal(t, "a\x00b"); !errors.Is(err, unix.EINVAL) {
		t.Errorf("NUL in the name: %v", err)
	}
	if err := refusal(t, dir+"/\x1b[2J\n"); strings.ContainsAny(err.Error(), "\x1b\n") {
		t.Errorf("control characters in %q", err)
	}
}

func TestOpenUnreadable(t *testing.T) {
	usertest.Unprivileged(t, func(t *testing.T) {
		path := writeFile(t, oldText)
		if err := os.Chmod(path, 0o200); err != nil {
			t.Fatal(err)
		}
		if err := refusal(t, path); !errors.Is(err, fs.ErrPermission) {
			t.Error(err)
		}
	})
}

func TestOpenValidatesSuffix(t *testing.T) {
	path := writeFile(t, oldText)
	for _, suffix := range []string{"/x", "../x", "a\x00"} {
		if _, err := Open(path, Options{Suffix: suffix}); err == nil {
			t.Errorf("suffix %q was taken", suffix)
		}
	}
}

func TestOpenLocks(t *testing.T) {
	path := writeFile(t, oldText)
	first := open(t, path, Options{})
	wantReason(t, refusal(t, path), lockedElsewhere)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, path, Options{})
}

func TestOpenRespectsLockFile(t *testing.T) {
	path := writeFile(t, oldText)
	put(t, path+".lock", "1234")
	refused := wantReason(t, refusal(t, path), lockedElsewhere)
	if !strings.Contains(refused.Hint, "session.jsonl.lock") {
		t.Errorf("hint %q", refused.Hint)
	}
}

// TestOpenAfterReplacement is the lock of a file that has just been replaced.
func TestOpenAfterReplacement(t *testing.T) {
	path := writeFile(t, oldText)
	f, err := openNoFollow(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	put(t, path+".new", newText)
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	// The old file has no link left, so the check of the path has to notice.
	wantReason(t, (&Target{path: path, disk: osDisk{}, file: f}).lockAndCheck(), changed)
}

func TestRefusedErrorText(t *testing.T) {
	err := &RefusedError{"a\x1b.jsonl", symlinked, "hint"}
	if got, want := err.Error(), `refused to write "a\x1b.jsonl": it is a symbolic link`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
