package cli

import (
	"fmt"
	"strings"

	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// tally counts the findings that were shown.
type tally struct {
	files, damaged          int   // how many were filtered, and how many of them have findings
	healthy                 int64 // files of directories that are, and were not named one by one
	errors, warnings, infos int64 // findings
	repairable              int64 // errors and warnings that something is done about
}

func (t *tally) add(f transcript.Finding) {
	switch f.Severity {
	case transcript.Error:
		t.errors++
	case transcript.Warning:
		t.warnings++
	default:
		t.infos++
		return
	}
	if f.Action != transcript.Keep {
		t.repairable++
	}
}

func (t *tally) findings() int64 { return t.errors + t.warnings + t.infos }

// line says how many findings there are and, unless repair is "", how many of
// them that command repairs:
// 3 findings: 2 errors, 1 warning in 1 of 12 files; tr-pair -w repairs all
func (t *tally) line(repair string) string {
	text := report.Count(t.findings(), "finding", "findings") + ": " + t.kinds()
	if t.files > 1 {
		text += fmt.Sprintf(" in %d of %d files", t.damaged, t.files)
	}
	switch {
	case repair == "" || t.repairable == 0:
	case t.repairable == t.errors+t.warnings:
		text += "; " + repair + " repairs all"
	default:
		text += fmt.Sprintf("; %s repairs %d of them", repair, t.repairable)
	}
	return text
}

// kinds says how many findings of each severity there are: 2 errors, 1 warning
func (t *tally) kinds() string {
	var kinds []string
	for _, k := range []struct {
		n         int64
		one, many string
	}{{t.errors, "error", "errors"}, {t.warnings, "warning", "warnings"}, {t.infos, "info", "infos"}} {
		if k.n > 0 {
			kinds = append(kinds, report.Count(k.n, k.one, k.many))
		}
	}
	return strings.Join(kinds, ", ")
}
