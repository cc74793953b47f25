package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"trtools/pkg/transcript"
)

// githubCommand returns a workflow command, which GitHub shows beside the line:
// ::error file=F,line=N,col=N,endColumn=N,title=CODE::message [action]
func githubCommand(f transcript.Finding) string {
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
	return fmt.Sprintf("::%s file=%s%s,title=%s::%s\n", level(f.Severity, "notice"),
		githubProperty(filepath.ToSlash(f.File)), line, githubProperty(string(f.Code)),
		githubData(fmt.Sprintf("%s [%s]", message(f), Safe(string(f.Action)))))
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
