package report

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"trtools/pkg/transcript"
)

// githubReporter writes workflow commands, which GitHub shows beside the line:
// ::error file=F,line=N,col=N,endColumn=N,title=CODE::message [action]
type githubReporter struct{ w io.Writer }

func (g *githubReporter) Add(f transcript.Finding) error {
	line := ""
	if f.Line > 0 {
		line = fmt.Sprintf(",line=%d", f.Line)
	}
	if f.Column > 0 {
		line += fmt.Sprintf(",col=%d", f.Column)
	}
	if f.EndColumn > 0 {
		line += fmt.Sprintf(",endColumn=%d", f.EndColumn)
	}
	_, err := fmt.Fprintf(g.w, "::%s file=%s%s,title=%s::%s\n", level(f.Severity, "notice"),
		githubProperty(filepath.ToSlash(f.File)), line, githubProperty(string(f.Code)),
		githubData(fmt.Sprintf("%s [%s]", message(f), Safe(string(f.Action)))))
	return err
}

func (g *githubReporter) Close() error { return nil }

func (g *githubReporter) omit(n int64) error {
	_, err := fmt.Fprintf(g.w, "::notice::%s\n", omitted(n))
	return err
}

// githubData escapes what would end the command or start another one.
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// githubProperty escapes what would end a property. Other unprintable text in
// it is escaped as in messages; line breaks keep GitHub's spelling.
func githubProperty(s string) string {
	return Safe(strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubData(s)))
}
