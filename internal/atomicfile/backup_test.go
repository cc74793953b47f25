//go:build linux || darwin

package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// noLinksDisk is a file system such as FAT.
func noLinksDisk() disk {
	return fakeDisk{disk: osDisk{}, before: func(op string) error {
		if op == "link" {
			return unix.EPERM
		}
		return nil
	}}
}

func TestBackupNumbers(t *testing.T) {
	for _, d := range []disk{osDisk{}, noLinksDisk()} {
		path := writeFile(t, "version 0")
		for n := 1; n <= 12; n++ {
			target := open(t, path, Options{})
			target.disk = d
			result, err := target.Replace(text(fmt.Sprint("version ", n)))
			if err != nil {
				t.Fatal(err)
			}
			target.Close()
			if want := backupName(path, ".bak", n-1); result.Backup != want {
				t.Errorf("backup %q, want %q", result.Backup, want)
			}
		}
		for n := range 12 {
			wantContent(t, backupName(path, ".bak", n), fmt.Sprint("version ", n))
		}
	}
}

func TestBackupNeverOverwrites(t *testing.T) {
	path := writeFile(t, oldText)
	put(t, path+".bak", "")
	if err := os.Mkdir(path+".bak.1", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("missing", path+".bak.2"); err != nil {
		t.Fatal(err)
	}
	for n, d := range []disk{osDisk{}, noLinksDisk()} {
		target := open(t, path, Options{})
		target.disk = d
		result, err := target.Replace(text(newText))
		target.Close()
		if want := backupName(path, ".bak", 3+n); err != nil || result.Backup != want {
			t.Errorf("backup %q, want %q: %v", result.Backup, want, err)
		}
	}
	wantContent(t, path+".bak", "")
	wantContent(t, path+".bak.3", oldText)
	wantContent(t, path+".bak.4", newText)
	if stat(t, path+".bak.2").Mode()&os.ModeSymlink == 0 {
		t.Error("a link was overwritten")
	}
}

func TestBackupOfKilledRunIsNotReused(t *testing.T) {
	path := writeFile(t, oldText)
	if err := os.Link(path, path+".bak"); err != nil {
		t.Fatal(err)
	}
	result, err := open(t, path, Options{}).Replace(text(newText))
	if err != nil || result.Backup != path+".bak.1" {
		t.Fatal(result, err)
	}
	wantContent(t, path, newText)
	wantContent(t, path+".bak", oldText)
	wantContent(t, path+".bak.1", oldText)
}

// TestNoBackupKeepsOlderBackups removes its own safety link and no other.
func TestNoBackupKeepsOlderBackups(t *testing.T) {
	path := writeFile(t, oldText)
	put(t, path+".bak", "older")
	if _, err := open(t, path, Options{NoBackup: true}).Replace(text(newText)); err != nil {
		t.Fatal(err)
	}
	wantContent(t, path+".bak", "older")
	wantNames(t, path, "session.jsonl", "session.jsonl.bak")
}

func TestBackupSuffix(t *testing.T) {
	path := writeFile(t, oldText)
	result, err := open(t, path, Options{Suffix: "~"}).Replace(text(newText))
	if err != nil || result.Backup != path+"~" {
		t.Fatal(result, err)
	}
	wantContent(t, path+"~", oldText)
}

func TestBackupUndo(t *testing.T) {
	path := writeFile(t, oldText)
	result, err := open(t, path, Options{}).Replace(text(newText))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(result.Backup, path); err != nil {
		t.Fatal(err)
	}
	wantContent(t, path, oldText)
	if links(stat(t, path)) != 1 {
		t.Error("a link is left")
	}
}

func TestBackupByCopy(t *testing.T) {
	path := writeFile(t, oldText)
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	target := open(t, path, Options{})
	target.disk = noLinksDisk()
	if _, err := target.File().Seek(3, 0); err != nil { // as a stage that has read
		t.Fatal(err)
	}
	result, err := target.Replace(text(newText))
	if err != nil || result.Backup != path+".bak" {
		t.Fatal(result, err)
	}
	wantContent(t, path, newText)
	wantContent(t, path+".bak", oldText)
	if mode := stat(t, path+".bak").Mode(); mode != 0o640 {
		t.Errorf("mode of the copy is %v", mode)
	}
	if os.SameFile(stat(t, path+".bak"), target.info) {
		t.Error("the backup is a link after all")
	}
}

// TestBackupByCopyFails: the message calls the backup what it is, no temporary file.
func TestBackupByCopyFails(t *testing.T) {
	for _, op := range []string{"create", "write"} {
		path := writeFile(t, oldText)
		target := open(t, path, Options{})
		target.disk = copyingDisk(op, 2, func() error { return errFault })
		_, err := target.Replace(text(newText))
		if want := fmt.Sprintf("%s %q", op, path+".bak"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		wantContent(t, path, oldText)
	}
}

func TestNoBackupByCopy(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{NoBackup: true})
	target.disk = noLinksDisk()
	if result, err := target.Replace(text(newText)); err != nil || result.Backup != "" {
		t.Fatal(result, err)
	}
	wantContent(t, path, newText)
	wantNames(t, path, "session.jsonl")
}

// TestBackupOfSwappedFile: the path leads elsewhere at the moment of the link.
func TestBackupOfSwappedFile(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{})
	target.disk = fakeDisk{disk: osDisk{}, before: func(op string) error {
		if op != "link" {
			return nil
		}
		put(t, path+".new", "theirs")
		return os.Rename(path+".new", path)
	}}
	_, err := target.Replace(text(newText))
	wantReason(t, err, changed)
	wantContent(t, path, "theirs")
	wantNames(t, path, "session.jsonl")
}

func TestIsBackup(t *testing.T) {
	for tail, want := range map[string]bool{
		".bak": true, ".bak.1": true, ".bak.10000": true,
		"": false, ".ba": false, ".bakk": false, ".bak.": false, ".bak.0": false, ".bak.01": false,
		".bak.+1": false, ".bak.-1": false, ".bak1": false, ".bak..1": false, ".bak.1.bak": false,
	} {
		if got := isBackup(tail, ".bak"); got != want {
			t.Errorf("%q: %v", tail, got)
		}
	}
}

func TestTooManyBackups(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{})
	target.disk = fakeDisk{disk: osDisk{}, before: func(op string) error {
		if op == "link" {
			return unix.EEXIST
		}
		return nil
	}}
	_, err := target.Replace(text(newText))
	if _, refused := errors.AsType[*RefusedError](err); err == nil || refused {
		t.Error(err)
	}
	wantContent(t, path, oldText)
	wantNames(t, path, "session.jsonl")
}
