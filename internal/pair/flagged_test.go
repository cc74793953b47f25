package pair_test

import (
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
)

// A wrong flag of a sidechain on a result is taken off where the links show whose result
// it is, and stays where they do not, or where the call has another result.
func TestFlaggedResults(t *testing.T) {
	const flag = `"isSidechain":true`
	for _, c := range []struct {
		story string
		line  int // of the result
		edit  func(line string) string
		off   bool
	}{
		{"U A[x] R(x)", 3, nil, true},
		{"U A[x] R(x) F U", 3, nil, true},
		{"U A[x,y] R(x) R(y) F", 4, nil, true},
		{"U A[x,y] R(x) R(y) F", 5, nil, true},
		{"U A[x] R(x) R(x) F", 4, nil, false},
		{"U A[x] U R(x) F", 4, nil, false},
		{"U A[x] R(x) F", 3, func(l string) string { return strings.Replace(l, `{"parent`, `{"agentId":"a1","parent`, 1) }, false},
		{"U A[x] R(x) F", 3, func(l string) string { return strings.Replace(l, `"tool_use_id":"x"`, `"tool_use_id":"z"`, 1) }, false},
		{"A[x] R(x) F", 2, func(l string) string { return strings.Replace(l, `"tool_use_id":"x"`, `"tool_use_id":"z"`, 1) }, false},
		{"A[x] R(x) F", 2, nil, true},
	} {
		for _, name := range []string{"claude-serial", "claude-fan"} {
			d := transcripttest.Named(name)
			lines := strings.SplitAfter(string(d.Bytes(c.story)), "\n")
			healthy := strings.Join(lines, "")
			l := strings.Replace(lines[c.line-1], `"isSidechain":false`, flag, 1)
			if c.edit != nil {
				l = c.edit(l)
			}
			lines[c.line-1] = l
			o := run(t, pair.Options{}, []byte(strings.Join(lines, "")))
			if c.off && string(o.out) != healthy || !c.off && strings.Contains(string(o.out), strings.Replace(l, flag, `"isSidechain":false`, 1)) {
				t.Errorf("%s: %s, line %d:\n%s\nbecame\n%s", name, c.story, c.line, strings.Join(lines, ""), o.out)
			}
			if err := transcripttest.Check(d, o.out); err != nil {
				t.Errorf("%s: %s: %v\n%s", name, c.story, err, o.out)
			}
		}
	}
}

// What a wrong flag hides is found in the same run: behind it, a call has no result.
func TestFlaggedAndMissing(t *testing.T) {
	for _, name := range []string{"claude-serial", "claude-fan"} {
		d := transcripttest.Named(name)
		lines := strings.SplitAfter(string(d.Bytes("U A[x] R(x) A[y] U F")), "\n")
		lines[2] = strings.Replace(lines[2], `"isSidechain":false`, `"isSidechain":true`, 1)
		o := run(t, pair.Options{}, []byte(strings.Join(lines, "")))
		if got := transcripttest.Notation(d, o.out); got != "U A[x] R(x) A[y] S(y) U F" {
			t.Errorf("%s: %s%s\n%s", name, got, findingLines(o), o.out)
		}
	}
}
