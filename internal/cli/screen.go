package cli

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// screen shows findings to the person: on standard output for -c, otherwise on
// standard error. A nil *screen shows nothing.
type screen struct {
	rep  report.Reporter
	buf  *bufio.Writer
	info bool // info findings are shown, too
	open bool // the document is to be completed
	text bool // findings are for a person, and so is what is said beside them

	files, damaged          int    // how many were filtered, and how many of them have findings
	errors, warnings, infos int64  // findings shown
	repairs                 int64  // errors and warnings that -w would repair
	count                   bool   // say at the end how many there are
	recognized              bool   // say what was recognised
	hint                    string // what repairs them; "" if nothing does

	con *console // where messages must not break the document; nil elsewhere
}

// newScreen returns nil if findings are not to be shown.
func (p *program) newScreen() *screen {
	o := &p.opt
	if !o.showsFindings() {
		return nil
	}
	format := o.shownFormat()
	stream, w := p.s.Err, io.Writer(p.con)
	onStdout := o.findingsOnStdout()
	if onStdout {
		stream, w = p.s.Out, p.stdout
	}
	color := useColor(o.color, p.s.IsTerminal(stream))
	s := &screen{buf: bufio.NewWriter(w), info: o.verbose || format.Complete(), open: onStdout}
	s.rep = report.New(format, s.buf, p.reportOptions(color))
	s.speak(p, format, onStdout, p.s.IsTerminal(stream))
	return s
}

// speak decides what is said beside the findings.
func (s *screen) speak(p *program, format report.Format, onStdout, terminal bool) {
	o := &p.opt
	s.text = format == report.Text
	s.count = s.text && (onStdout || terminal)
	s.recognized = s.text && (o.verbose || onStdout && terminal)
	if o.dry() && p.cmd.Repairs && !slices.Contains(p.files, "-") {
		s.hint = p.cmd.Name + " -w repairs "
	}
	if format == report.SARIF && !onStdout {
		s.con = p.con
	}
}

// add shows a finding. Errors stick to the stream.
func (s *screen) add(f transcript.Finding) {
	if s == nil || f.Severity == transcript.Info && !s.info {
		return
	}
	s.open = true
	s.tally(f)
	if s.con != nil {
		s.con.beginDocument()
	}
	s.rep.Add(f)
}

func (s *screen) tally(f transcript.Finding) {
	switch f.Severity {
	case transcript.Error:
		s.errors++
	case transcript.Warning:
		s.warnings++
	default:
		s.infos++
		return
	}
	if f.Action != transcript.Keep {
		s.repairs++
	}
}

// endFile says what was recognised in a file, and counts it.
func (s *screen) endFile(f *fileRun, err error) {
	if s == nil {
		return
	}
	s.files++
	verdict := "healthy"
	if f.counted > 0 {
		s.damaged++
		verdict = report.Count(int64(f.counted), "finding", "findings")
	}
	if s.recognized && f.recognized != "" && err == nil {
		fmt.Fprintf(s.buf, "%s: %s, %s\n", report.Name(f.name), report.Safe(f.recognized), verdict)
	}
	s.flush()
}

// total returns the line that ends the findings, "" if there were none:
// 3 findings: 2 errors, 1 warning in 1 of 12 files; tr-pair -w repairs all
func (s *screen) total() string {
	all := s.errors + s.warnings + s.infos
	if !s.count || all == 0 {
		return ""
	}
	var kinds []string
	for _, k := range []struct {
		n         int64
		one, many string
	}{{s.errors, "error", "errors"}, {s.warnings, "warning", "warnings"}, {s.infos, "info", "infos"}} {
		if k.n > 0 {
			kinds = append(kinds, report.Count(k.n, k.one, k.many))
		}
	}
	text := report.Count(all, "finding", "findings") + ": " + strings.Join(kinds, ", ")
	if s.files > 1 {
		text += fmt.Sprintf(" in %d of %d files", s.damaged, s.files)
	}
	switch {
	case s.hint == "" || s.repairs == 0:
	case s.repairs == s.errors+s.warnings:
		text += "; " + s.hint + "all"
	default:
		text += fmt.Sprintf("; %s%d of them", s.hint, s.repairs)
	}
	return text + "\n"
}

// flush sends off what is buffered.
func (s *screen) flush() {
	if s != nil {
		s.buf.Flush()
	}
}

// close completes the document. One on standard error that has no finding is
// not begun: where there is nothing to say, nothing is said.
func (s *screen) close() {
	if s != nil && s.open {
		s.rep.Close()
		s.buf.WriteString(s.total())
	}
	s.flush()
	if s != nil && s.con != nil {
		s.con.endDocument()
	}
}
