package preview

import (
	"bytes"
	"slices"
)

// isDiff reports whether a text begins with the header of a file's changes, or with
// a commit that is shown with its changes.
func (s *sample) isDiff() bool {
	if len(s.lines) == 0 {
		return false
	}
	switch l := s.lines[0]; {
	case begins(l, "diff --git ", "diff --cc ", "diff --combined "):
		return true
	case begins(l, "diff -") && len(bytes.Fields(l)) >= 3:
		return true
	case begins(l, "--- ") && len(l) > 4 && len(s.lines) > 1:
		return begins(s.lines[1], "+++ ")
	case begins(l, "@@ -") && contains(l[4:], " @@"):
		return true
	case begins(l, "Index: ") && len(s.lines) > 1:
		return begins(s.lines[1], "=====")
	}
	return commitLine(s.lines[0]) && slices.ContainsFunc(s.lines, func(l []byte) bool { return begins(unindent(l), "diff --git ", "diff --cc ") })
}

// isGitLog reports whether a text begins with a commit and its author, or with a
// commit and its full hash.
func (s *sample) isGitLog() bool {
	if len(s.lines) == 0 || !commitLine(s.lines[0]) {
		return false
	}
	hash := bytes.Fields(s.lines[0])[1]
	return len(hash) == 40 || len(hash) == 64 || len(s.lines) > 1 && begins(s.lines[1], "Author:", "Author ", "Merge", "AuthorDate", "Date", "tree", "parent")
}

// commitLine reports whether a line is "commit" and a hash, and at most a list of
// names in brackets.
func commitLine(l []byte) bool {
	if !begins(l, "commit ") {
		return false
	}
	l = l[len("commit "):]
	n := 0
	for n < len(l) && isHex(l[n]) {
		n++
	}
	rest := bytes.TrimSpace(l[n:])
	return n >= 4 && (len(rest) == 0 || rest[0] == '(')
}

// isHTML reports whether a text begins with a document type or with the first
// element of a page.
func (s *sample) isHTML() bool {
	if len(s.lines) == 0 {
		return false
	}
	l := bytes.TrimSpace(s.lines[0])
	if l[0] != '<' {
		return false
	}
	l = bytes.ToLower(l)
	return begins(l, "<!doctype html", "<html>", "<html ") || begins(l, "<head>", "<body") && contains(s.head, "</")
}

// isTrace recognises the stack traces that runtimes print when a program fails.
func (s *sample) isTrace() bool {
	if len(s.lines) < 3 {
		return false
	}
	first := s.lines[0]
	switch {
	case begins(first, "Traceback (most recent call last):"):
		return begins(bytes.TrimLeft(s.lines[1], " "), `File "`)
	case begins(first, "panic: ", "fatal error: ", "goroutine "):
		return contains(s.head, "goroutine ") && contains(s.head, ".go:")
	case begins(first, "thread '"):
		return contains(first, "' panicked at ")
	}
	return s.shareOfLines(50, 3, isFrame) && !isFrame(first)
}

// isFrame recognises lines such as "    at name (file.js:1:2)" and "\tat a.b.C(File.java:1)".
func isFrame(l []byte) bool {
	if len(l) < 8 || l[0] != ' ' && l[0] != '\t' {
		return false
	}
	l = unindent(l)
	return begins(l, "at ") && contains(l, ":", "(Native Method)", "(Unknown Source)", "<anonymous>")
}

// isTests recognises the output of test runners by lines that only they print.
func (s *sample) isTests() bool {
	var golang, rust, tap int
	for _, l := range s.lines {
		for l[0] == ' ' && len(l) > 1 {
			l = l[1:]
		}
		switch l[0] { // most lines of most texts end here
		case '=', '-', 'o', 'F', '?', 't', 'T', 'P', 'n':
		default:
			continue
		}
		switch {
		case isPytest(l), isSuite(l), begins(l, "TAP version "):
			return true
		case isGoTest(l):
			golang++
		case isRustTest(l):
			rust++
		case isTAP(l):
			tap++
		}
	}
	return golang >= 2 || rust >= 2 || tap >= 3 && 10*tap >= 3*len(s.lines)
}

func isGoTest(l []byte) bool {
	return begins(l, "=== RUN ", "=== PAUSE ", "=== CONT ", "--- PASS: ", "--- FAIL: ", "--- SKIP: ", "ok  \t", "FAIL\t", "?   \t")
}

func isRustTest(l []byte) bool {
	return begins(l, "test ") && contains(l, " ... ok", " ... FAILED", " ... ignored") || begins(l, "test result: ")
}

func isPytest(l []byte) bool {
	return begins(l, "====") && contains(l, " test session starts ", " passed", " failed", " short test summary info ", " FAILURES ", " ERRORS ")
}

// isSuite recognises the line of Jest or Vitest for a test file, and the lines of
// their summary.
func isSuite(l []byte) bool {
	return begins(l, "PASS ", "FAIL ") && contains(l, ".test.", ".spec.", "test/", "tests/") || begins(l, "Tests: ", "Test Suites: ")
}

func isTAP(l []byte) bool {
	l = bytes.TrimPrefix(l, []byte("not "))
	return begins(l, "ok ") && digits(l[3:]) > 0 && contains(l, " - ")
}
