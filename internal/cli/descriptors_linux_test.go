package cli

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

// A run leaves no file open, whatever it did with it.
func TestNothingStaysOpen(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection closes what is forgotten
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"a", "b"} {
		fileIn(t, dir, name, "{}\n\"gone\"\n\"up\"\n")
	}
	fileIn(t, dir, "base", "")
	fileIn(t, dir, "large", strings.Repeat(`["`+strings.Repeat("x", 100_000)+"\",\"up\"]\n", (16<<20)/200_000+10))
	for _, args := range [][]string{
		{"-d", "-q", "large"},
		{"-q", "a", "b"}, {"-c", "a"}, {"-l", "a", "b"}, {"-d", "a"}, {"-q", "-o", "out", "a"}, {"-q", "--rejects", "rej", "--report", "rep", "a"},
		{"-q", "--report", "rep2", "--rejects", "none/rej", "a"}, {"-q", "-o", "none/out", "a"},
		{"-q", "-w", "a", "b"}, {"-q", "none", "a"}, {"-q", "--baseline", "none", "a"}, {"-q", "--baseline", "base", "a"}, {"-q", "-j", "2", "a", "b"},
	} {
		before := openFiles(t)
		run(t, setup{}, args...)
		if got := openFiles(t); got != before {
			t.Errorf("%q: %d files are open, %d before", args, got, before)
		}
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	list, err := filepath.Glob("/proc/self/fd/*")
	if err != nil || len(list) == 0 {
		t.Fatal(os.ErrNotExist, err)
	}
	return len(list)
}
