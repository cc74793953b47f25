package main

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/tools/internal/maintest"
)

// TestDrift: the pictures are what the commands show; make pictures draws them anew.
func TestDrift(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	t.Setenv("COLUMNS", "")
	t.Setenv("TERM", "")
	pictures, err := drawAll(root)
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range pictures {
		got, err := os.ReadFile(pathOf(root, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the commands show (%v): run make pictures", name, err)
		}
		if !strings.Contains(string(readme), "(docs/pictures/"+name+".svg)") {
			t.Errorf("README.md does not show %s", name)
		}
		if err := wellFormed(want); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMain(m *testing.M) { maintest.Main(m, main) }

// The command writes the pictures below the directory in which it is started, or says
// what is missing there.
func TestCommand(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if _, messages, status := maintest.Run(t, ""); !strings.Contains(messages, "session.jsonl") || status == 0 {
		t.Errorf("without samples: %q, %d", messages, status)
	}
	for _, s := range shots {
		from := filepath.Join(root, filepath.Dir(s.sample))
		if s.home != "" {
			from = filepath.Join(root, s.home)
		}
		to, err := filepath.Rel(root, from)
		if err := cmp.Or(err, os.CopyFS(to, os.DirFS(from))); err != nil {
			t.Fatal(err)
		}
	}
	if _, messages, status := maintest.Run(t, ""); !strings.Contains(messages, "pictures") || status == 0 {
		t.Errorf("without their directory: %q, %d", messages, status)
	}
	if err := os.MkdirAll("docs/pictures", 0o755); err != nil {
		t.Fatal(err)
	}
	if out, messages, status := maintest.Run(t, ""); out != "" || messages != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
	for _, s := range shots {
		got, err := os.ReadFile(pathOf(".", s.name))
		want, wantErr := os.ReadFile(pathOf(root, s.name))
		if err != nil || wantErr != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is another one: %v, %v", s.name, err, wantErr)
		}
	}
}

func wellFormed(svg []byte) error {
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// What stands on the screen stands in the picture, at its place and in its colour.
func TestDraw(t *testing.T) {
	got := string(draw("a <b>\n\x1b[31m██ x\x1b[m y"))
	for _, want := range []string{
		`<text x="16.0" y="29.0" fill="#e6e6e6" textLength="8.4" lengthAdjust="spacingAndGlyphs">a</text>`,
		`<text x="32.8" y="29.0" fill="#e6e6e6" textLength="25.2" lengthAdjust="spacingAndGlyphs">&lt;b&gt;</text>`,
		`<rect x="16.0" y="34.0" width="16.8" height="18.0" fill="#ff6b6b" opacity="1.0"/>`,
		`<text x="41.2" y="47.0" fill="#ff6b6b" textLength="8.4" lengthAdjust="spacingAndGlyphs">x</text>`,
		`<text x="58.0" y="47.0" fill="#e6e6e6" textLength="8.4" lengthAdjust="spacingAndGlyphs">y</text>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
	if got := wrapped("\x1b[31m" + strings.Repeat("x", 81) + "\x1b[m\nz"); got != "\x1b[31m"+strings.Repeat("x", 80)+"\nx\x1b[m\nz" {
		t.Errorf("%q", got)
	}
}
