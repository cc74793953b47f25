//go:build linux || darwin

package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
	"trtools/internal/usertest"
)

func init() {
	helpers["replace"] = replaceHelper
}

// replaceHelper rewrites the file of its argument and prints what came of it.
func replaceHelper(args []string) error {
	target, err := Open(args[0], Options{})
	if err != nil {
		return err
	}
	defer target.Close()
	foreseen := target.Refusal()
	result, err := target.Replace(text(newText))
	if fmt.Sprint(foreseen) != fmt.Sprint(err) {
		return fmt.Errorf("foreseen was %v, it became %v", foreseen, err)
	}
	fmt.Printf("%t", result.GroupLost)
	return err
}

// withUmask runs do under a umask; tests of this package do not run in parallel.
func withUmask(umask int, do func()) {
	defer syscall.Umask(syscall.Umask(umask))
	do()
}

// TestReplaceKeepsMode also looks at the temporary file in the middle.
func TestReplaceKeepsMode(t *testing.T) {
	modes := []os.FileMode{0o600, 0o640, 0o644, 0o666, 0o755, 0o200, 0o777, 0o660 | os.ModeSetgid, 0o755 | os.ModeSetuid, 0o644 | os.ModeSticky}
	for _, umask := range []int{0, 0o022, 0o077} {
		for _, mode := range modes {
			if mode == 0o200 && os.Geteuid() != 0 {
				continue // cannot be read
			}
			path := writeFile(t, oldText)
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
			withUmask(umask, func() { replaceWatched(t, path, 0o600) })
			for _, name := range []string{path, path + ".bak"} {
				if got := stat(t, name).Mode(); got != mode {
					t.Errorf("umask %03o: mode of %q is %v, want %v", umask, filepath.Base(name), got, mode)
				}
			}
		}
	}
}

// replaceWatched fails if the temporary file has more than the permissions max
// while it is written.
func replaceWatched(t *testing.T, path string, max os.FileMode) {
	t.Helper()
	_, err := open(t, path, Options{}).Replace(func(w io.Writer) error {
		if _, err := io.WriteString(w, strings.Repeat("x", 2*blockSize)); err != nil {
			return err
		}
		for _, name := range names(t, path) {
			info := stat(t, filepath.Join(filepath.Dir(path), name))
			if info.Size() > 0 && strings.HasPrefix(name, ".") && info.Mode().Perm()&^max != 0 {
				t.Errorf("mode of %q is %v", name, info.Mode())
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestReplaceKeepsOwner(t *testing.T) {
	needRoot(t)
	path := writeFile(t, oldText)
	if err := os.Chown(path, 1234, 5678); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o755|os.ModeSetuid|os.ModeSetgid); err != nil {
		t.Fatal(err)
	}
	replaceWatched(t, path, 0o600)
	if uid, gid := owner(stat(t, path)); uid != 1234 || gid != 5678 {
		t.Errorf("owner is %d:%d", uid, gid)
	}
	if mode := stat(t, path).Mode(); mode != 0o755|os.ModeSetuid|os.ModeSetgid {
		t.Errorf("mode is %v", mode)
	}
}

// TestReplaceWithoutRightToChown is root in a container that may not chown.
func TestReplaceWithoutRightToChown(t *testing.T) {
	needRoot(t)
	for _, own := range []int{1234, 0} {
		path := writeFile(t, oldText)
		if err := os.Chown(path, own, 5678); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, 0o664); err != nil {
			t.Fatal(err)
		}
		target := open(t, path, Options{})
		target.disk = fakeDisk{disk: osDisk{}, before: func(op string) error {
			if op == "chown" {
				return unix.EPERM
			}
			return nil
		}}
		result, err := target.Replace(text(newText))
		if own != 0 {
			wantReason(t, err, ownerLost)
			wantContent(t, path, oldText)
			wantNames(t, path, "session.jsonl")
		} else if err != nil || !result.GroupLost || stat(t, path).Mode() != 0o644 {
			t.Errorf("%v, %+v, mode %v", err, result, stat(t, path).Mode())
		}
	}
}

// TestReplaceAsOtherUser needs root only to have files of several users.
func TestReplaceAsOtherUser(t *testing.T) {
	needRoot(t)
	const user = usertest.Nobody
	cases := []struct {
		name     string
		uid, gid int
		groups   []uint32
		mode     os.FileMode
		want     string // printed, or part of the error
		wantMode os.FileMode
	}{
		{"own file", user, user, nil, 0o640, "false", 0o640},
		{"file of a second group", user, 777, []uint32{777}, 0o660, "false", 0o660},
		{"file of a foreign group", user, 777, nil, 0o664, "true", 0o644},
		{"file of another user", 1234, user, nil, 0o666, string(ownerLost), 0o666},
		{"file that may not be written", 1234, 777, nil, 0o644, string(readOnly), 0o644},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := sharedFile(t)
			if err := errors.Join(os.Chown(path, c.uid, c.gid), os.Chmod(path, c.mode)); err != nil {
				t.Fatal(err)
			}
			out, _ := usertest.As(t, helper("replace", path), user, c.groups).CombinedOutput()
			if !strings.Contains(string(out), c.want) || strings.Contains(string(out), "foreseen") {
				t.Errorf("printed %q, want %q", out, c.want)
			}
			if mode := stat(t, path).Mode(); mode != c.wantMode {
				t.Errorf("mode is %v, want %v", mode, c.wantMode)
			}
			if uid, _ := owner(stat(t, path)); uid != c.uid {
				t.Errorf("owner is %d, want %d", uid, c.uid)
			}
			if c.want != "true" && c.want != "false" {
				wantContent(t, path, oldText)
				wantNames(t, path, "session.jsonl")
			}
		})
	}
}

// sharedFile is a file in a directory that every user may write.
func sharedFile(t *testing.T) string {
	path := filepath.Join(usertest.Shared(t), "session.jsonl")
	put(t, path, oldText)
	return path
}

// setAttribute skips the test where the file system has no such attributes.
func setAttribute(t *testing.T, path, name, value string) {
	t.Helper()
	err := unix.Setxattr(path, name, []byte(value), 0)
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.EPERM) {
		t.Skip("no extended attributes here: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func wantAttribute(t *testing.T, path, name, want string) {
	t.Helper()
	buf := make([]byte, 1<<16)
	n, err := unix.Getxattr(path, name, buf)
	if err != nil || string(buf[:n]) != want {
		t.Errorf("attribute %q of %q is %q, %v", name, filepath.Base(path), buf[:max(n, 0)], err)
	}
}

func TestReplaceKeepsAttributes(t *testing.T) {
	path := writeFile(t, oldText)
	setAttribute(t, path, "user.origin", "an agent")
	setAttribute(t, path, "user.empty", "")
	setAttribute(t, path, "user.large", strings.Repeat("v", 2000))
	for _, d := range []disk{osDisk{}, noLinksDisk()} {
		target := open(t, path, Options{})
		target.disk = d
		result, err := target.Replace(text(newText))
		target.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{path, result.Backup} {
			wantAttribute(t, name, "user.origin", "an agent")
			wantAttribute(t, name, "user.empty", "")
			wantAttribute(t, name, "user.large", strings.Repeat("v", 2000))
		}
	}
}

func TestReplaceRefusesLossOfAttributes(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{})
	target.disk = fakeDisk{disk: osDisk{}, before: func(op string) error {
		if op == "copyAttributes" {
			return fmt.Errorf("attribute %q: %w", "user.x", unix.EPERM)
		}
		return nil
	}}
	_, err := target.Replace(text(newText))
	if refused := wantReason(t, err, attributesLost); !strings.Contains(refused.Hint, `"user.x"`) {
		t.Errorf("hint %q", refused.Hint)
	}
	wantContent(t, path, oldText)
	wantNames(t, path, "session.jsonl")
}

// TestReplaceRefusesLossOfMode is a file system that drops bits silently.
func TestReplaceRefusesLossOfMode(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{})
	target.disk = deafDisk{osDisk{}}
	_, err := target.Replace(text(newText))
	wantReason(t, err, modeLost)
	wantContent(t, path, oldText)
	wantNames(t, path, "session.jsonl")
}

type deafDisk struct{ disk }

func (deafDisk) chmod(*os.File, os.FileMode) error { return nil }

func TestWithoutGroup(t *testing.T) {
	for mode, want := range map[os.FileMode]os.FileMode{
		0o640: 0o600, 0o664: 0o644, 0o666: 0o666, 0o777: 0o777, 0o674: 0o644, 0o604: 0o604, 0o660 | os.ModeSetgid: 0o600,
	} {
		if got := withoutGroup(mode); got != want {
			t.Errorf("%v: got %v, want %v", mode, got, want)
		}
	}
}

func TestPlatformNumbers(t *testing.T) {
	path := writeFile(t, oldText)
	info := stat(t, path)
	if uid, _ := owner(info); strconv.Itoa(uid) != strconv.Itoa(os.Geteuid()) {
		t.Errorf("owner is %d", uid)
	}
	if n := links(info); n != 1 {
		t.Errorf("%d links", n)
	}
	if changeTime(info).Before(info.ModTime()) {
		t.Errorf("changed %v before written %v", changeTime(info), info.ModTime())
	}
}
