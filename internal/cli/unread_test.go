package cli

import (
	"slices"
	"testing"
)

// What findings say is made up for whoever reads it: not for a check with -q, nor for a bare -l.
func TestReadsFindings(t *testing.T) {
	for _, c := range []struct {
		opt  options
		want bool
	}{
		{options{}, true},
		{options{quiet: true}, true},
		{options{quiet: true, check: true}, false},
		{options{quiet: true, write: true}, true},
		{options{quiet: true, report: "r"}, true},
		{options{quiet: true, baseline: "b"}, true},
		{options{check: true}, true},
		{options{diff: true}, true},
		{options{list: true}, false},
		{options{list: true, check: true}, true},
		{options{list: true, write: true}, true},
		{options{list: true, report: "r"}, true},
	} {
		if got := c.opt.readsFindings(); got != c.want {
			t.Errorf("%+v: %v", c.opt, got)
		}
	}
}

// A finding that nobody reads counts all the same: -q changes no exit status.
func TestUnreadFindingsCount(t *testing.T) {
	dir := t.TempDir()
	for _, words := range []string{"\"warn\"\n", "\"bad\"\n", "\"a\"\n", "\"note\"\n", "\"gone\"\n"} {
		file := fileIn(t, dir, "s", words)
		for _, flags := range [][]string{nil, {"-c"}, {"-e"}, {"-d"}, {"-c", "-f", "github"}, {"-e", "--ignore", "bom"}} {
			told, quiet := run(t, setup{}, append(flags, file)...), run(t, setup{}, append(append([]string{"-q"}, flags...), file)...)
			check := slices.Contains(flags, "-c") || slices.Contains(flags, "-d")
			if told.code != quiet.code || (quiet.err != "") != (quiet.code != 0 && !check) {
				t.Errorf("%q %q: exit %d, with -q %d, which says %q", words, flags, told.code, quiet.code, quiet.err)
			}
		}
	}
}
