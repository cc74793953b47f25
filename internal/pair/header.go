package pair

import (
	"trtools/internal/dialect"
	"trtools/internal/mend"
	"trtools/internal/plan"
	"trtools/internal/refusal"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// headers notes where the header of a file stands, and which lines and records stand
// in front of it.
type headers struct {
	format dialect.Format // that wants one
	first  int64          // offset of the first record, -1 if there is none
	at     int64          // offset of the first header, -1
	unread []mend.Finding // unreadable lines before it
}

// headerOf looks for the header of formats that want one in front.
func (a *Planner) headerOf(v *dialect.View, rec outline.Value, at int64) {
	h := &a.header
	if v.Class == dialect.Header && h.at >= 0 {
		a.repeatedHeader(v, rec, at)
	}
	if rules := v.Format.Rules(); (rules.Header || rules.Begins && a.Job.Frame == nil) && h.format == nil { // messages in a document need none
		h.format = v.Format
	}
	if v.Class == dialect.Header && h.at < 0 {
		h.at = at
		a.refile(v.Format)
	}
}

// repeatedHeader removes a header that is a copy of the first, as where a session was written
// twice: Codex 0.169 begins an empty history there. Where records are linked, headers are
// filed, and copied, like the others.
func (a *Planner) repeatedHeader(v *dialect.View, rec outline.Value, at int64) {
	if rules := v.Format.Rules(); rules.Linked || !rules.Header {
		return
	}
	if !a.same(a.header.at, rec) {
		return
	}
	a.remove(plan.Finding{Code: transcript.DuplicateRecord, Action: transcript.Remove, Ref: at, Why: "the same record is written again"})
}

// refile files the records in front of a late header once more if all of them can be of
// its format: by themselves several formats could have written them, and the client
// reads them behind its header.
func (a *Planner) refile(f dialect.Format) {
	refs := a.Before.Refs()
	if len(refs) == 0 || a.Before.OnlyFormat() == f {
		return
	}
	var doc outline.Doc
	read := func(ref int64) bool {
		raw, err := a.File.Text(ref) // a run of which a read failed fails
		return err == nil && doc.Parse(raw) == nil
	}
	for _, ref := range refs {
		if !read(ref) || !f.Sees(doc.Root()) {
			return
		}
	}
	a.Before.Reset()
	a.seen.formats, a.suspect = []string{f.Rules().Name}, refusal.Looker{To: a.suspect.To}
	if a.header.format = nil; f.Rules().Header {
		a.header.format = f
	}
	var v dialect.View
	found := dialect.NewDetector(f, a.opt.SyntheticText)
	for _, ref := range refs {
		if read(ref) && found.View(doc.Root(), &v) {
			a.suspect.Look(&v, ref)
			a.Before.Add(&v, doc.Root(), ref)
		}
	}
}

// finishHeader plans what happens to a header that is not the first record.
func (a *Planner) finishHeader() {
	h := &a.header
	switch {
	case h.format == nil:
	case h.at < 0:
		at := max(h.first, 0)
		a.Plan.Report.Add(plan.Finding{Code: transcript.MissingHeader, Ref: at, Start: at, End: at,
			Why: h.format.Rules().Name + " session has no header line"})
	case h.format.Rules().Header && !a.opt.NoMend && (h.at != h.first || len(h.unread) > 0):
		a.frontHeader()
	}
}

// frontHeader moves the header to the front, and takes out what cannot be read
// before it: the clients refuse such a file.
func (a *Planner) frontHeader() {
	h := &a.header
	a.report(plan.Finding{Code: transcript.HeaderNotFirst, Ref: h.at, Why: "header is not the first line"}, outline.Value{})
	if h.at != h.first {
		a.Plan.Front(h.at)
	}
	for _, u := range h.unread {
		gone := mend.Piece{At: u.Start, End: u.End, Gone: true}
		a.regions = append(a.regions, mend.Region{Start: u.Start, End: u.End, Pieces: []mend.Piece{gone}})
		for i, f := range a.Plan.Report.All() {
			if f.Code == transcript.UnreadableLine && f.Start == u.Start {
				f.Action, f.Reject = transcript.Remove, true
				a.Plan.Report.Set(i, f)
			}
		}
	}
}
