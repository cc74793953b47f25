package preview

import (
	"bytes"
	"regexp"
)

// leads are how texts begin that say at once what they are. They are looked for in sample.body.
var leads = []struct {
	form func() *regexp.Regexp
	name Type
}{
	{lazy(`^(?:diff --(?:git|cc|combined) |diff -\S* +\S|--- \S.*\n\+\+\+ |@@ -.* @@|Index: .*\n=====)`), Diff},
	{lazy(`^` + commitLine + `(?s:.*)\n\s*diff --(?:git|cc) `), Diff}, // a commit that is shown with its changes
	{lazy(`^(?:commit (?:[0-9a-f]{40}|[0-9a-f]{64})(?: |\n)|` + commitLine + `\n(?:Author|Merge|Date|tree|parent))`), GitLog},
	{lazy(`(?is)^ *<(?:!doctype html|html[ >]|(?:head>|body).*</)`), HTML},
	{lazy(`^(?:Traceback \(most recent call last\):\n *File "|thread '.*' panicked at |(?s:(?:panic: .*|fatal error: .*|)goroutine .*\.go:))`), Trace},
}

// commitLine is "commit" and a hash, and at most a list of names in brackets.
const commitLine = `commit [0-9a-f]{4,} *(?:\(.*)?`

// isTrace recognises the stack traces that runtimes print when a program fails.
func (s *sample) isTrace() bool {
	return len(s.lines) > 0 && !isFrame(s.lines[0]) && s.shareOfLines(50, 3, isFrame)
}

// isFrame recognises lines such as "    at name (file.js:1:2)" and "\tat a.b.C(File.java:1)".
func isFrame(l []byte) bool {
	if len(l) < 8 || l[0] != ' ' && l[0] != '\t' {
		return false
	}
	l = unindent(l)
	return begins(l, "at ") && contains(l, ":", "(Native Method)", "(Unknown Source)", "<anonymous>")
}

// testLines are lines that only test runners print, and how many of them tell: of pytest, of
// Jest and Vitest, of Go, of Cargo.
var testLines = []struct {
	form  func() *regexp.Regexp
	least int
}{
	{lazy(`^====.*(?: test session starts | passed| failed| short test summary info | FAILURES | ERRORS )`), 1},
	{lazy(`^(?:(?:PASS|FAIL) .*(?:\.test\.|\.spec\.|tests?/)|Tests: |Test Suites: )`), 1},
	{lazy(`^(?:=== (?:RUN|PAUSE|CONT) |--- (?:PASS|FAIL|SKIP): |ok  \t|FAIL\t|\?   \t)`), 2},
	{lazy(`^test (?:.* \.\.\. (?:ok|FAILED|ignored)|result: )`), 2},
}

// isTests recognises the output of test runners.
func (s *sample) isTests() bool {
	var found [4]int
	for _, l := range s.lines {
		l = bytes.TrimLeft(l, " ")
		if !begins(l, "===", "--- ", "ok  ", "FAIL", "PASS", "?   ", "test ", "Test") { // most lines of most texts
			continue
		}
		for i, t := range testLines {
			if t.form().Match(l) {
				found[i]++
			}
			if found[i] >= t.least {
				return true
			}
		}
	}
	return false
}
