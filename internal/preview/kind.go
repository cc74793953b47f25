package preview

import (
	"bytes"
	"errors"

	"trtools/pkg/transcript/outline"
)

// Type names what a text is, for the reader of a marker.
type Type string

// The types of text that tools print. A type is
// given only when it is sure: a text that only looks like one is Plain.
const (
	JSON       Type = "JSON"
	JSONL      Type = "JSONL"
	Go         Type = "Go source"
	Python     Type = "Python source"
	JavaScript Type = "JavaScript source"
	TypeScript Type = "TypeScript source"
	JSX        Type = "JSX source"
	Diff       Type = "diff"
	GitLog     Type = "git log"
	HTML       Type = "HTML"
	Markdown   Type = "markdown"
	CSV        Type = "CSV"
	Log        Type = "log"
	Trace      Type = "stack trace"
	Tests      Type = "test output"
	Listing    Type = "directory listing"
	Matches    Type = "grep output"
	Plain      Type = "text"
)

// Types returns all types.
func Types() []Type {
	return []Type{
		JSON, JSONL, Go, Python, JavaScript, TypeScript, JSX, Diff, GitLog, HTML, Markdown, CSV, Log, Trace, Tests,
		Listing, Matches, Plain,
	}
}

// enough is how much of a text decides its type, in bytes. Only JSON is read to
// its end.
const enough = 4 << 10

// TypeOf returns the type of a text.
func TypeOf(text []byte) Type {
	s := samples.Get().(*sample)
	defer samples.Put(s)
	return s.typeOf(text)
}

// typeOf returns the type of a text of which s becomes the sample.
func (s *sample) typeOf(text []byte) Type {
	trimmed := bytes.TrimLeft(text, " \t\r\n")
	if len(trimmed) == 0 {
		return Plain
	}
	if trimmed[0] == '{' || trimmed[0] == '[' {
		if t := structured(trimmed); t != Plain {
			return t
		}
	}
	s.read(text)
	for _, l := range leads {
		if l.form().Match(s.body) {
			return l.name
		}
	}
	for _, known := range []struct {
		is   func(*sample) bool
		name Type
	}{
		{(*sample).isTrace, Trace}, {(*sample).isTests, Tests}, {(*sample).isMatches, Matches}, {(*sample).isListing, Listing}, {(*sample).isLog, Log},
		{(*sample).isGo, Go}, {(*sample).isPython, Python}, {(*sample).isMarkdown, Markdown}, {(*sample).isCSV, CSV},
	} {
		if known.is(s) {
			return known.name
		}
	}
	return s.scriptType()
}

// structured returns JSON for a text that parses, or is the beginning of one
// that does, and JSONL for several such values, one a line.
func structured(text []byte) Type {
	if t := values(text[:min(len(text), enough)]); t == Plain || len(text) <= enough {
		return t
	}
	return values(text)
}

func values(text []byte) Type {
	switch first, rest, more := bytes.Cut(text, []byte("\n")); {
	case parses(text):
		return JSON
	case more && len(bytes.TrimSpace(rest)) > 0 && parsesWhole(first) && (rest[0] == '{' || rest[0] == '['):
		second, _, _ := bytes.Cut(rest, []byte("\n"))
		if parses(second) {
			return JSONL
		}
	}
	return Plain
}

// parses reports whether a text is a JSON value or the beginning of one.
func parses(text []byte) bool {
	var d outline.Doc
	err := d.Parse(text)
	var syntax *outline.SyntaxError
	return err == nil || errors.As(err, &syntax) && syntax.Cut
}

func parsesWhole(text []byte) bool {
	var d outline.Doc
	return d.Parse(text) == nil
}
