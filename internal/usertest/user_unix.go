//go:build unix

package usertest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// Nobody is the user and group id that tests of root become.
const Nobody = 65534

// Unprivileged runs f, in a second process of the user Nobody if this one
// belongs to root. It calls no function of t before f but Helper and Name, so it
// has to stand where the test or subtest begins.
func Unprivileged(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	if os.Geteuid() != 0 {
		f(t)
		return
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(t.Name()), "/", "$/^") + "$"
	cmd := As(t, exec.Command(exe, "-test.v", "-test.run", pattern), Nobody, nil)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()+" ") {
		t.Errorf("as an ordinary user: %v\n%s", err, out)
	}
}

// As has cmd run by a user, from a copy that this user may execute.
func As(t *testing.T, cmd *exec.Cmd, uid uint32, groups []uint32) *exec.Cmd {
	t.Helper()
	exe, err := os.ReadFile(cmd.Path)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Path = filepath.Join(Shared(t), "test")
	if err := os.WriteFile(cmd.Path, exe, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid, Groups: groups}}
	return cmd
}

// Shared returns a directory that every user may write.
func Shared(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "") // t.TempDir is below directories of root
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}
