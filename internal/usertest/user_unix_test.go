//go:build unix

package usertest

import (
	"os"
	"path/filepath"
	"testing"
)

// What is refused to an ordinary user is refused here.
func TestUnprivileged(t *testing.T) {
	Unprivileged(t, func(t *testing.T) {
		if os.Geteuid() == 0 {
			t.Error("still root")
		}
		dir := t.TempDir()
		if err := os.Chmod(dir, 0o500); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); !os.IsPermission(err) {
			t.Errorf("%v", err)
		}
	})
}

// A subtest is found by its name, spaces and signs included.
func TestSubtest(t *testing.T) {
	for _, name := range []string{"read-only", "someone's own", "a/b", "x.*(y)"} {
		t.Run(name, func(t *testing.T) {
			Unprivileged(t, func(t *testing.T) {
				if os.Geteuid() == 0 {
					t.Error("still root")
				}
			})
		})
	}
}
