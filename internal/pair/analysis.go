package pair

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/internal/mend"
	"trtools/internal/packed"
	"trtools/internal/plan"
	"trtools/internal/refusal"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Planner reads an input and plans its repairs: for tr-pair, and for a stage that goes on from
// there: what that plans comes on top of them, and everything is carried out at once.
type Planner struct {
	// See is called for every record, with what a format sees in it, nil if none does.
	// A record for which it returns true is left out: no repair depends on it.
	See func(at, end int64, rec outline.Value, v *dialect.View) bool
	// Listed is called for every record that holds a whole conversation. With Later what it
	// is given is valid until it returns.
	Listed func(at int64, c *Conversation)
	// Later plans nothing for a conversation before Conversation or Conversations is
	// called: of many most may need nothing.
	Later bool

	Job    *transcript.Job // what the input is read with: its Source is never nil
	File   *plan.File      // what reads the input's records again
	Plan   *plan.Plan      // of all repairs
	Before *history.Index  // of the input as it is
	After  *history.Index  // of the planned result

	in     input.Input
	opt    Options
	lines  *mend.Mender
	detect dialect.Detector
	view   dialect.View
	filler *input.Filler // of conversations, made with the first one

	header      headers
	numbers     plan.Numbers
	clashes     []clash
	regions     []mend.Region
	unread      []int64 // offsets of lines that could not be read
	session     bool    // the file is a client's session
	bare        bool    // its format has records that are a bare value
	suspect     refusal.Looker
	destination destination      // where it goes
	later       packed.Ascending // records with a conversation whose repairs are not planned yet
	spare       *repair          // of a conversation that needed nothing
	doc         outline.Doc      // of the last Conversation

	seen     seen
	heldBack int // calls, results and links that are left because of unreadable lines
}

// seen counts what was recognized.
type seen struct {
	formats        []string // names, in the order in which they came
	records, calls int
	to             string         // the API that the history goes to, "" if nobody knows
	judged         bool           // something is said of the pairs of one of them
	unknown        int            // objects that no format claims
	types          map[string]int // their types
}

// maxTypes is how many types of unknown records are counted apart.
const maxTypes = 100

// miss counts an object that no format claims.
func (s *seen) miss(rec outline.Value) {
	s.unknown++
	typ := rec.Get("type").Text()
	if s.types[typ] > 0 || len(s.types) < maxTypes {
		packed.Set(&s.types, typ, s.types[typ]+1)
	}
}

// short says what was not judged, "" if all was.
func (s *seen) short() string {
	switch {
	case s.unknown > 0:
		return fmt.Sprintf("%d of %d lines not understood", s.unknown, s.unknown+s.records)
	case !s.judged && len(s.formats) > 0: // messages of no certain format are
		return "not judged"
	}
	return ""
}

// partly says of which types most lines are that were not understood, if they are more than
// half of all; else "".
func (s *seen) partly() string {
	if s.records == 0 || s.unknown <= s.records {
		return ""
	}
	names := slices.SortedFunc(maps.Keys(s.types), func(a, b string) int {
		return cmp.Or(s.types[b]-s.types[a], cmp.Compare(a, b))
	})
	var list []string
	for _, name := range names[:min(3, len(names))] {
		list = append(list, fmt.Sprintf("%d of type %.40q", s.types[name], name))
	}
	return s.short() + ", most of them " + strings.Join(list, ", ")
}

func (s *seen) add(v *dialect.View) {
	s.records++
	s.calls += len(v.Calls)
	s.judged = s.judged || dialect.Certain(v.Format) && v.Format.Rules().Judged()
	if name := v.Format.Rules().Name; dialect.Certain(v.Format) && !slices.Contains(s.formats, name) {
		s.formats = append(s.formats, name)
	}
}

// NewPlanner returns a planner for one input of a stage that goes on from there: the sizes of the
// records are known to its histories. Without job.Source what is pushed is spooled. Set its
// functions, and how tokens are estimated (Before.Model), before the first Push.
func NewPlanner(o Options, job transcript.Job) *Planner {
	p := newPlanner(o, job)
	p.Before.Weigh = true
	return p
}

func newPlanner(o Options, job transcript.Job) *Planner {
	j := &job
	if j.MaxLine <= 0 {
		j.MaxLine = transcript.DefaultMaxLine
	}
	if j.Report == nil {
		j.Report = func(transcript.Finding) {}
	}
	in := input.New(j)
	j.Source = in.Source
	file := &plan.File{Source: j.Source}
	a := &Planner{
		in: in, Before: history.New(), File: file, Plan: plan.New(file), opt: o, Job: j, header: headers{first: -1, at: -1},
		detect: *dialect.NewDetector(dialect.Named(j.Dialect), o.SyntheticText),
	}
	a.Plan.Fixed, a.Plan.Own = dialect.Named(j.Dialect), o.SyntheticText
	a.Plan.KeepNumbers = o.NoMend
	a.Plan.Wording, a.Plan.Seen = o.wording(), a.Before
	a.Plan.Report.Unhashed, a.Plan.Report.Unread = j.Unhashed, j.Unread
	a.Before.Same = a.same
	a.destination.hearDocument(j.Frame)
	a.suspect.To = a.destination.target(o.For)
	a.lines = mend.New(mend.Options{Off: o.NoMend, MaxLine: j.MaxLine, Known: a.known}, a)
	return a
}

// known reports whether an object is a record of some format by itself. It is asked before
// the object becomes a record.
func (a *Planner) known(root outline.Value) bool {
	return dialect.NewDetector(dialect.Named(a.Job.Dialect), "").View(root, &a.view)
}

// same reports whether a record that was read before reads like rec.
func (a *Planner) same(ref int64, rec outline.Value) bool {
	same, _ := a.File.Same(ref, rec.Raw()) // a run of which a read failed fails
	return same
}

// Region implements mend.Sink: a span of the input is not one plain line.
func (a *Planner) Region(r mend.Region) {
	for _, p := range r.Pieces {
		packed.Set(&a.File.Pieces, p.At, p)
	}
	a.regions = append(a.regions, r)
}

// Finding implements mend.Sink. It remembers which lines stay unread: what seems
// to be missing may be on them.
func (a *Planner) Finding(f mend.Finding) {
	switch f.Code {
	case transcript.UnreadableLine:
		if a.header.at < 0 {
			a.header.unread = append(a.header.unread, f)
		}
		fallthrough
	case transcript.LineTooLong:
		a.numbers.Unread()
		a.unread = append(a.unread, f.Start)
	case transcript.TornRecord:
		a.torn(f)
	}
	a.Plan.Report.Add(plan.Finding{Code: f.Code, Ref: f.At, Start: f.Start, End: f.End, Why: f.Why, Reject: f.Reject})
}

// torn notes what is left of a record that was cut off, for the links to it. What is left
// may look like a record of another format: it says nothing about those behind it.
func (a *Planner) torn(f mend.Finding) {
	raw, err := a.File.Bytes(f.Start, f.End)
	var doc outline.Doc
	var v dialect.View
	detect := a.detect
	if err == nil && mend.Members(raw, &doc) && detect.View(doc.Root(), &v) {
		a.Before.AddTorn(&v)
	}
}

// Record implements mend.Sink.
func (a *Planner) Record(at, end int64, doc *outline.Doc) {
	v := &a.view
	known := a.detect.View(doc.Root(), v)
	if a.leftOut(at, end, doc.Root(), known) {
		return
	}
	if a.header.first < 0 {
		a.header.first = at
	}
	a.Plan.Last = at
	if !known {
		a.numbers.Unread()
		a.seen.miss(doc.Root())
		return
	}
	a.seen.add(v)
	a.number(v, at)
	a.session = a.session || v.Format.Rules().Session
	a.bare = a.bare || v.Format.Rules().Bare
	a.headerOf(v, doc.Root(), at)
	if v.Format.Rules().Folds {
		for m := range history.Elements(v.List) {
			a.seen.calls += len(m.Calls)
		}
	}
	if v.List.Exists() && v.Class == dialect.Other {
		a.conversation(v, at)
		return
	}
	if v.Damaged && !a.opt.NoMend {
		// what hung on it is linked to what stands before
		a.remove(plan.Finding{Code: transcript.BadRecord, Ref: at, Why: "record lacks a member without which its client crashes"})
		return
	}
	if v.Format.Rules().EndsAt && !a.opt.NoMend {
		a.escapeSeparators(at, doc.Root())
	}
	if a.twiceByID(v, doc.Root(), at) {
		return
	}
	a.putIn(v, at)
	a.destination.hear(v, doc.Root())
	a.suspect.Look(v, at)
	a.Before.Add(v, doc.Root(), at)
}

// number notes whether the numbers of records may have a gap or a double.
func (a *Planner) number(v *dialect.View, at int64) {
	rules := v.Format.Rules()
	a.Plan.Numbered = a.Plan.Numbered || rules.Trails
	if !rules.Numbered {
		return
	}
	_, wrong := a.numbers.Number(v)
	a.Plan.Numbered = a.Plan.Numbered || a.numbers.Any
	if wrong && a.opt.NoMend && !a.Plan.Misnumbered {
		a.report(plan.Finding{Code: transcript.BadOrdinal, Action: transcript.Keep, Ref: at, Why: plan.BadNumbers}, v.Ordinal)
	}
	a.Plan.Misnumbered = a.Plan.Misnumbered || wrong
}

// escapeSeparators writes line and paragraph separators in the strings of a record as escapes.
func (a *Planner) escapeSeparators(at int64, rec outline.Value) {
	if !bytes.Contains(rec.Raw(), []byte("\u2028"[:2])) {
		return
	}
	start, _ := rec.Span()
	var edits []outline.Edit
	for i, c := range string(rec.Raw()) {
		if c == '\u2028' || c == '\u2029' {
			edits = append(edits, outline.Edit{Start: start + i, End: start + i + len("\u2028"), Text: fmt.Appendf(nil, `\u%x`, c)})
		}
	}
	if len(edits) == 0 {
		return
	}
	a.report(plan.Finding{Code: transcript.InvalidString, Action: transcript.Replace, Ref: at, Reject: true,
		Why: "its client ends a line at a raw U+2028 or U+2029: it is written as an escape"}, outline.Value{})
	a.Plan.EditAt(at, edits)
}

// putIn mends a record that its client crashes on, where that can be done.
func (a *Planner) putIn(v *dialect.View, at int64) {
	if len(v.Lacks) == 0 || a.opt.NoMend {
		return
	}
	a.report(plan.Finding{Code: transcript.BadRecord, Action: transcript.Replace, Ref: at, Reject: true,
		Why: "record lacks a member without which its client crashes: the member is inserted"}, outline.Value{})
	a.Plan.EditAt(at, v.Lacks)
}

// String says what the input is: its formats, and how much is in it.
func (s *seen) String() string {
	if s.records == 0 {
		return ""
	}
	formats := "messages of no certain format"
	if len(s.formats) > 0 {
		formats = strings.Join(s.formats, ", ")
	}
	if s.to != "" {
		formats += ", for " + s.to
	}
	return formats + ", " + transcript.FormatCount(s.records, "record") + ", " + transcript.FormatCount(s.calls, "call")
}

// leftOut asks whoever goes on from here whether a record is left out.
func (a *Planner) leftOut(at, end int64, rec outline.Value, known bool) bool {
	v := &a.view
	if !known {
		v = nil
	}
	return a.See != nil && a.See(at, end, rec, v)
}

// unsure reports whether repairs at a record are held back, because a line at or
// behind it could not be read and may hold what seems to be missing.
func (a *Planner) unsure(ref int64) bool {
	return a.opt.HoldBack && len(a.unread) > 0 && a.unread[len(a.unread)-1] >= ref
}

// Span returns where the bytes from start to end of a record, as it is planned, stand
// in the input: see spans. Where the record is planned to change, or was mended, positions have
// moved: there it is the whole record.
func (a *Planner) Span(ref int64, start, end int) (int64, int64) {
	at := a.Plan.Origin(ref)
	if start == end || at != ref || a.Plan.Edited(ref) {
		if start, end, err := a.File.Extent(at); err == nil {
			return start, end
		}
	}
	return a.File.Span(at, start, end)
}

// report reports a finding about a part of its record, all of that if there is none.
func (a *Planner) report(f plan.Finding, part outline.Value) {
	f.Start, f.End = spans(a.Span).of(f.Ref, part)
	a.Plan.Report.Add(f)
}

// remove reports a record and plans its removal.
func (a *Planner) remove(f plan.Finding) {
	f.Reject = true
	a.report(f, outline.Value{})
	a.Plan.Remove(f.Ref)
}

// finish ends the input and plans all repairs.
func (a *Planner) finish() error {
	a.lines.Close()
	a.Before.Finish()
	a.seen.to = a.target().String()
	a.forgetLine()
	if err := a.rounds(); err != nil {
		return err
	}
	a.finishHeader()
	a.finishStrays()
	a.finishClashes()
	if why := a.seen.partly(); why != "" {
		at := max(a.header.first, 0)
		a.Plan.Report.Add(plan.Finding{Code: transcript.PartlyRead, Ref: at, Start: at, End: at, Why: why})
	}
	a.Plan.Report.Whole(a.Plan.Away, func(ref int64) (int64, int64) { return a.Span(ref, 0, 0) })
	return a.Plan.Err()
}

// target returns where the history goes: the API alone, whatever the model.
func (a *Planner) target() refusal.Target {
	t := a.opt.For
	if len(a.seen.formats) > 0 && a.seen.formats[0] != "conversations" && t.APIs == 0 {
		t = refusal.TargetOf(a.seen.formats[0], a.destination.provider, a.destination.model)
		t.Model = ""
	}
	return t
}

// forgetLine frees what refers to all of the line that was looked at last.
func (a *Planner) forgetLine() {
	a.view, a.spare = dialect.View{}, nil
	if a.filler != nil {
		a.filler.Forget()
	}
}

// Output says how the plan is carried out. Size is that of the part of the input that
// the plan is for.
func (a *Planner) Output() plan.Output {
	o := a.in.Output(a.Job.Next)
	o.Regions = a.regions
	return o
}

// finishStrays plans what happens to lines that are a bare value.
func (a *Planner) finishStrays() {
	if a.bare {
		return
	}
	for _, s := range a.lines.BareValues() {
		f := plan.Finding{Code: transcript.StrayValue, Ref: s.Start, Start: s.Start, End: s.End, Why: "line is a bare value, not a record", Reject: true}
		if !a.session || a.opt.NoMend {
			f.Severity, f.Action, f.Reject = transcript.Info, transcript.Keep, false
		} else {
			a.Plan.Remove(s.Start)
		}
		a.Plan.Report.Add(f)
	}
}
