package recover

import (
	"io"
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/history"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/pair"
	"trtools/pkg/transcript/rewrite"
	"trtools/pkg/transcript/spill"
)

// text is an input, or a line of one that holds a conversation.
type text struct {
	src  io.ReaderAt
	size int64   // of what is looked at: verdicts at the end are not
	live []int64 // offsets of the records of the history, in order; nil for all
	eol  string
	list bool  // it is one conversation,
	at   int64 // that begins here in the input,
	line int64 // on this line
}

// caps are the budgets of a draft in chars; no results are cut without them.
type caps struct{ result, turn int }

// caps returns the budgets of a level.
func (o *Options) caps(n *need, level int) caps {
	c := caps{int(int64(o.Result) * n.ratio / 100), int(int64(o.Turn) * n.ratio / 100)}
	if level == lastLevel {
		c.result = min(c.result, longText)
	}
	if level == 0 {
		return caps{}
	}
	return c
}

// draft is a history with its pairs repaired and its results cut: what a plan is
// made for.
type draft struct {
	ledger ledger
	h      *history.History
	facts  []facts
	reader *history.Reader
	raw    []byte // of a conversation: its line
	doc    outline.Doc
	list   outline.Value
	said   []string // what the stages changed
}

// Close frees what the draft holds.
func (d *draft) Close() { _ = d.ledger.spool.Close() }

// newDraft chains the stages over a text. A dry one reports and writes nothing.
func (s *Stage) newDraft(t *text, c caps, dry bool) (*draft, error) {
	d := &draft{}
	job := s.job
	job.Source = io.NewSectionReader(t.src, 0, t.size)
	if dry {
		job.DryRun, job.Report, job.Reject = true, func(transcript.Finding) {}, nil
	} else {
		job.Report = s.reportAs(t)
		job.Reject = s.rejectAs(t)
	}
	rjob := job
	rjob.Source, rjob.Report = &d.ledger.spool, nil
	d.reader = history.NewReader(&rjob)
	d.ledger.strip, d.ledger.see = true, d.reader.Push
	if t.list {
		d.reader.Conversation = d.conversation
	}
	stage := s.chain(d, t, job, c)
	if err := transcript.Run(io.NewSectionReader(t.src, 0, t.size), s.job.MaxLine, stage); err != nil {
		d.Close()
		return nil, err
	}
	return d, d.complete(s, stage)
}

// chain returns the stages of a draft: tr-pair's, then tr-budget's.
func (s *Stage) chain(d *draft, t *text, job transcript.Job, c caps) *chained {
	all := &chained{}
	job.Next = &d.ledger
	if c.result > 0 {
		o := budget.Options{Result: c.result, Turn: c.turn, Store: s.store(job.DryRun)}
		bjob := job
		bjob.Report = func(f transcript.Finding) {
			if f.Code != transcript.UnreadableLine && f.Code != transcript.LineTooLong { // tr-pair has said so
				job.Report(f)
			}
		}
		all.budget = budget.New(o, bjob)
		front := &curtain{next: all.budget, live: t.live}
		d.ledger.stood, job.Next = front, front
	}
	all.Stage = pair.New(pair.Options{}, job)
	return all
}

// chained is tr-pair's stage and the one behind it.
type chained struct {
	*pair.Stage
	budget *budget.Stage
}

func (s *Stage) store(dry bool) *spill.Store {
	if s.opt.Store == nil {
		return nil
	}
	return s.opt.Store(dry)
}

// conversation takes the messages of a draft that is one line.
func (d *draft) conversation(_ *history.History, _ outline.Value, r *transcript.Record) error {
	d.raw = slices.Clone(r.JSON())
	return nil
}

// complete reads the draft's history and weighs it.
func (d *draft) complete(s *Stage, stage *chained) (err error) {
	d.say(stage)
	if d.raw != nil {
		if err := d.doc.Parse(d.raw); err != nil {
			return err
		}
		d.list = dialect.ListOf(d.doc.Root())
		d.h = history.Inside(d.list)
	} else if d.h, err = d.reader.History(); err != nil {
		return err
	}
	return d.survey(&s.job)
}

func (d *draft) say(stage *chained) {
	for _, x := range []transcript.Summarizer{stage.Stage, stage.budget} {
		if b, ok := x.(*budget.Stage); ok && b == nil {
			continue
		}
		if text := x.Summary(); text != "" {
			d.said = append(d.said, text)
		}
	}
}

// record returns the text of a record of the draft: a line, or a message of a
// conversation.
func (d *draft) record(at int64) ([]byte, error) {
	if !d.list.Exists() {
		return rewrite.Line(&d.ledger.spool, at)
	}
	for el := range d.list.All() {
		if at == 0 {
			return slices.Clone(el.Raw()), nil
		}
		at--
	}
	return nil, io.ErrUnexpectedEOF
}
