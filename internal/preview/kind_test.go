package preview

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"
)

// TestTypes: samples of every type, and of what is easily taken for one. The
// name of a file in the archive begins with its type.
func TestTypes(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.FromSlash("../../testdata/types/samples.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[Type]int{}
	for _, f := range archive.Files {
		label, _, _ := strings.Cut(f.Name, "/")
		want := Type(label)
		seen[want]++
		if got := TypeOf(f.Data); got != want {
			t.Errorf("%s is %s", f.Name, got)
		}
	}
	for _, name := range Types() {
		if seen[name] < 2 {
			t.Errorf("%d samples of %s", seen[name], name)
		}
	}
}

// TestTypeOfAnything: no text makes it panic, and what is put behind the first
// few kilobytes of something that is no JSON makes no difference.
func TestTypeOfAnything(t *testing.T) {
	words := rapid.SampledFrom([]string{
		"package main", "import ", "def f():", "{", "[", "diff --git a b", "commit 0123abcd", "at x (a.js:1:2)", "a.go:1:", "\n", "\r\n", " ", "\t", "# ", "1→", "total 3",
		"-rw-r--r-- ", "2026-01-01T10:00:00 ", "a,b,c", "\"", "<html>", "=== RUN", "ok  \t", "\xff", "é", "/*", "*/", "function f(a) {", "commit ", "diff -", "--- ",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(words, 0, 40).Draw(t, "words"), "")
		TypeOf([]byte(text))
		long := "x" + strings.Repeat(text+"\n", enough/(len(text)+1)+1)
		if a, b := TypeOf([]byte(long)), TypeOf([]byte(long+"\nmore\n")); a != b {
			t.Fatalf("%q is %s, and %s with more behind it", text, a, b)
		}
	})
}

// TestTypeAllocates: naming a type allocates nothing but for JSON.
func TestTypeAllocates(t *testing.T) {
	text, err := os.ReadFile("kind_code.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() { TypeOf(text) }); n > 16 {
		t.Errorf("%v allocations", n)
	}
}
