//go:build linux || darwin

package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const lateText = "a late line\n"

// during runs do once, before the first operation named op.
func during(op string, do func() error) disk {
	done := false
	return fakeDisk{disk: osDisk{}, before: func(now string) error {
		if now != op || done {
			return nil
		}
		done = true
		return do()
	}}
}

// TestChangesBeforeRename: whatever another program does while the new content
// is written, its version stays.
func TestChangesBeforeRename(t *testing.T) {
	changes := map[string]struct {
		do   func(path string) error
		want string
	}{
		"append":  {func(path string) error { return appendTo(path, lateText) }, oldText + lateText},
		"rewrite": {func(path string) error { return os.WriteFile(path, []byte("NEW LINE\n"), 0) }, "NEW LINE\n"},
		"shorten": {func(path string) error { return os.Truncate(path, 3) }, "old"},
		"chmod":   {func(path string) error { return os.Chmod(path, 0o600) }, oldText},
		"link":    {func(path string) error { return os.Link(path, path+".theirs") }, oldText},
		"touch":   {func(path string) error { return os.Chtimes(path, time.Now(), time.Unix(1, 0)) }, oldText},
		"rename":  {func(path string) error { return replaceByRename(path) }, "theirs"},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			path := writeFile(t, oldText)
			time.Sleep(10 * time.Millisecond) // the clock of a file system ticks slowly
			_, err := open(t, path, Options{}).Replace(func(w io.Writer) error {
				if err := change.do(path); err != nil {
					t.Fatal(err)
				}
				return text(newText)(w)
			})
			wantReason(t, err, changed)
			wantContent(t, path, change.want)
			os.Remove(path + ".theirs")
			wantNames(t, path, "session.jsonl")
		})
	}
}

func replaceByRename(path string) error {
	if err := os.WriteFile(path+".new", []byte("theirs"), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func TestRemovedBeforeRename(t *testing.T) {
	path := writeFile(t, oldText)
	_, err := open(t, path, Options{}).Replace(func(io.Writer) error { return os.Remove(path) })
	wantReason(t, err, changed)
	wantNames(t, path)
}

// TestAppendedAroundBackup is a line that comes when the first check is over.
func TestAppendedAroundBackup(t *testing.T) {
	for _, op := range []string{"link", "create"} {
		path := writeFile(t, oldText)
		target := open(t, path, Options{})
		add := func() error { return appendTo(path, lateText) }
		target.disk = during("link", add)
		if op == "create" {
			target.disk = copyingDisk("create", 2, add) // the second file is the copy
		}
		_, err := target.Replace(text(newText))
		wantReason(t, err, changed)
		wantContent(t, path, oldText+lateText)
		wantNames(t, path, "session.jsonl")
	}
}

// copyingDisk has no links, and runs do before the n-th operation named op.
func copyingDisk(op string, n int, do func() error) disk {
	return fakeDisk{disk: osDisk{}, before: func(now string) error {
		if now == "link" {
			return unix.EPERM
		}
		if now == op {
			if n--; n == 0 {
				return do()
			}
		}
		return nil
	}}
}

// TestAppendedAtRename is a live program that holds the file open and writes a
// line between the last check and the rename, or just after it.
func TestAppendedAtRename(t *testing.T) {
	for _, op := range []string{"rename", "syncDir"} {
		for _, noBackup := range []bool{false, true} {
			path := writeFile(t, oldText)
			var live *os.File
			if !noBackup { // one that is there before is refused
				live = holdForWriting(t, path)
			}
			target := open(t, path, Options{NoBackup: noBackup, Force: true})
			target.disk = fakeDisk{
				disk: during(op, func() error { _, err := live.WriteString(lateText); return err }),
				before: func(now string) error {
					if now == "rename" && live == nil {
						live = holdForWriting(t, path)
					}
					return nil
				},
			}
			result, err := target.Replace(text(newText))
			wantAppended(t, err, result, path, path+".bak")
			wantContent(t, path, newText)
			wantContent(t, path+".bak", oldText+lateText)
			wantNames(t, path, "session.jsonl", "session.jsonl.bak")
		}
	}
}

func wantAppended(t *testing.T, err error, result Result, path, backup string) {
	t.Helper()
	appended, ok := errors.AsType[*AppendedError](err)
	if !ok {
		t.Fatalf("error %v", err)
	}
	if *appended != (AppendedError{path, backup}) || result.Backup != backup {
		t.Errorf("error %+v, result %+v", *appended, result)
	}
	if text := err.Error(); !strings.Contains(text, path) || !strings.Contains(text, backup) {
		t.Errorf("the message lacks a path: %s", text)
	}
}

// TestAppendedAtRenameWithCopy: the first copy cannot have the line, so there is
// a second one.
func TestAppendedAtRenameWithCopy(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{NoBackup: true})
	target.disk = copyingDisk("rename", 1, func() error { return appendTo(path, lateText) })
	result, err := target.Replace(text(newText))
	wantAppended(t, err, result, path, path+".bak.1")
	wantContent(t, path, newText)
	wantContent(t, path+".bak", oldText)
	wantContent(t, path+".bak.1", oldText+lateText)
	wantNames(t, path, "session.jsonl", "session.jsonl.bak", "session.jsonl.bak.1")
}

// TestAppendedAndNotSaved: not even the second copy can be made.
func TestAppendedAndNotSaved(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{})
	renamed := false
	target.disk = fakeDisk{disk: osDisk{}, before: func(op string) error {
		switch {
		case op == "link":
			return unix.EPERM
		case op == "rename":
			renamed = true
			return appendTo(path, lateText)
		case op == "write" && renamed:
			return unix.ENOSPC
		}
		return nil
	}}
	result, err := target.Replace(text(newText))
	if !errors.Is(err, unix.ENOSPC) || !strings.Contains(err.Error(), path+".bak") || result.Backup != path+".bak" {
		t.Errorf("%v, %+v", err, result)
	}
	wantContent(t, path, newText)
	wantContent(t, path+".bak", oldText)
	wantNames(t, path, "session.jsonl", "session.jsonl.bak")
}

// TestAppenderLosesNothing: whoever opens, writes and closes for every line
// finds each of its lines in the file or in a backup.
func TestAppenderLosesNothing(t *testing.T) {
	path := writeFile(t, oldText)
	stop, lines := make(chan struct{}), make(chan int)
	go func() { lines <- appendUntil(t, path, stop) }()
	replaced := 0
	for range 40 {
		target := open(t, path, Options{})
		_, err := target.Replace(func(w io.Writer) error {
			_, err := io.Copy(w, target.File())
			return err
		})
		target.Close()
		if _, refused := errors.AsType[*RefusedError](err); !refused {
			replaced++
		}
	}
	close(stop)
	count := <-lines
	all := everything(t, path)
	for n := range count {
		if !strings.Contains(all, numbered(n)) {
			t.Errorf("line %d is lost", n)
		}
	}
	t.Logf("%d of 40 replaced", replaced)
}

func numbered(n int) string { return fmt.Sprintf("line %d\n", n) }

func appendUntil(t *testing.T, path string, stop chan struct{}) int {
	for n := 0; ; n++ {
		select {
		case <-stop:
			return n
		case <-time.After(time.Duration(n%7) * time.Millisecond):
		}
		if err := appendTo(path, numbered(n)); err != nil {
			t.Error(err)
			return n
		}
	}
}

// everything joins all files of path's directory.
func everything(t *testing.T, path string) string {
	var all strings.Builder
	for _, name := range names(t, path) {
		content, err := os.ReadFile(filepath.Join(filepath.Dir(path), name))
		if err != nil {
			t.Fatal(err)
		}
		all.Write(content)
	}
	return all.String()
}
