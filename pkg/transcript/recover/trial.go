package recover

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/outline"
)

// trial runs a history's messages through tr-budget and tr-microcompact to learn what
// they would make of them. Nothing is written: the edits of the trial that is chosen
// become a part of the plan.
type trial struct {
	caps  caps
	press *press // what is cut beside tool results, nil for nothing
	// newestImage is the message whose last image stays in any case.
	newestImage int

	saved   []weight         // by message: how much smaller it gets
	paths   []bool           // by message: a preview names the file that holds the full text
	notes   [][]plan.Finding // by message: what the stages report
	edits   map[int64]diff   // by record: what the stages change
	pressed []int64          // records whose own texts, arguments or images change
}

// read collects the facts about all messages, unless an earlier call has done so, and
// runs the messages for which only is true through the stages of a trial. With a nil t
// it only collects the facts.
func (s *subject) read(t *trial, only func(message int) bool) error {
	first := s.facts == nil
	if first {
		s.facts = make([]facts, len(s.h.Messages))
	}
	f := &feed{s: s, t: t}
	if t != nil {
		f.buildStages()
	}
	for i := range s.h.Messages {
		feeds := t != nil && !s.h.Messages[i].Fixed && only(i)
		if !first && !feeds {
			continue
		}
		if err := f.push(i, first, feeds); err != nil {
			return err
		}
	}
	if t != nil {
		if err := f.stage.Close(); err != nil {
			return err
		}
	}
	return s.plan.Err()
}

// feed pushes the records of a history into the stages of a trial, and is itself the
// stage behind the last of them, which takes what comes out.
type feed struct {
	s      *subject
	t      *trial
	stage  transcript.Stage
	rec    transcript.Record // the one that is pushed
	refs   []int64           // of the records that were pushed: their line numbers count them
	owners []int             // the messages that they belong to
}

// buildStages makes the stages of the trial: microcompact, then budget, then f.
func (f *feed) buildStages() {
	f.t.saved = make([]weight, len(f.s.h.Messages))
	f.t.paths = make([]bool, len(f.s.h.Messages))
	f.t.notes = make([][]plan.Finding, len(f.s.h.Messages))
	f.t.edits = map[int64]diff{}
	job := transcript.Job{Next: f, Report: f.report, MaxLine: f.s.job.MaxLine, DryRun: true, Name: f.s.job.Name}
	if !f.s.list {
		job.Dialect = f.s.job.Dialect
	}
	store := f.s.opt.store(true)
	caps := budget.Options{Result: cmp.Or(f.t.caps.result, -1), Turn: cmp.Or(f.t.caps.turn, -1), Store: store}
	job.Next = budget.New(caps, job)
	f.stage = microcompact.New(microcompact.Options{Store: store}, job)
}

// push reads the records of message i: it collects the facts about them where look is
// true, and pushes them into the stages where feeds is true.
func (f *feed) push(i int, look, feeds bool) error {
	m := &f.s.h.Messages[i]
	known := &f.s.facts[i]
	if look {
		known.begin(m)
		defer known.settle(m)
	}
	for _, ref := range m.Records {
		if feeds {
			if err := f.feed(i, ref, look); err != nil {
				return err
			}
		} else if look {
			v, rec := f.s.plan.View(ref, m.Format)
			known.addRecord(v, rec, f.s.opt.Estimate)
		}
	}
	return nil
}

// feed pushes a record of message i into the stages; where look is true it collects the
// facts about it first.
func (f *feed) feed(i int, ref int64, look bool) error {
	f.refs, f.owners = append(f.refs, ref), append(f.owners, i)
	f.rec.Replace(slices.Clone(f.s.plan.Text(ref)))
	f.rec.Was, f.rec.Change, f.rec.Line = nil, transcript.Unchanged, int64(len(f.refs))
	if look {
		doc, err := f.rec.Doc()
		if err != nil {
			return err
		}
		f.s.facts[i].addRecord(f.s.view(i, doc.Root()), doc.Root(), f.s.opt.Estimate)
	}
	return f.stage.Push(&f.rec)
}

// Push takes a record that comes out of the stages, and notes what they changed in it.
func (f *feed) Push(r *transcript.Record) error {
	k := r.Line - 1
	ref, i := f.refs[k], f.owners[k]
	if err := f.press(r, i); err != nil || r.Change == transcript.Unchanged {
		return err
	}
	doc, err := r.Doc()
	if err != nil {
		return err
	}
	v := f.s.view(i, doc.Root())
	was := f.s.h.RecordSize(ref)
	f.t.saved[i].plus(weight{was.Chars, was.Tokens, was.Payload}, 1)
	f.t.saved[i].plus(f.s.weigh(v), -1)
	f.t.edits[ref] = diffOf(r.Was, doc)
	f.t.paths[i] = f.t.paths[i] || showsPath(r.Raw)
	return nil
}

// press cuts what the trial's press asks for in a record of message i.
func (f *feed) press(r *transcript.Record, i int) error {
	if f.t.press == nil {
		return nil
	}
	doc, err := r.Doc()
	if err != nil {
		return err
	}
	v := f.s.view(i, doc.Root())
	if edits := f.t.pressEdits(f.s, i, v, doc.Root()); len(edits) > 0 {
		r.Replace(outline.Splice(r.JSON(), edits))
		f.t.pressed = append(f.t.pressed, f.refs[r.Line-1])
	}
	return nil
}

// Flush and Close do nothing: f holds nothing back.
func (f *feed) Flush() error { return nil }
func (f *feed) Close() error { return nil }

// report takes a stage's finding, and files it under the message that it is about.
func (f *feed) report(x transcript.Finding) {
	switch x.Code {
	case transcript.LargeResult, transcript.LargeTurn, transcript.OldResult, transcript.SpillFailed:
	default:
		return // damage, of which the repairs have said what there is to say
	}
	ref, i := f.refs[x.Line-1], f.owners[x.Line-1]
	n := plan.Finding{Code: x.Code, Severity: x.Severity, Action: x.Action, Ref: ref, ID: x.ID, Why: x.Message, Reject: x.Action != transcript.Keep}
	if x.ID != "" {
		n.Why = strings.TrimSuffix(x.Message, dialect.QuotedID(x.ID))
	}
	n.Start, n.End = f.s.span(ref, int(x.Offset), int(x.Offset+x.Length))
	f.t.notes[i] = append(f.t.notes[i], n)
}

// view returns what the format of message i sees in one of its records.
func (s *subject) view(i int, rec outline.Value) *dialect.View {
	dialect.NewDetector(s.h.Messages[i].Format, "").View(rec, &s.seen)
	return &s.seen
}

// plural returns "1 message", "2 messages".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
