package recover

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/pair"
	"trtools/internal/plan"
	"trtools/internal/refusal"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

const tool = "tr-recover"

// stage is the stage. It pushes nothing before Close.
type stage struct {
	opt     Options
	job     transcript.Job
	pairs   *pair.Planner
	marks   marks
	inside  *plan.Plan  // what is decided about conversations, nil for nothing
	lists   []list      // those of which it is decided at the end
	latest  list        // the last one,
	any     bool        // if there is one,
	pending decision    // and what is decided about it if no verdict comes
	failure error       // of deciding while records are read
	lines   *plan.File  // the lines as they are, before anything is mended
	line    outline.Doc // one of them
	size    int64
	input   struct {
		at    int64  // where the line that is pushed begins
		text  []byte // of the line,
		plain bool   // which is its last record as it stands
	}
	open     bool // the last line lacks its ending
	statuses []string

	report  plan.Findings // what is done, and what cannot be done
	notices []int64       // records that may hold a notice of this stage
	rejects plan.Findings // whole records that go, and that no finding names
}

// New returns the stage for one input. Without job.Source what is pushed is spooled. A
// nil job.Report is fine.
func New(o Options, job transcript.Job) transcript.Stage { return newStage(o, job) }

func newStage(o Options, job transcript.Job) *stage {
	s := &stage{opt: o.filled(), job: job}
	if job.DryRun {
		s.opt.Store = o.Store.Dry()
	}
	report := job.Report
	if report == nil {
		report = func(transcript.Finding) {}
	}
	s.job.Report = func(f transcript.Finding) {
		f.Tool = tool
		report(f)
	}
	to, _ := refusal.ParseTarget(s.opt.For) // the zero Target where it is none
	s.pairs = pair.NewPlanner(pair.Options{For: to}, s.job)
	s.pairs.Before.Model = s.opt.Estimate
	s.pairs.See = s.checkRecord
	s.pairs.Listed, s.pairs.Later = s.listed, true
	s.job.Source = s.pairs.Job.Source
	s.lines = &plan.File{Source: s.job.Source}
	s.report.Unhashed, s.report.Unread = job.Unhashed, job.Unread
	return s
}

// Push reads a record.
func (s *stage) Push(r *transcript.Record) error {
	s.open = !bytes.HasSuffix(r.Raw, []byte("\n"))
	s.size = r.Offset + int64(len(r.Raw))
	s.input.at, s.input.text = r.Offset, bytes.TrimSpace(r.JSON())
	err := s.pairs.Push(r)
	s.input.text = nil // it is not held while the stage writes
	return cmp.Or(err, s.failure)
}

// checkRecord looks for a verdict in a record, and reports whether it holds nothing else.
// One on a line that has to be mended is left to tr-pair.
func (s *stage) checkRecord(at, end int64, rec outline.Value, v *dialect.View) bool {
	s.input.plain = at >= s.input.at && bytes.Equal(rec.Raw(), s.input.text)
	if c, own := dialect.VerdictOf(rec); c.Exists() && !s.pairs.Mended(at) {
		next, err := s.lines.Behind(end)
		s.pairs.Plan.Fail(err)
		return s.marks.add(markedLine{at, min(next, s.size), own}, c, v)
	}
	s.marks.pass(v)
	prompt := v != nil && v.Role == dialect.User && len(v.Results) == 0
	if mayNotify(rec.Raw()) || prompt && spelledOut(rec.Raw()) {
		s.notices = append(s.notices, at)
	}
	return false
}

// Flush does nothing: records are read again when they are written.
func (s *stage) Flush() error { return nil }

// Close decides what the history needs, reports it, and pushes the result.
func (s *stage) Close() (err error) {
	defer s.pairs.Close()
	defer s.pairs.File.Unread(&err)
	if err := s.pairs.Finish(); err != nil {
		return err
	}
	out, trailing := s.output()
	var p *plan.Plan
	if h := s.pairs.Before.Main(nil); s.any && h.Len() == 0 {
		p, err = s.conversations()
		out.Regions = nil // what is damaged stays
	} else if err = s.pairs.Conversations(); err == nil {
		p, err = s.history(h)
	}
	if err != nil {
		return err
	}
	if p == nil {
		p, out.Regions = s.pairs.Untouched(), nil
		s.unmark(p)
	}
	s.reportVerdicts(trailing)
	if err := p.Carry(out, &s.report, s.reportAll); err != nil {
		return err
	}
	if err := s.pushVerdicts(trailing); err != nil {
		return err
	}
	return s.job.Next.Close()
}

// output says what the plan is for: the input without the verdicts at its end, which
// are returned. Where the last line lacks its ending, the line before them got one
// with them.
func (s *stage) output() (plan.Output, []markedLine) {
	out := s.pairs.Output()
	n, end := s.marks.trailing(s.size)
	out.Size = end
	if n > 0 && s.open {
		out.Size = max(0, out.Size-int64(len(out.EOL)))
	}
	out.Source = io.NewSectionReader(out.Source, 0, out.Size)
	trailing := s.marks.list[len(s.marks.list)-n:]
	s.marks.list = s.marks.list[:len(s.marks.list)-n]
	return out, trailing
}

// history plans what an input needs whose lines are one history; nil if nothing but
// its verdicts changes.
func (s *stage) history(h *history.History) (*plan.Plan, error) {
	size := h.Size()
	size.Payload -= s.marks.extra
	n := s.opt.needOf(size, s.marks.last)
	s.addStatus(n.statuses...)
	if s.staysWhole(&n, 0, &s.report) {
		s.reportDamage()
		return nil, nil
	}
	p, x := s.pairs.Plan, s.pairs.After
	if s.unmark(p) {
		x = p.Replay(x)
	}
	notices := packed.Sorted(s.notices)
	sub := &subject{opt: &s.opt, job: &s.job, h: x.Main(nil), plan: p, span: s.pairs.Span, mayNotify: func(ref int64, _ bool) bool { return notices.Has(ref) }}
	repaired := pair.Summary(p.Report.All())
	sh, err := s.shrink(sub, &n)
	s.report.Append(&sub.report)
	if err != nil || sh == nil {
		s.reportDamage()
		return nil, err
	}
	if err := s.reportDropped(sub, sh); err != nil {
		return nil, err
	}
	sub.tellRepairs(&s.report)
	s.addStatus(summaryOf(repaired, sub.summary))
	return p, nil
}

// summaryOf joins the summaries of the repairs and of a level, repairs first.
func summaryOf(repairs, level string) string {
	if repairs != "" && level != "" {
		return strings.Replace(level, ": ", ": "+repairs+", ", 1)
	}
	return cmp.Or(repairs, level)
}

// shrink chooses what becomes of a history and adds it to its plan; nil if it stays as
// it is.
func (s *stage) shrink(sub *subject, n *need) (*shape, error) {
	sub.report.Unread = s.report.Unread
	sh, err := sub.choose(n)
	if err != nil || sh == nil {
		return nil, err
	}
	return sh, sub.commit(sh)
}

// staysWhole reports whether a history is left as it is, and says why if an error asked for
// something else, or which of its numbers are not believed.
func (s *stage) staysWhole(n *need, at int64, report *plan.Findings) bool {
	add := func(code transcript.Code, at int64, why string) {
		report.Add(plan.Finding{Code: code, Ref: at, Start: at, End: at, Why: why})
	}
	if n.exhausted > 0 {
		add(transcript.AttemptsExhausted, at, fmt.Sprintf("attempt %d of %d: the history is left as it is", n.exhausted, s.opt.MaxAttempts))
	}
	if n.incurable != "" {
		add(transcript.NotRecoverable, s.marks.last.at, n.incurable)
	}
	for _, why := range n.doubts {
		add(transcript.DoubtfulNumber, s.marks.last.at, why)
	}
	return n.exhausted > 0 || n.isEmpty()
}

// reportDamage reports the lines that cannot be read as they are, where nothing is
// repaired.
func (s *stage) reportDamage() {
	for _, f := range s.pairs.Plan.Report.All() {
		switch f.Code {
		case transcript.LoneSurrogate:
			f.Why = "half a surrogate pair in a string: APIs answer 400; try tr-pair first"
		case transcript.InvalidString:
			f.Why = "bytes in a string that JSON forbids: some clients skip the record; try tr-pair first"
		case transcript.BOM, transcript.GluedRecords, transcript.NULBytes, transcript.SplitRecord, transcript.TornRecord:
			f.Why += "; try tr-pair first"
		case transcript.UnreadableLine, transcript.LineTooLong:
		default:
			continue
		}
		f.Action, f.Reject = transcript.Keep, false
		s.report.Add(f)
	}
}

// unmark plans to take the verdicts out, and reports whether records change by that.
func (s *stage) unmark(p *plan.Plan) (changes bool) {
	for _, m := range s.marks.list {
		if m.own {
			p.Remove(m.at)
			continue
		}
		changes = true
		p.Edit(m.at, func(_ *dialect.View, rec outline.Value) []outline.Edit { return dialect.StripVerdict(rec) })
	}
	return changes
}

// addStatus adds to the summary, each thing once.
func (s *stage) addStatus(texts ...string) {
	for _, text := range texts {
		if text != "" && !slices.Contains(s.statuses, text) {
			s.statuses = append(s.statuses, text)
		}
	}
}

// Summary implements transcript.Summarizer.
func (s *stage) Summary() transcript.Summary {
	return transcript.Summary{Changed: strings.Join(s.statuses, "; ")}
}
