//go:build linux || darwin

package atomicfile

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// needExchange skips where names cannot be exchanged: there the rename wins.
func needExchange(t *testing.T, path string) {
	t.Helper()
	put(t, path+".a", "a")
	put(t, path+".b", "b")
	err := exchange(path+".a", path+".b")
	if err == nil {
		wantContent(t, path+".a", "b")
	}
	os.Remove(path + ".a")
	os.Remove(path + ".b")
	if err != nil {
		t.Skip(err)
	}
}

// TestReplacedAtRename: another program's file that comes after the last check stays,
// with a backup and without, where links can be had and where not.
func TestReplacedAtRename(t *testing.T) {
	for _, noBackup := range []bool{false, true} {
		for _, links := range []bool{true, false} {
			path := writeFile(t, oldText)
			needExchange(t, path)
			target := open(t, path, Options{NoBackup: noBackup})
			target.disk = during("rename", func() error { return replaceByRename(path) })
			if !links {
				target.disk = copyingDisk("rename", 1, func() error { return replaceByRename(path) })
			}
			result, err := target.Replace(text(newText))
			wantReason(t, err, changed)
			wantContent(t, path, "theirs")
			wantNames(t, path, "session.jsonl")
			if result.Backup != "" || len(unfinished.paths) != 0 {
				t.Errorf("result %+v, registry %v", result, unfinished.paths)
			}
		}
	}
}

// TestSyncAfterExchange: what brings the new name to the disk also brings there that the old file
// has the temporary name no more.
func TestSyncAfterExchange(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{})
	target.disk = during("syncDir", func() error {
		wantNames(t, path, "session.jsonl", "session.jsonl.bak")
		return nil
	})
	if _, err := target.Replace(text(newText)); err != nil {
		t.Error(err)
	}
}

// TestRemovedAtRename: what another program has removed does not come back.
func TestRemovedAtRename(t *testing.T) {
	path := writeFile(t, oldText)
	needExchange(t, path)
	target := open(t, path, Options{})
	target.disk = during("rename", func() error { return os.Remove(path) })
	_, err := target.Replace(text(newText))
	wantReason(t, err, changed)
	wantNames(t, path)
}

// TestDirectoryAtRename: the exchange moves whatever is there, and puts it back.
func TestDirectoryAtRename(t *testing.T) {
	path := writeFile(t, oldText)
	needExchange(t, path)
	target := open(t, path, Options{})
	target.disk = during("rename", func() error {
		return errors.Join(os.Remove(path), os.Mkdir(path, 0o755), os.WriteFile(path+"/kept", nil, 0o644))
	})
	_, err := target.Replace(text(newText))
	wantReason(t, err, changed)
	if _, err := os.Stat(path + "/kept"); err != nil {
		t.Error(err)
	}
	wantNames(t, path, "session.jsonl")
}

// TestReplacedAndNotPutBack: if the second exchange fails, nothing is removed, and the
// message says where everything is.
func TestReplacedAndNotPutBack(t *testing.T) {
	path := writeFile(t, oldText)
	needExchange(t, path)
	target := open(t, path, Options{NoBackup: true})
	n := 0
	target.disk = fakeDisk{disk: osDisk{}, before: func(op string) error {
		if op != "rename" {
			return nil
		}
		if n++; n == 1 {
			return replaceByRename(path)
		}
		return unix.EIO
	}}
	result, err := target.Replace(text(newText))
	if !errors.Is(err, unix.EIO) || result.Backup != path+".bak" || !strings.Contains(err.Error(), path+".bak") {
		t.Fatalf("%v, %+v", err, result)
	}
	wantContent(t, path, newText)
	wantContent(t, path+".bak", oldText)
	wantStray(t, path, "theirs", err)
}

// TestReplacedTwiceAtRename: a third version comes while the second is put back.
func TestReplacedTwiceAtRename(t *testing.T) {
	path := writeFile(t, oldText)
	needExchange(t, path)
	target := open(t, path, Options{})
	n := 0
	target.disk = fakeDisk{disk: osDisk{}, before: func(op string) error {
		if op != "rename" {
			return nil
		}
		if n++; n == 1 {
			return replaceByRename(path)
		}
		return errors.Join(os.WriteFile(path+".new", []byte("their latest"), 0o644), os.Rename(path+".new", path))
	}}
	_, err := target.Replace(text(newText))
	wantContent(t, path, "theirs")
	wantContent(t, path+".bak", oldText)
	wantStray(t, path, "their latest", err)
}

// wantStray looks for the one temporary file, which err must name.
func wantStray(t *testing.T, path, want string, err error) {
	t.Helper()
	strays := 0
	for _, name := range names(t, path) {
		if !strings.HasPrefix(name, ".session.jsonl.tr-") {
			continue
		}
		strays++
		wantContent(t, strings.TrimSuffix(path, "session.jsonl")+name, want)
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v does not name %s", err, name)
		}
	}
	if strays != 1 || len(unfinished.paths) != 0 {
		t.Errorf("%d temporary files, registry %v", strays, unfinished.paths)
	}
}

// TestRenameWhereNamesCannotBeExchanged: then the new content is there all the same.
func TestRenameWhereNamesCannotBeExchanged(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{})
	target.disk = withoutExchange{osDisk{}}
	if result, err := target.Replace(text(newText)); err != nil || !result.RaceUnseen {
		t.Errorf("%+v, %v", result, err)
	}
	wantContent(t, path, newText)
	wantContent(t, path+".bak", oldText)
	wantNames(t, path, "session.jsonl", "session.jsonl.bak")
}

func holdForWriting(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// needLease skips where it cannot be known who has a file open.
func needLease(t *testing.T, f *os.File) {
	t.Helper()
	held, err := heldForWriting(f)
	if err != nil {
		t.Skip("it is not known who has a file open: ", err)
	}
	if held {
		t.Fatal("a file that nobody writes to is told to be held")
	}
}

// TestWriter: one that has the file open would write to the backup, or to nowhere. Readers
// do not matter, and who wants it all the same says so.
func TestWriter(t *testing.T) {
	for _, c := range []struct {
		flags    int
		noBackup bool
		force    bool
		refused  bool
	}{
		{os.O_WRONLY, true, false, true}, {os.O_RDWR, true, false, true}, {os.O_RDONLY, true, false, false}, {os.O_WRONLY, false, false, true},
		{os.O_WRONLY, false, true, false},
	} {
		path := writeFile(t, oldText)
		target := open(t, path, Options{NoBackup: c.noBackup, Force: c.force})
		needLease(t, target.File())
		f, err := os.OpenFile(path, c.flags, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		result, err := target.Replace(text(newText))
		if !c.refused {
			if err != nil || result.WritersUnseen || c.noBackup == (result.Backup != "") {
				t.Errorf("%+v: %+v, %v", c, result, err)
			}
			continue
		}
		wantReason(t, err, openElsewhere)
		wantContent(t, path, oldText)
		wantNames(t, path, "session.jsonl")
		f.Close()
		if _, err := reopen(t, target, path).Replace(text(newText)); err != nil {
			t.Errorf("%+v, when it is closed: %v", c, err)
		}
	}
}

func reopen(t *testing.T, first *Target, path string) *Target {
	t.Helper()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	return open(t, path, first.opts)
}

// TestWriterAtRename: one that opens the file at the last moment, and has not written
// yet, makes the backup stay.
func TestWriterAtRename(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{NoBackup: true})
	needLease(t, target.File())
	var live *os.File
	target.disk = during("rename", func() error { live = holdForWriting(t, path); return nil })
	result, err := target.Replace(text(newText))
	if err == nil || !strings.Contains(err.Error(), "opened for writing") || !strings.Contains(err.Error(), path+".bak") || result.Backup != path+".bak" {
		t.Fatalf("%v, %+v", err, result)
	}
	if _, err := io.WriteString(live, lateText); err != nil {
		t.Error(err)
	}
	wantContent(t, path, newText)
	wantContent(t, path+".bak", oldText+lateText)
}

// TestWritersUnseen: where leases cannot be had, the result says so, and only if it matters.
func TestWritersUnseen(t *testing.T) {
	for _, noBackup := range []bool{true, false} {
		target := open(t, writeFile(t, oldText), Options{NoBackup: noBackup})
		target.disk = withoutLeases{osDisk{}}
		if result, err := target.Replace(text(newText)); err != nil || result.WritersUnseen != noBackup {
			t.Errorf("no backup %t: %+v, %v", noBackup, result, err)
		}
	}
}

type withoutLeases struct{ disk }

func (withoutLeases) heldForWriting(*os.File) (bool, error) { return false, errors.ErrUnsupported }

func TestLockErrors(t *testing.T) {
	if err := lockError("x", nil); err != nil {
		t.Error(err)
	}
	wantReason(t, lockError("x", errLocked), lockedElsewhere)
	for _, err := range []error{unix.ENOLCK, unix.EOPNOTSUPP, unix.ENOSYS} {
		if refused := wantReason(t, lockError("x", err), withoutLocks); refused.Hint == "" {
			t.Errorf("%v: no hint", err)
		}
	}
	if err := lockError("x", unix.EIO); !errors.Is(err, unix.EIO) {
		t.Error(err)
	}
}
