package flags

import (
	"strings"
	"testing"
)

// A table that was parsed with is described as before: the variables of its flags are
// named whether they are set or not.
func TestHelpAfterParsing(t *testing.T) {
	for _, env := range []string{"", "7"} {
		t.Setenv("TR_LIMIT", env)
		table := testFlags()
		before := find(table, "limit").Sentence()
		if _, err := Parse(table, nil); err != nil {
			t.Fatal(err)
		}
		if got := find(table, "limit").Sentence(); got != before || !strings.Contains(got, "$TR_LIMIT, $CHATCLI_LIMIT") {
			t.Errorf("with %q it says %q, and before %q", env, got, before)
		}
	}
}

// A spelling that leaves less than two blanks to the column stands on a line of its own.
func TestLongSpellings(t *testing.T) {
	for n, ownLine := range map[int]bool{1: false, 20: false, 21: true, 22: true, 40: true} {
		got := Bool(strings.Repeat("x", n), "do it").Spelling()
		if strings.Contains(got, "\n") != ownLine || len(got[strings.LastIndexByte(got, '\n')+1:]) != helpColumn {
			t.Errorf("%d characters: %q", 8+n, got)
		}
	}
}

// An unknown flag is said as far as it can be read, and compared as a whole.
func TestUnknownFlags(t *testing.T) {
	for typed, want := range map[string]string{
		"-kisz": "did you mean --list?", "-isz": "", "--lis": "did you mean --list?", "-qkisz": "",
		"--" + strings.Repeat("z", 41): "", "--list" + strings.Repeat("z", 36): "",
	} {
		_, _, err := order(testFlags(), []string{typed})
		u, ok := err.(*UsageError)
		if !ok || u.Hint != want || u.Msg != "unknown flag "+typed {
			t.Errorf("%s: %v, want the hint %q", typed, err, want)
		}
	}
	_, _, err := order(testFlags(), []string{"--" + strings.Repeat("z", 500)})
	if want := "unknown flag --" + strings.Repeat("z", 78); err == nil || !strings.HasPrefix(err.Error(), want) || strings.HasPrefix(err.Error(), want+"z") {
		t.Errorf("%v", err)
	}
}
