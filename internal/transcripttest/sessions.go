package transcripttest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// RealSession is a session of a real client, with what is known of its damage.
type RealSession struct {
	Name    string // folder and file; folders are named after formats
	Verdict string // the second column of the list: "healthy", or what is wrong
	Data    []byte
}

// RealSessions returns the real sessions that lie beside the module. A test that needs
// them is skipped where there are none; a list that does not hold is a failure.
func RealSessions(t *testing.T) (sessions []RealSession) {
	t.Helper()
	dir := filepath.Join(filepath.Dir(moduleRoot(t)), "shared", "corpora")
	list, err := os.ReadFile(filepath.Join(dir, "MANIFEST.tsv"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no real sessions here")
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n")[1:] {
		columns := strings.SplitN(line, "\t", 3)
		if len(columns) < 2 {
			t.Fatalf("no verdict in %q", line)
		}
		data, err := os.ReadFile(filepath.Join(dir, columns[0]))
		if err != nil {
			t.Fatal(err)
		}
		sessions = append(sessions, RealSession{columns[0], columns[1], data})
	}
	return sessions
}

// moduleRoot returns the directory of go.mod above the one that a test runs in.
func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = up
	}
}
