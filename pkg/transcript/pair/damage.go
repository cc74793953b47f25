package pair

import (
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/mend"
	"trtools/pkg/transcript/outline"
)

// newMender returns what finds the records on the lines of the input. It tells
// the analysis, as a mend.Sink, about records, regions and damage.
func newMender(a *analysis) *mend.Mender {
	return mend.New(mend.Options{Off: !a.opt.Mend, MaxLine: a.job.MaxLine, Known: a.known}, a)
}

// known reports whether an object is a record of some format by itself.
func (a *analysis) known(root outline.Value) bool {
	var v dialect.View
	return dialect.NewDetector(dialect.Named(a.job.Dialect), "").View(root, &v)
}

// Record implements mend.Sink.
func (a *analysis) Record(at, end int64, doc *outline.Doc) { a.record(at, end-at, doc) }

// Region implements mend.Sink: a stretch of the input is not one plain line.
func (a *analysis) Region(r mend.Region) {
	a.plan.regions[r.Start] = &region{r.Start, r.End, r.Pieces}
	for _, p := range r.Pieces {
		a.src.pieces[p.At] = p
	}
}

// Finding implements mend.Sink. It remembers which lines stay unread: what seems
// to be missing may be on them.
func (a *analysis) Finding(f mend.Finding) {
	switch f.Code {
	case transcript.UnreadableLine:
		if a.header.at < 0 {
			a.header.unread = append(a.header.unread, stretchAt{f.Start, f.End})
		}
		fallthrough
	case transcript.LineTooLong:
		a.unread = append(a.unread, f.Start)
	}
	a.note(finding{
		code: f.Code, severity: f.Severity, action: f.Action, at: f.At, start: f.Start, end: f.End, why: f.Why, reject: f.Reject,
	})
}
