package cli

import (
	"bufio"
	"io"

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

	con *console // where messages must not break the document; nil elsewhere
}

// newScreen returns nil if findings are not to be shown: with -q, and with a
// bare -l, which says what it has to say by a name.
func (p *program) newScreen() *screen {
	o := &p.opt
	if o.quiet || o.list && !o.check && !o.diff && !o.write {
		return nil
	}
	format := o.format
	if o.report != "" {
		format = report.Text // the other format went to the file
	}
	stream, w := p.s.Err, io.Writer(p.con)
	onStdout := o.check && !o.list && !o.diff
	if onStdout {
		stream, w = p.s.Out, p.stdout
	}
	color := useColor(o.color, p.s.IsTerminal(stream))
	s := &screen{buf: bufio.NewWriter(w), info: o.verbose || format.Complete(), open: onStdout}
	s.rep = report.New(format, s.buf, p.reportOptions(color))
	if format == report.SARIF && !onStdout {
		s.con = p.con
	}
	return s
}

// add shows a finding. Errors stick to the stream.
func (s *screen) add(f transcript.Finding) {
	if s == nil || f.Severity == transcript.Info && !s.info {
		return
	}
	s.open = true
	if s.con != nil {
		s.con.beginDocument()
	}
	s.rep.Add(f)
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
	}
	s.flush()
	if s != nil && s.con != nil {
		s.con.endDocument()
	}
}
