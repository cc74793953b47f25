package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
)

var texts = []string{"a\n", "a", "\n", "\n\n\n", "ab\ncdefgh\n\ni\r\n", "ab\ncdefgh\n\ni", strings.Repeat("x", 100) + "\ny\n"}

// The parts of a text are whole lines and together the text, however it is cut, on a
// disk and where nothing can be sought.
func TestParts(t *testing.T) {
	ctx := context.Background()
	for _, text := range texts {
		memfs.Write("memfs://text", []byte(text))
		for _, path := range []string{write1(t, text, t.TempDir(), "text"), "memfs://text"} {
			for n := int64(1); n <= int64(len(text))+1; n++ {
				if got := joined(t, ctx, path, int64(len(text)), n); got != text {
					t.Fatalf("%q in parts of %d: %q", text, n, got)
				}
			}
		}
	}
}

// joined cuts a file and puts its parts together.
func joined(t *testing.T, ctx context.Context, path string, size, n int64) (all string) {
	t.Helper()
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	name := ""
	Part{Path: path}.cut(size, n, func(p Part) {
		in, at, err := p.open(ctx, fs)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil || len(text) > 0 && at != int64(len(all)) || p.Name <= name {
			t.Errorf("%+v: %d bytes at %d, want %d: %v", p, len(text), at, len(all), err)
		}
		if s := string(text); s != "" && all != "" && !strings.HasSuffix(all, "\n") {
			t.Errorf("%+v begins inside a line: %q", p, s)
		}
		all, name = all+string(text), p.Name
		in.Close()
	})
	return all
}

// Names are those below the directories that a glob spells out.
func TestFixed(t *testing.T) {
	for glob, want := range map[string]string{
		"a.jsonl": "", "*.jsonl": "", "/a/b*/c.jsonl": "/a/", "/a/b/*.jsonl": "/a/b/",
		"gs://bucket/a/[xy]/*": "gs://bucket/a/", "/a/b.jsonl": "/a/", "a/?/b": "a/",
	} {
		if got := fixed(glob); got != want {
			t.Errorf("%s: %q, want %q", glob, got, want)
		}
	}
}
