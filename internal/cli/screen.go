package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"

	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// screen shows findings to the person: on standard output for -c, otherwise on
// standard error. A nil *screen shows nothing.
type screen struct {
	rep  *report.Reporter
	buf  *bufio.Writer
	info bool // info findings are shown, too

	tally      tally
	count      bool   // say at the end how many there are
	recognized bool   // say what was recognised; without info, of healthy files in directories only how many
	repair     string // what would repair them: tr-pair -w; "" if nothing does
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
	text, terminal := format == report.Text, p.s.IsTerminal(stream)
	s := &screen{
		buf: bufio.NewWriter(w), info: o.verbose,
		count:      text && (onStdout || terminal) && !(o.write && p.cmd.Repairs), // which says what it repaired
		recognized: text && (o.verbose || onStdout && terminal),
	}
	s.rep = report.New(format, s.buf, p.reportOptions(useColor(o.color, terminal)))
	if o.writesNothing() && p.cmd.Repairs && !slices.Contains(p.files, "-") {
		s.repair = p.cmd.Name + " -w"
	}
	return s
}

// add shows a finding. Errors stick to the stream.
func (s *screen) add(f transcript.Finding) {
	if s == nil || f.Severity == transcript.Info && !s.info {
		return
	}
	s.tally.add(f)
	s.rep.Add(f)
}

// endFile says what was recognised in a file, and counts it.
func (s *screen) endFile(f *fileRun, err error) {
	if s == nil {
		return
	}
	s.tally.files++
	verdict := cmp.Or(f.summary.Short, "healthy")
	if f.counted > 0 {
		s.tally.damaged++
		verdict = report.Count(int64(f.counted), "finding", "findings")
	}
	switch {
	case !s.recognized || f.summary.Input == "" || err != nil:
	case !s.info && f.walked[f.arg] && verdict == "healthy":
		s.tally.healthy++
	default:
		fmt.Fprintf(s.buf, "%s: %s, %s\n", report.Name(f.name), report.Safe(f.summary.Input), verdict)
	}
	s.flush()
}

// flush sends off what is buffered.
func (s *screen) flush() {
	if s != nil {
		s.buf.Flush()
	}
}

// close completes the document.
func (s *screen) close() {
	if s == nil {
		return
	}
	s.rep.Close()
	if s.tally.healthy > 0 {
		fmt.Fprintln(s.buf, report.Count(s.tally.healthy, "healthy file", "healthy files"))
	}
	if s.count && s.tally.findings() > 0 {
		fmt.Fprintln(s.buf, s.tally.line(s.repair))
	}
	s.flush()
}
