//go:build linux || darwin

package atomicfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func init() {
	helpers["rewrite"] = rewriteHelper
	helpers["limited"] = limitedHelper
	helpers["full"] = fullHelper
}

const (
	kills    = 200
	killTime = 20 * time.Second // gives up then, on a slow disk
)

// version is a content that tells whether it is whole.
func version(letter byte) []byte {
	size := 3*blockSize + int(letter)
	return append(bytes.Repeat([]byte{letter}, size), '\n')
}

func isVersion(content []byte) bool {
	return len(content) > 0 && bytes.Equal(content, version(content[0]))
}

// rewriteHelper replaces the file by one version after the other, with and
// without a backup, until it is killed.
func rewriteHelper(args []string) error {
	fmt.Println("ready")
	for n := 0; ; n++ {
		target, err := Open(args[0], Options{NoBackup: n%2 == 0})
		if err != nil {
			return err
		}
		if _, err := target.Replace(text(string(version('a' + byte(n%20))))); err != nil {
			return err
		}
		if err := target.Close(); err != nil {
			return err
		}
	}
}

// TestKilled kills rewriting processes at random moments. The file is always
// whole and can be rewritten again, and so is every backup.
func TestKilled(t *testing.T) {
	var left atomic.Int64
	left.Store(kills)
	if testing.Short() {
		left.Store(20)
	}
	deadline := time.Now().Add(killTime)
	var strays atomic.Int64
	var group sync.WaitGroup
	for range 2 * runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for left.Add(-1) >= 0 && !t.Failed() && time.Now().Before(deadline) {
				strays.Add(int64(killOnce(t)))
			}
		})
	}
	group.Wait()
	if n := left.Load(); n >= 0 {
		t.Logf("only %d kills in %v", kills-n, killTime)
	}
	t.Logf("%d temporary files were left", strays.Load())
}

// killOnce returns how many temporary files it found.
func killOnce(t *testing.T) (strays int) {
	path := filepath.Join(t.TempDir(), "session.jsonl")
	// A helper that is started meanwhile would have the file open for writing, until it is executed.
	syscall.ForkLock.RLock()
	err := os.WriteFile(path, version('z'), 0o640)
	syscall.ForkLock.RUnlock()
	if err != nil {
		t.Error(err)
		return 0
	}
	if err := startAndKill(path); err != nil {
		t.Error(err)
		return 0
	}
	for _, name := range names(t, path) {
		full := filepath.Join(filepath.Dir(path), name)
		if stray, _ := filepath.Match(tempPattern(path), name); stray {
			strays++
			if mode := stat(t, full).Mode(); mode&^0o640 != 0 {
				t.Errorf("mode of %q is %v", name, mode)
			}
			continue
		}
		if content, err := os.ReadFile(full); err != nil || !isVersion(content) {
			t.Errorf("%q is torn: %d bytes %q, %v", name, len(content), abridged(content), err)
		}
	}
	rewriteAfterKill(t, path)
	return strays
}

func startAndKill(path string) error {
	cmd := helper("rewrite", path)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		return err
	}
	time.Sleep(time.Duration(rand.IntN(10000)) * time.Microsecond)
	if err := cmd.Process.Kill(); err != nil {
		return err
	}
	cmd.Wait()
	if stderr.Len() > 0 {
		return errors.New(stderr.String())
	}
	return nil
}

// rewriteAfterKill: whatever was left must not lock the user out.
func rewriteAfterKill(t *testing.T, path string) {
	target, err := Open(path, Options{})
	if err != nil {
		t.Error(err)
		return
	}
	defer target.Close()
	if _, err := target.Replace(text(newText)); err != nil {
		t.Error(err)
	}
	wantContent(t, path, newText)
}

// wantFull checks a replacement and an output that found no room.
func wantFull(t *testing.T, path, want string) {
	t.Helper()
	wantContent(t, path, want)
	wantNames(t, path, filepath.Base(path))
}

// limitedHelper may write files of 64 KiB at most.
func limitedHelper(args []string) error {
	limit := unix.Rlimit{Cur: 64 << 10, Max: 64 << 10}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	return failBoth(args[0], unix.EFBIG)
}

// failBoth writes too much, in both ways, and wants the error.
func failBoth(path string, want error) error {
	big := func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Repeat("x", 1<<20))
		return err
	}
	if err := Create(path+".out", big); !errors.Is(err, want) {
		return fmt.Errorf("output: %v", err)
	}
	target, err := Open(path, Options{})
	if err != nil {
		return err
	}
	defer target.Close()
	if _, err := target.Replace(big); !errors.Is(err, want) {
		return fmt.Errorf("replacement: %v", err)
	}
	return nil
}

func TestFileSizeLimit(t *testing.T) {
	path := writeFile(t, oldText)
	cmd := helper("limited", path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	wantFull(t, path, oldText)
}

// fullHelper makes the file of its argument on a disk that is then too small. It
// looks at what is left itself: nobody else sees that disk.
func fullHelper(args []string) error {
	path := args[0]
	if err := os.WriteFile(path, []byte(oldText), 0o644); err != nil {
		return err
	}
	if err := failBoth(path, syscall.ENOSPC); err != nil {
		return err
	}
	if err := failCopy(path); err != nil {
		return err
	}
	content, err := os.ReadFile(path)
	if err != nil || len(content) != 40<<10 {
		return fmt.Errorf("the file holds %d bytes, %v", len(content), err)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		return fmt.Errorf("the directory holds %v, %v", left, err)
	}
	return nil
}

// failCopy has room for the new content but not for a copy of the old one.
func failCopy(path string) error {
	if err := os.WriteFile(path, make([]byte, 40<<10), 0o644); err != nil {
		return err
	}
	target, err := Open(path, Options{})
	if err != nil {
		return err
	}
	defer target.Close()
	target.disk = noLinksDisk()
	if _, err := target.Replace(text(newText)); !errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("copy: %v", err)
	}
	return nil
}

func TestDiskFull(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs mount namespaces")
	}
	dir := t.TempDir()
	mount := []string{"unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=64k tmpfs "$0" && exec "$@"`, dir}
	if out, err := exec.Command(mount[0], append(mount[1:], "true")...).CombinedOutput(); err != nil {
		t.Skip("no tmpfs for tests: ", err, string(out))
	}
	cmd := helper("full", filepath.Join(dir, "session.jsonl"))
	in := exec.Command(mount[0], append(mount[1:], cmd.Args...)...)
	in.Env = cmd.Env
	if out, err := in.CombinedOutput(); err != nil {
		t.Error(err, string(out))
	}
}
