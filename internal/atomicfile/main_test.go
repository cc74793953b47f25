//go:build linux || darwin

package atomicfile

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	oldText = "old line\n"
	newText = "a new line\nand another\n"
)

// helpers are what the test binary does instead of testing when it is started
// by helper: things that end a process or change it as a whole.
var helpers = map[string]func(args []string) error{}

func TestMain(m *testing.M) {
	if name := os.Getenv("ATOMICFILE_HELPER"); name != "" {
		if err := helpers[name](os.Args[1:]); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// helper returns the command that runs a helper in a process of its own.
func helper(name string, args ...string) *exec.Cmd {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(exe, args...)
	// The race detector lets a process sleep for a second before it exits.
	cmd.Env = append(os.Environ(), "ATOMICFILE_HELPER="+name, "GORACE=atexit_sleep_ms=0")
	return cmd
}

// writeFile makes a file of mode 0644 in a new directory.
func writeFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "session.jsonl")
	put(t, path, content)
	return path
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func appendTo(path, content string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(content)
	return err
}

func open(t *testing.T, path string, opts Options) *Target {
	t.Helper()
	target, err := Open(path, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { target.Close() })
	return target
}

// text writes a fixed content.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func wantContent(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	} else if string(got) != want {
		t.Errorf("%q holds %q, want %q", filepath.Base(path), abridged(got), abridged([]byte(want)))
	}
}

func abridged(b []byte) string {
	if len(b) > 80 {
		return string(b[:80]) + "..."
	}
	return string(b)
}

// wantNames checks that the directory of path holds the files and no others.
func wantNames(t *testing.T, path string, want ...string) {
	t.Helper()
	if got := strings.Join(names(t, path), " "); got != strings.Join(want, " ") {
		t.Errorf("directory holds %q, want %q", got, want)
	}
}

func names(t *testing.T, path string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

func wantReason(t *testing.T, err error, want Reason) *RefusedError {
	t.Helper()
	refused, ok := errors.AsType[*RefusedError](err)
	if !ok || refused.Reason != want {
		t.Fatalf("error %v, want one that says %q", err, want)
	}
	return refused
}

func stat(t *testing.T, path string) os.FileInfo {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func needRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
}

// fakeDisk is the real disk with something happening before and after its
// operations. An error of before keeps the operation from happening, except
// that half of a write is done; an error of after is reported though it has.
//
// An exchange of names is one of the operations named rename, so that what holds for
// the one is tried with the other.
type fakeDisk struct {
	disk
	before, after func(op string) error
}

func (d fakeDisk) around(op string, do func() error) error {
	if d.before != nil {
		if err := d.before(op); err != nil {
			return err
		}
	}
	if err := do(); err != nil {
		return err
	}
	if d.after != nil {
		return d.after(op)
	}
	return nil
}

func (d fakeDisk) create(path string, perm os.FileMode) (f *os.File, err error) {
	err = d.around("create", func() error { f, err = d.disk.create(path, perm); return err })
	if err != nil && f != nil {
		os.Remove(path) // open(2) makes the file and returns it, or does neither
	}
	return opened(&f, err)
}

func opened(f **os.File, err error) (*os.File, error) {
	if err != nil && *f != nil {
		(*f).Close()
		return nil, err
	}
	return *f, err
}

func (d fakeDisk) write(f *os.File, p []byte) (n int, err error) {
	done := false
	err = d.around("write", func() error { done = true; n, err = d.disk.write(f, p); return err })
	if !done {
		n, _ = d.disk.write(f, p[:len(p)/2])
	}
	return n, err
}

func (d fakeDisk) stat(f *os.File) (info os.FileInfo, err error) {
	err = d.around("stat", func() error { info, err = d.disk.stat(f); return err })
	return info, err
}

func (d fakeDisk) lstat(path string) (info os.FileInfo, err error) {
	err = d.around("lstat", func() error { info, err = d.disk.lstat(path); return err })
	return info, err
}

func (d fakeDisk) chown(f *os.File, uid, gid int) error {
	return d.around("chown", func() error { return d.disk.chown(f, uid, gid) })
}

func (d fakeDisk) chmod(f *os.File, mode os.FileMode) error {
	return d.around("chmod", func() error { return d.disk.chmod(f, mode) })
}

func (d fakeDisk) copyAttributes(dst, src *os.File) error {
	return d.around("copyAttributes", func() error { return d.disk.copyAttributes(dst, src) })
}

func (d fakeDisk) sync(f *os.File) error {
	return d.around("sync", func() error { return d.disk.sync(f) })
}

func (d fakeDisk) syncDir(path string) error {
	return d.around("syncDir", func() error { return d.disk.syncDir(path) })
}

func (d fakeDisk) close(f *os.File) error {
	return d.around("close", func() error { return d.disk.close(f) })
}

func (d fakeDisk) link(oldname, newname string) error {
	return d.around("link", func() error { return d.disk.link(oldname, newname) })
}

func (d fakeDisk) rename(oldname, newname string) error {
	return d.around("rename", func() error { return d.disk.rename(oldname, newname) })
}

func (d fakeDisk) exchange(a, b string) error {
	return d.around("rename", func() error { return d.disk.exchange(a, b) })
}

func (d fakeDisk) remove(path string) error {
	return d.around("remove", func() error { return d.disk.remove(path) })
}
