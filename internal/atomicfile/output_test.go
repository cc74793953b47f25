//go:build linux || darwin

package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
	"trtools/internal/usertest"
)

func init() {
	helpers["output"] = func(args []string) error { return Create(args[0], text(newText)) }
}

func TestCreate(t *testing.T) {
	for umask, want := range map[int]os.FileMode{0: 0o666, 0o022: 0o644, 0o077: 0o600} {
		path := filepath.Join(t.TempDir(), "out.jsonl")
		withUmask(umask, func() {
			if err := Create(path, text(newText)); err != nil {
				t.Fatal(err)
			}
		})
		wantContent(t, path, newText)
		wantNames(t, path, "out.jsonl")
		if mode := stat(t, path).Mode(); mode != want {
			t.Errorf("umask %03o: mode is %v, want %v", umask, mode, want)
		}
	}
}

func TestCreatePrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.txt")
	for range 2 {
		withUmask(0, func() {
			if err := CreatePrivate(path, text(newText)); err != nil {
				t.Fatal(err)
			}
		})
		wantContent(t, path, newText)
		wantNames(t, path, "out.txt")
		if mode := stat(t, path).Mode(); mode != 0o600 {
			t.Errorf("mode is %v", mode)
		}
	}
	if err := CreatePrivate(filepath.Join(path, "x"), text(newText)); err == nil {
		t.Error("made in what is no directory")
	}
	if SyncDir(filepath.Dir(path)) != nil || SyncDir(path+"x") == nil {
		t.Error("a directory is not synced, or one that is not there is")
	}
}

func TestCreateOverExisting(t *testing.T) {
	for _, mode := range []os.FileMode{0o600, 0o640, 0o644, 0o666, 0o755} {
		path := writeFile(t, oldText)
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		withUmask(0o027, func() {
			if err := Create(path, text(newText)); err != nil {
				t.Fatal(err)
			}
		})
		wantContent(t, path, newText)
		wantNames(t, path, "session.jsonl")
		if got := stat(t, path).Mode(); got != mode {
			t.Errorf("mode is %v, want %v", got, mode)
		}
	}
}

func TestCreateKeepsOwner(t *testing.T) {
	needRoot(t)
	path := writeFile(t, oldText)
	if err := os.Chown(path, 1234, 5678); err != nil {
		t.Fatal(err)
	}
	if err := Create(path, text(newText)); err != nil {
		t.Fatal(err)
	}
	if uid, gid := owner(stat(t, path)); uid != 1234 || gid != 5678 {
		t.Errorf("owner is %d:%d", uid, gid)
	}
}

// TestCreateOverForeignFile: a user who may replace a file but not give one
// away, and whose group must not gain by it.
func TestCreateOverForeignFile(t *testing.T) {
	needRoot(t)
	path := sharedFile(t)
	if err := errors.Join(os.Chown(path, 1234, 777), os.Chmod(path, 0o666&^0o004)); err != nil {
		t.Fatal(err)
	}
	cmd := usertest.As(t, helper("output", path), usertest.Nobody, nil)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	if mode := stat(t, path).Mode(); mode != 0o622 {
		t.Errorf("mode is %v", mode)
	}
}

func TestCreateErrorLeavesNothing(t *testing.T) {
	wrong := errors.New("wrong")
	for _, path := range []string{writeFile(t, oldText), filepath.Join(t.TempDir(), "out.jsonl")} {
		before := names(t, path)
		err := Create(path, func(w io.Writer) error {
			io.WriteString(w, strings.Repeat("x", 2*blockSize))
			return wrong
		})
		if err != wrong {
			t.Errorf("error %v", err)
		}
		wantNames(t, path, before...)
	}
}

// TestOutputAppearsAtCommit joins several writes, as several inputs are.
func TestOutputAppearsAtCommit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.jsonl")
	o, err := NewOutput(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		fmt.Fprintln(o, n)
		if _, err := os.Lstat(path); err == nil {
			t.Error("the file is there already")
		}
	}
	if err := o.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := o.Abort(); err != nil {
		t.Error(err)
	}
	wantContent(t, path, "0\n1\n2\n")
	if _, err := o.Write([]byte("x")); err == nil {
		t.Errorf("write after commit: %v", err)
	}
	if err := o.Commit(); err == nil {
		t.Errorf("second commit: %v", err)
	}
}

func TestOutputAbort(t *testing.T) {
	path := writeFile(t, oldText)
	o, err := NewOutput(path)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(o, newText)
	for range 2 {
		if err := o.Abort(); err != nil {
			t.Error(err)
		}
	}
	wantContent(t, path, oldText)
	wantNames(t, path, "session.jsonl")
	if err := o.Commit(); err == nil {
		t.Errorf("commit after abort: %v", err)
	}
}

// TestOutputRemembersError: a caller who ignores a failed write finds out.
func TestOutputRemembersError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.jsonl")
	writes := 0
	o, err := newOutput(fakeDisk{disk: osDisk{}, before: func(op string) error {
		if op == "write" {
			if writes++; writes == 1 {
				return unix.ENOSPC
			}
		}
		return nil
	}}, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(o, "first")
	if n, err := io.WriteString(o, "second"); n != 0 || !errors.Is(err, unix.ENOSPC) {
		t.Errorf("second write: %d, %v", n, err)
	}
	if err := o.Commit(); !errors.Is(err, unix.ENOSPC) {
		t.Errorf("commit: %v", err)
	}
	wantNames(t, path)
}

func TestOutputRefusesSymlink(t *testing.T) {
	path := writeFile(t, oldText)
	link, dangling := path+".link", path+".dangling"
	if err := errors.Join(os.Symlink(path, link), os.Symlink("missing", dangling)); err != nil {
		t.Fatal(err)
	}
	refused := wantReason(t, Create(link, text(newText)), symlinked)
	if !strings.Contains(refused.Hint, filepath.Base(path)) {
		t.Errorf("hint %q", refused.Hint)
	}
	wantReason(t, Create(dangling, text(newText)), symlinked)
	wantContent(t, path, oldText)
	wantNames(t, path, "session.jsonl", "session.jsonl.dangling", "session.jsonl.link")
}

func TestOutputRefusals(t *testing.T) {
	path := writeFile(t, oldText)
	wantReason(t, Create(filepath.Dir(path), text(newText)), directory)
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	wantReason(t, Create(path, text(newText)), readOnly)
	wantContent(t, path, oldText)
}

func TestOutputErrors(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{"", dir + "/new/"} {
		if err := Create(path, text(newText)); !errors.Is(err, errNoName) {
			t.Errorf("%q: %v", path, err)
		}
	}
	if err := Create(filepath.Join(dir, "no", "dir"), text(newText)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing directory: %v", err)
	}
	wantReason(t, Create("/dev/null", text(newText)), notRegular)
}

// TestOutputGivesNoMoreRights: a new file may be read by nobody who may not read
// an input; one that is there keeps its mode.
func TestOutputGivesNoMoreRights(t *testing.T) {
	dir := t.TempDir()
	infoOf := func(name string, mode os.FileMode) os.FileInfo {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chmod(path, mode)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	private, group, public, locked := infoOf("private", 0o600), infoOf("group", 0o640), infoOf("public", 0o666), infoOf("locked", 0o400)
	usual := infoOf("usual", 0o666).Mode().Perm() &^ umaskOf(t, dir)
	for _, c := range []struct {
		inputs []os.FileInfo
		want   os.FileMode
	}{
		{nil, usual}, {[]os.FileInfo{public}, usual}, {[]os.FileInfo{group}, usual & 0o640},
		{[]os.FileInfo{public, private}, 0o600}, {[]os.FileInfo{private, public}, 0o600}, {[]os.FileInfo{locked}, 0o600},
	} {
		path := filepath.Join(t.TempDir(), "out")
		write := func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err }
		if err := Create(path, write, c.inputs...); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != c.want {
			t.Errorf("%v: %v, want %v, %v", c.inputs, info.Mode(), c.want, err)
		}
		if err := errors.Join(os.Chmod(path, 0o644), Create(path, write, c.inputs...)); err != nil {
			t.Fatal(err)
		}
		if info, _ := os.Stat(path); info.Mode().Perm() != 0o644 {
			t.Errorf("%v: the mode of an old file became %v", c.inputs, info.Mode())
		}
	}
}

// umaskOf finds out the umask by a file.
func umaskOf(t *testing.T, dir string) os.FileMode {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(dir, "umask"), os.O_CREATE|os.O_WRONLY, 0o777)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return 0o777 &^ info.Mode().Perm()
}

// A new file whose group is not the input's gives nobody what the input gives its
// group alone, or all but its group.
func TestOutputOfAnotherGroup(t *testing.T) {
	for mode, want := range map[os.FileMode]os.FileMode{0o640: 0o600, 0o604: 0o600, 0o664: 0o644, 0o644: 0o644, 0o600: 0o600} {
		path := writeFile(t, oldText)
		if err := os.Chown(path, -1, os.Getegid()+4321); err != nil {
			t.Skip("another group cannot be given here: ", err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		info := stat(t, path)
		out := filepath.Join(t.TempDir(), "out")
		if err := Create(out, text(newText), info); err != nil {
			t.Fatal(err)
		}
		if got := stat(t, out).Mode().Perm(); got != want&^umaskOf(t, t.TempDir()) {
			t.Errorf("of an input with %v: %v, want %v", mode, got, want)
		}
		wantNames(t, out, "out")
	}
}
