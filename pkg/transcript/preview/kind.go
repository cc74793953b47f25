package preview

import (
	"bytes"
	"errors"
	"regexp"

	"trtools/pkg/transcript/outline"
)

// Type names what a text is, for the reader of a marker.
type Type string

// The types are those of the seeds' table. A type is given only when it is
// sure: a text that only looks like one is Plain.
const (
	JSON       Type = "JSON"
	Go         Type = "Go source"
	Python     Type = "Python source"
	JavaScript Type = "JavaScript source"
	Diff       Type = "diff"
	GitLog     Type = "git log"
	Plain      Type = "text"
)

// enough is how much of a text decides its type, in bytes: the first lines do.
const enough = 64 << 10

// TypeOf returns the type of a text.
func TypeOf(text []byte) Type {
	head := bytes.TrimLeft(text, " \t\r\n")
	if len(head) == 0 {
		return Plain
	}
	if head[0] == '{' || head[0] == '[' {
		return jsonOr(text)
	}
	head = head[:min(len(head), enough)]
	switch {
	case isDiff(head):
		return Diff
	case isGitLog(head):
		return GitLog
	}
	return source(unnumber(head))
}

// jsonOr returns JSON for a text that parses, or is the beginning of one that
// does.
func jsonOr(text []byte) Type {
	var d outline.Doc
	err := d.Parse(text)
	var syntax *outline.SyntaxError
	if err == nil || errors.As(err, &syntax) && syntax.Cut {
		return JSON
	}
	return Plain
}

var (
	diffLine   = regexp.MustCompile(`^diff (--git|--cc|--combined|-[a-zA-Z]+) \S`)
	diffFiles  = regexp.MustCompile(`^--- \S[^\n]*\n\+\+\+ \S`)
	commitLine = regexp.MustCompile(`^commit ([0-9a-f]{40}|[0-9a-f]{64})( \([^\n]*\))?\r?(\n|$)`)
	commitHead = regexp.MustCompile(`^commit [0-9a-f]{4,64}( \([^\n]*\))?\r?\n(Author|Merge|AuthorDate|Date|tree|parent)\b`)
)

func isDiff(head []byte) bool { return diffLine.Match(head) || diffFiles.Match(head) }

func isGitLog(head []byte) bool { return commitLine.Match(head) || commitHead.Match(head) }

var (
	goPackage = regexp.MustCompile(`^package [\p{L}_][\p{L}\p{N}_]*[ \t]*(//[^\n]*)?\r?$`)

	pythonFirst = regexp.MustCompile(`^(import [\w.]+|from [\w.]+ import |def \w+\(|async def \w+\(|class \w+|@\w|"""|'''|if __name__)`)
	pythonDef   = regexp.MustCompile(`(?m)^[ \t]*(async )?def \w+\(`)

	scriptFirst = regexp.MustCompile(`^(import .*['"]|import \{|export |const [\w{\[$]|let [\w{\[$]|var [\w$]|async function|function\b|class \w+.*\{|module\.exports|exports\.|['"]use strict['"]|\(function|\(async|\(\(\))`)
	scriptFunc  = regexp.MustCompile(`(?m)^[ \t]*(export (default )?)?(async )?function\b[ \t]*\*?[ \t]*[\w$]*[ \t]*\([^)\n]*\)[ \t]*\{`)
	scriptWord  = regexp.MustCompile(`\b(const|let|var|return)\b|=>|===`)
)

// source tells the source languages by the first line that is no comment and
// by what the seeds look for.
func source(head []byte) Type {
	if first := firstCode(head, "//", "/*"); goPackage.Match(first) {
		return Go
	}
	if first := firstCode(head, "#", ""); pythonFirst.Match(first) && pythonDef.Match(head) {
		return Python
	}
	if first := firstCode(head, "//", "/*"); scriptFirst.Match(first) && scriptFunc.Match(head) && scriptWord.Match(head) {
		return JavaScript
	}
	return Plain
}

// firstCode returns the first line that is not blank and no comment, without
// its indentation. Line and block begin comments; block ones end with */.
func firstCode(b []byte, line, block string) []byte {
	for len(b) > 0 {
		b = bytes.TrimLeft(b, " \t\r\n")
		if block != "" && bytes.HasPrefix(b, []byte(block)) {
			_, b, _ = bytes.Cut(b, []byte("*/"))
			continue
		}
		first, rest, _ := bytes.Cut(b, []byte("\n"))
		if !bytes.HasPrefix(first, []byte(line)) {
			return first
		}
		b = rest
	}
	return nil
}

var lineNumber = regexp.MustCompile(`(?m)^ *\d+(→|\t)`)

// unnumber takes the line numbers away that tools which read files put in front
// of every line.
func unnumber(head []byte) []byte {
	if !lineNumber.Match(head[:min(len(head), 20)]) {
		return head
	}
	return lineNumber.ReplaceAll(head, nil)
}
