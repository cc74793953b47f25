//go:build linux || darwin

package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

func TestTempNameAndMode(t *testing.T) {
	path := writeFile(t, oldText)
	withUmask(0, func() {
		f, err := newTemp(osDisk{}, path, privateMode)
		if err != nil {
			t.Fatal(err)
		}
		defer f.discard()
		name := filepath.Base(f.name)
		if !strings.HasPrefix(name, ".session.jsonl.tr-") || filepath.Dir(f.name) != filepath.Dir(path) {
			t.Errorf("name %q", f.name)
		}
		if mode := stat(t, f.name).Mode(); mode != 0o600 {
			t.Errorf("mode %v", mode)
		}
	})
	wantNames(t, path, "session.jsonl")
}

// TestTempAvoidsPlantedNames: what is there already is neither followed nor
// removed.
func TestTempAvoidsPlantedNames(t *testing.T) {
	path := writeFile(t, oldText)
	link := filepath.Join(filepath.Dir(path), "planted")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if _, err := (osDisk{}).create(link, privateMode); !errors.Is(err, os.ErrExist) {
		t.Errorf("a planted link is followed: %v", err)
	}
	wantContent(t, path, oldText)
}

func TestTempGivesUp(t *testing.T) {
	path := writeFile(t, oldText)
	d := fakeDisk{disk: osDisk{}, before: func(op string) error {
		if op == "create" {
			return unix.EEXIST
		}
		return nil
	}}
	if _, err := newTemp(d, path, privateMode); !errors.Is(err, os.ErrExist) {
		t.Errorf("error %v", err)
	}
}

func TestStem(t *testing.T) {
	for _, path := range []string{"a", "dir/a", strings.Repeat("x", 200), strings.Repeat("é", 127), strings.Repeat("x", 199) + strings.Repeat("𐍈", 10), strings.Repeat("\x80", 255)} {
		got := stem(path)
		if !strings.HasPrefix(filepath.Base(path), got) || len(got) > maxStem || utf8.ValidString(path) && !utf8.ValidString(got) {
			t.Errorf("%q: %q", path, got)
		}
	}
	if got := len(stem(strings.Repeat("é", 127))); got != 200 {
		t.Errorf("cut to %d bytes", got)
	}
}
