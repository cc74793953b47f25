package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/pkg/transcript"
)

// A file tells how long the line goes on that is read, wherever it is read to.
func TestRestOfLine(t *testing.T) {
	long := strings.Repeat("y", 100<<10)
	data := "{}\n" + long + "\nend"
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	p := newProgram(Command{Name: "tr-test"}, Streams{})
	in, err := p.open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	var ahead transcript.LineAhead = in
	for _, c := range []struct{ read, most, want int64 }{
		{0, 100, 3}, {2, 100, 1}, {3, 1 << 20, int64(len(long) + 1)}, {10, 1 << 20, int64(len(long) + 1 - 7)},
		{3, 5, 5}, {3, 70 << 10, 70 << 10}, {int64(len(data) - 3), 100, 3}, {int64(len(data)), 100, 0},
	} {
		in.n = c.read
		if got, err := ahead.RestOfLine(c.most); got != c.want || err != nil {
			t.Errorf("after %d bytes: %d, %v, want %d", c.read, got, err, c.want)
		}
	}
}

// What is read from a pipe tells nothing of what comes.
func TestRestOfLineOfPipe(t *testing.T) {
	p := newProgram(Command{Name: "tr-test"}, Streams{})
	in := p.input(io.MultiReader(bytes.NewReader([]byte("{}\n"))), false)
	if _, err := in.RestOfLine(100); !errors.Is(err, errors.ErrUnsupported) {
		t.Error(err)
	}
}

// What is known of the size of an input is how much there is to read.
func TestLenOfInput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("{}\n{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := newProgram(Command{Name: "tr-test"}, Streams{})
	in, err := p.open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	if in.Len() != 6 {
		t.Errorf("%d bytes", in.Len())
	}
	if _, err := io.ReadAll(in); err != nil || in.Len() != 0 {
		t.Errorf("%d bytes are left, %v", in.Len(), err)
	}
	if pipe := p.input(strings.NewReader("{}"), false); pipe.Len() < 1<<30 {
		t.Errorf("a pipe has %d bytes", pipe.Len())
	}
}
