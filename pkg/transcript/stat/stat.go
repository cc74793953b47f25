// Package stat tells what is in a transcript: the stage of tr-stat.
//
// Messages tells of every message where it stands, who speaks, whether the next
// request holds it or why not, which calls and results are in it, and how large it is.
// Total adds that up and says what the stages that shrink a history would free of it.
// The input is read as tr-pair reads it, so that findings are those of tr-pair, and
// sizes are those that every stage goes by. Nothing is edited.
//
// tell.go reads the records again once the history is known, and puts the messages together,
// totals.go adds up, costs.go runs the stages.
package stat

import (
	"cmp"
	"io"

	"trtools/internal/dialect"
	"trtools/internal/document"
	"trtools/internal/pair"
	"trtools/internal/plan"
	"trtools/internal/report"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/tokens"
)

// Options say what is told. The zero value is what tr-stat does without flags.
type Options struct {
	Total    bool         // one object for the whole input in place of one a message
	NoCosts  bool         // with Total: leave out what the stages would free
	Listed   bool         // with Total: one object a message as well, before the whole
	Estimate tokens.Model // how tokens are estimated

	// Session, if it is not nil, is what is known of the input as a session: only what
	// there is to say of the session is told, and nothing of one without messages; with
	// Damaged nothing of a healthy one either.
	Session *Session
	Damaged bool
}

// Messages tells of every message of the transcript that r reads, in the order of the
// input. Name is the name of the input in what it tells. Errors are those of reading.
func Messages(r io.Reader, name string, o Options) ([]Message, error) {
	o.Total, o.Session = false, nil
	return document.Told[Message](filter(name, o), r)
}

// Total tells what the whole transcript holds that r reads. Errors are those of reading, and io.EOF if
// it is a document that is cut or holds none.
func Total(r io.Reader, name string, o Options) (t Totals, err error) {
	o.Total, o.Listed, o.Session = true, false, nil
	list, err := document.Told[Totals](filter(name, o), r)
	if err != nil || len(list) == 0 {
		return t, cmp.Or(err, io.EOF)
	}
	return list[0], nil
}

func filter(name string, o Options) document.Filter {
	f := document.Of(New, o)
	f.Name = name
	return f
}

const tool = "tr-stat"

// stage is the stage. Messages are told at Close.
type stage struct {
	opt    Options
	job    transcript.Job
	pairs  *pair.Planner
	total  Totals
	usage  counter
	lists  []whole
	detect *dialect.Detector // for the messages of these

	size    int64 // bytes that were pushed
	failure error // of pushing what is told
}

// New returns a stage for one input. Without job.Source what is pushed is
// spooled. A nil job.Report is fine.
func New(o Options, job transcript.Job) transcript.Stage {
	s := &stage{opt: o, job: job, total: newTotals(job.Name)}
	reading := job
	reading.Report, reading.Reject = s.reportUnread, nil
	s.pairs = pair.NewPlanner(pair.Options{}, reading)
	s.pairs.Before.Model = o.Estimate
	s.pairs.Plan.Report.Nameless = true // of what it finds only the codes are told
	s.job.Source = s.pairs.Job.Source
	s.usage, s.detect = newCounter(), dialect.NewDetector(nil, "")
	s.pairs.See = s.see
	return s
}

// Push reads a record.
func (s *stage) Push(r *transcript.Record) error {
	s.size = r.Offset + int64(len(r.Raw))
	s.total.Lines, s.total.Bytes = r.Line, s.size
	return s.pairs.Push(r)
}

// Flush does nothing: records are read again where that is needed.
func (s *stage) Flush() error { return nil }

// Close tells of the messages, or of the whole.
func (s *stage) Close() (err error) {
	defer s.pairs.Close()
	defer s.pairs.File.Unread(&err)
	if err := s.pairs.Finish(); err != nil {
		return err
	}
	s.pairs.ForgetPlan()
	if err := s.tellMessages(); err != nil {
		return err
	}
	if err := s.reportAll(); err != nil {
		return err
	}
	if err := s.tellWhole(); err != nil {
		return err
	}
	return s.job.Next.Close()
}

// tellWhole tells of the session, or of all messages together.
func (s *stage) tellWhole() error {
	switch {
	case s.opt.Session != nil:
		s.tellSession()
	case s.opt.Total:
		return s.tellTotal()
	}
	return s.failure
}

// tell passes a message on, or adds it to the whole.
func (s *stage) tell(m *Message) {
	if s.opt.Total || s.opt.Session != nil {
		s.total.add(m)
	}
	if s.opt.Session == nil && (!s.opt.Total || s.opt.Listed) {
		s.push(m, m.Line)
	}
}

// push pushes one line of what is told.
func (s *stage) push(what any, line int64) {
	if s.failure == nil {
		raw := append(report.Object(what), '\n')
		s.failure = s.job.Next.Push(&transcript.Record{Raw: raw, Line: line, Change: transcript.Inserted})
	}
}

// reportUnread passes on the findings about what could not be looked at: all others are
// tr-pair's, and told of as codes.
func (s *stage) reportUnread(f transcript.Finding) {
	if s.job.Report != nil && isUnread(f.Code) && s.opt.Session == nil { // of a session it is told
		f.Tool = tool
		s.job.Report(f)
	}
}

func isUnread(c transcript.Code) bool {
	return c == transcript.UnreadableLine || c == transcript.LineTooLong || c == transcript.NoRecords
}

// reportAll reports what could not be looked at, and counts all findings.
func (s *stage) reportAll() error {
	var unread plan.Findings
	for _, f := range s.pairs.Plan.Report.All() {
		s.total.Findings[f.Code]++
		if isUnread(f.Code) {
			s.total.Unreadable++
			unread.Add(f)
		}
	}
	for f, err := range unread.Settle(&s.job, tool) {
		if err != nil {
			return err
		}
		s.reportUnread(f)
	}
	return nil
}
