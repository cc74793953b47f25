// Package report writes findings for people (text), for programs (json, sarif)
// and for GitHub's log viewer (github). Every format says the same findings;
// untrusted text is made harmless for terminals and CI logs in all of them.
package report

import (
	"fmt"
	"io"

	"trtools/pkg/transcript"
)

// Format names a way to write findings.
type Format string

const (
	Text   Format = "text"   // FILE:LINE: CODE: message [action]
	JSON   Format = "json"   // one object a line
	GitHub Format = "github" // workflow commands
	SARIF  Format = "sarif"  // one SARIF 2.1.0 document a run
)

// Formats lists the names of all formats, the default one first.
func Formats() []string {
	return []string{string(Text), string(JSON), string(GitHub), string(SARIF)}
}

// Complete reports whether the format has every member of a finding.
func (f Format) Complete() bool { return f == JSON || f == SARIF }

// Options are what a report says beside its findings.
type Options struct {
	Tool    string // name of the command, for sarif
	Version string // of the command, for sarif
	Color   bool   // text only
	Max     int64  // most findings in a github or sarif report; 0: no limit
}

// Limited reports whether Options.Max limits a report in the format: services that read such
// reports refuse what is too long.
func (f Format) Limited() bool { return f == GitHub || f == SARIF }

// Reporter writes findings to the io.Writer that it was made with.
type Reporter struct {
	w      io.Writer
	format Format
	color  bool
	max    int64 // most findings that are written; 0: all
	added  int64
}

// New returns a Reporter of the format that writes to w. An unknown format is
// written as text.
func New(f Format, w io.Writer, o Options) *Reporter {
	r := &Reporter{w: w, format: f, color: o.Color}
	if f.Limited() {
		r.max = o.Max
	}
	if f == SARIF {
		io.WriteString(w, sarifHead(o)) // its error sticks to w
	}
	return r
}

// Add writes a finding.
func (r *Reporter) Add(f transcript.Finding) error {
	if r.added++; r.max > 0 && r.added > r.max {
		return nil
	}
	text := ""
	switch r.format {
	case JSON:
		text = jsonLine(f)
	case GitHub:
		text = githubCommand(f)
	case SARIF:
		if text = "\n"; r.added > 1 {
			text = ",\n"
		}
		text += string(encode(sarifResultOf(f)))
	default:
		text = textLine(f, r.color)
	}
	_, err := io.WriteString(r.w, text)
	return err
}

// Close completes the document, which says how many findings are not in it; it does not close
// the writer.
func (r *Reporter) Close() (err error) {
	note := ""
	if over := r.added - r.max; r.max > 0 && over > 0 {
		note = Count(over, "further finding is", "further findings are") + " left out of this report"
	}
	switch {
	case r.format == SARIF:
		_, err = io.WriteString(r.w, sarifTail(note))
	case note != "":
		_, err = fmt.Fprintf(r.w, "::notice::%s\n", note)
	}
	return err
}

// Count returns a number with the right form of its noun.
func Count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// maxMessage is how much of a message is printed. An id in it can be as long
// as a whole line.
const maxMessage = 300

// message returns the message of a finding as one line of printable text, for the
// formats that are made for people.
func message(f transcript.Finding) string {
	return about(f) + Clip(Safe(fullMessage(f)), maxMessage)
}

// about says which message of a conversation on one line a finding is about, and in which
// column that is said; no message begins in the first one.
func about(f transcript.Finding) string {
	switch {
	case f.Number == 0:
		return ""
	case f.Column <= 1:
		return fmt.Sprintf("message %d: ", f.Number)
	}
	return fmt.Sprintf("message %d, column %d: ", f.Number, f.Column)
}

// fullMessage returns the message of a finding, or, if it has none, the sentence about
// its code in transcript.Rules().
func fullMessage(f transcript.Finding) string {
	if f.Message != "" {
		return f.Message
	}
	return transcript.RuleOf(f.Code).Help
}

// level returns the word of other programs for a severity; theirs for info differs.
func level(s transcript.Severity, info string) string {
	if s == transcript.Error || s == transcript.Warning {
		return string(s)
	}
	return info
}
