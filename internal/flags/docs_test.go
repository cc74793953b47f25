//go:build !urfave_cli_no_docs

package flags

import (
	"strings"
	"testing"
)

// TestManPage: the library's documentation knows every flag, with its letter,
// sentence and default.
func TestManPage(t *testing.T) {
	app := newApp("tr-test", testFlags())
	man, err := app.ToManWithSection(1)
	if err != nil {
		t.Fatal(err)
	}
	fish, err := app.ToFishCompletion()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range testFlags() {
		if name := strings.ReplaceAll(f.Name, "-", `\-`); !strings.Contains(man, name) && !strings.Contains(man, f.Name) {
			t.Errorf("--%s is not in the man page", f.Name)
		}
		if !strings.Contains(fish, "-l "+f.Name) || !strings.Contains(fish, f.Usage) {
			t.Errorf("--%s is not among the completions", f.Name)
		}
	}
	for _, want := range []string{"some count (default: 20000)", "some choice (default: inject)"} {
		if !strings.Contains(man, want) {
			t.Errorf("no %q in the man page", want)
		}
	}
	if strings.Contains(fish, "-l check -s c -r") || !strings.Contains(fish, "-l limit -s m -r") {
		t.Errorf("which flags take a value:\n%s", fish)
	}
}
