package turns

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/shrink"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// line is a line of the input that is held until its results are decided.
type line struct {
	rec     transcript.Record
	in      shrink.Line // what its results stand in
	job     *transcript.Job
	copied  *copied // has the bytes; nil while they are the reader's
	pending int     // results that are not decided
	results []*Result
	notes   []transcript.Finding // about the line itself
}

// line returns the line of a record, without its views.
func (w *Walker) line(r *transcript.Record) *line {
	l := w.memory.lines.take()
	l.job = &w.job
	l.in = shrink.Line{Raw: r.Raw, Store: w.opt.Store}
	l.rec = transcript.Record{
		Raw: r.Raw, Was: r.Was, Line: r.Line, Offset: r.Offset, Change: r.Change, TooLong: r.TooLong, More: r.More,
	}
	return l
}

// keep copies the bytes of lines, because the caller is about to overwrite them.
func (m *memory) keep(lines []*line) {
	size := 0
	for _, l := range lines {
		if l.copied == nil {
			size += len(l.rec.Raw) + len(l.rec.Was)
		}
	}
	if size == 0 {
		return
	}
	to := m.copies.take()
	to.bytes = slices.Grow(to.bytes[:0], size)
	for _, l := range lines {
		if l.copied == nil {
			l.keep(to)
		}
	}
}

// keep copies the line's bytes to where there is room for them.
func (l *line) keep(to *copied) {
	l.copied = to
	to.lines++
	for _, b := range []*[]byte{&l.rec.Raw, &l.rec.Was} {
		if *b != nil {
			at := len(to.bytes)
			to.bytes = append(to.bytes, *b...)
			*b = to.bytes[at:len(to.bytes):len(to.bytes)]
		}
	}
	l.in.Raw = l.rec.Raw
	for _, r := range l.results {
		r.Forget()
	}
}

// apply makes the changes and returns how many bytes they save.
func (l *line) apply(m *memory) (saved int) {
	var e shrink.Edits
	for _, r := range l.results {
		e.Add(&r.Result)
	}
	if e.Empty() {
		return 0
	}
	edits := e.List(func() outline.Value {
		doc, err := l.rec.Doc()
		if err != nil {
			return outline.Value{} // a line that is edited is sound
		}
		return doc.Root()
	})
	was := len(l.rec.Raw)
	l.rec.Replace(m.splice(l.rec.Raw, edits))
	return was - len(l.rec.Raw)
}

// findings returns what there is to say of the results that were decided.
func (l *line) findings(tool string) (list []transcript.Finding) {
	for _, r := range l.results {
		for _, n := range r.Notes() {
			f := transcript.Finding{
				Tool: tool, File: l.job.Name, Line: l.rec.Line, Offset: l.rec.Offset + int64(n.Start), Length: int64(n.End - n.Start),
				Code: n.Code, Severity: n.Severity, Action: n.Action, Number: int(r.number),
			}
			if !l.job.Unread {
				f.SHA256, f.ID, f.Message = l.job.Sum(l.rec.Raw[n.Start:n.End]), r.ID, n.Why+dialect.QuotedID(r.ID)
			}
			list = append(list, f)
		}
	}
	return list
}
