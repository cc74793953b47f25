package shrink

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"trtools/pkg/transcript"
)

// The reason of an error has its place and its cause; any other error is its text.
func TestReason(t *testing.T) {
	_, err := os.Open("no such")
	if got := reason(fmt.Errorf("for a text: %w", err)); got != `open "no such": no such file or directory` {
		t.Error(got)
	}
	if got := reason(errors.New("why not")); got != "why not" {
		t.Error(got)
	}
}

// Patterns match a tool's name or what follows its namespace, in any case.
func TestGlobs(t *testing.T) {
	globs, err := transcript.ParseGlobs("Read, web*", "", "mcp__x__*", "a/b")
	if err != nil || globs.String() != "read, web*, mcp__x__*, a/b" {
		t.Fatal(err, globs)
	}
	for tool, want := range map[string]bool{
		"read": true, "READ": true, "mcp__x__anyThing": true, "fs.read": true, "fs__Read": true, "a:b/read": true, "webFetch": true, "mcp__x__any": true,
		"a/b": true, "": false, "reader": false, "read.": false, "read__x": false, "mcp__y__any": false, "b": false,
	} {
		if globs.Match(tool) != want {
			t.Errorf("%q: not %v", tool, want)
		}
	}
	if _, err := transcript.ParseGlobs("ok,[a"); err == nil {
		t.Error("no error for a bad pattern")
	}
}
