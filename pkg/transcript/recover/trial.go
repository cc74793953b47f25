package recover

import (
	"fmt"
	"slices"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/history"
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

	// What the stages do is held of the messages that they do something to.
	saved   map[int]weight  // by message: how much smaller it gets
	paths   map[int]bool    // by message: a preview names the file that holds the full text
	pressed map[int][]int64 // by message: its records whose own texts, arguments or images change
	told    told            // what the stages change and report
}

// read collects the facts about all messages, unless an earlier call has done so, but about
// a quiet one only when it is needed for a trial, and runs the messages for which only is
// true through the stages of a trial. With a nil t it only collects the facts.
func (s *subject) read(t *trial, only func(message int) bool) error {
	first := s.facts == nil
	if first {
		s.facts = make([]facts, s.h.Len())
		s.cut, s.shortened = map[int][2]weight{}, map[int]dialect.Shortened{}
	}
	f := &feed{s: s, t: t, ahead: plan.Ahead{Plan: s.plan}}
	if t != nil {
		f.buildStages()
	}
	for i := range s.facts {
		m := s.h.Message(i)
		feeds := t != nil && !m.Fixed && only(i)
		switch {
		case first && !feeds && s.isQuiet(&m):
			s.facts[i].begin(&m)
			s.facts[i].settle(&m)
			continue
		case !first && !feeds:
			continue
		}
		if err := f.push(i, !s.facts[i].is(isRead), feeds); err != nil {
			return err
		}
	}
	if first {
		s.behindNewest = s.user(len(s.facts)-1, -1) + 1
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
	s     *subject
	t     *trial
	stage transcript.Stage
	rec   transcript.Record // the one that is pushed: its line number is that of its node, and 1
	ahead plan.Ahead
	early map[int64]diff // by record: what the first stage changed, which the second one counts its places behind
}

// at returns the record with a line number that was pushed, and the message that it
// belongs to.
func (f *feed) at(line int64) (ref int64, message int) {
	node := uint32(line - 1)
	message, _ = f.s.h.MessageAt(node)
	return f.s.h.Index.Node(node).Ref(), message
}

// buildStages makes the stages of the trial: microcompact, then budget, then f.
func (f *feed) buildStages() {
	f.t.saved, f.t.paths, f.t.pressed = map[int]weight{}, map[int]bool{}, map[int][]int64{}
	job := transcript.Job{Next: f, Report: f.report, MaxLine: f.s.job.MaxLine, DryRun: true, Name: f.s.job.Name, Unhashed: true, Unread: f.s.job.Unread}
	if !f.s.list {
		job.Dialect = f.s.job.Dialect
	}
	store := f.s.opt.store(true)
	job.Report = f.reportBehind
	job.Next = between{budget.New(f.t.caps.options(store), job), f}
	job.Report = f.report
	f.early = map[int64]diff{}
	f.stage = microcompact.New(microcompact.Options{Store: store}, job)
}

// between stands between the two stages of a trial, and notes what the first one changed.
type between struct {
	transcript.Stage
	feed *feed
}

// Push takes a record that comes out of the first stage.
func (b between) Push(r *transcript.Record) error {
	if r.Change == transcript.Changed {
		doc, err := r.Doc()
		if err != nil {
			return err
		}
		ref, _ := b.feed.at(r.Line)
		b.feed.early[ref] = diffOf(r.Was, doc)
	}
	return b.Stage.Push(r)
}

// reportBehind takes a finding of the second stage. Its place is one in the record as the first
// stage left it: where two results of one record change, that is not where it stood.
func (f *feed) reportBehind(x transcript.Finding) {
	ref, _ := f.at(x.Line)
	start, end := f.early[ref].before(x.Offset), f.early[ref].before(x.Offset+x.Length)
	x.Offset, x.Length = start, end-start
	f.report(x)
}

// push reads the records of message i: it collects the facts about them where look is
// true, and pushes them into the stages where feeds is true.
func (f *feed) push(i int, look, feeds bool) error {
	m := f.s.h.Message(i)
	known := &f.s.facts[i]
	if look {
		known.begin(&m)
		known.set(isRead, true)
		defer known.settle(&m)
	}
	for node := range m.Nodes() {
		n := f.s.h.Index.Node(node)
		switch {
		case n.Is(history.Inner):
		case feeds:
			if err := f.feed(i, node, look); err != nil {
				return err
			}
		case look:
			v, rec := f.s.plan.View(n.Ref(), m.Format)
			f.s.addRecord(i, v, rec)
		}
	}
	return nil
}

// feed pushes a node of message i into the stages; where look is true it collects the
// facts about it first.
func (f *feed) feed(i int, node uint32, look bool) error {
	text, err := f.text(f.s.h.Index.Node(node).Ref())
	if err != nil {
		return err
	}
	f.rec.Replace(slices.Clip(text)) // nobody changes the bytes
	f.rec.Was, f.rec.Change, f.rec.Line = nil, transcript.Unchanged, int64(node)+1
	if look {
		doc, err := f.rec.Doc()
		if err != nil {
			return err
		}
		f.s.addRecord(i, f.s.view(i, doc.Root()), doc.Root())
	}
	return f.stage.Push(&f.rec)
}

// text returns the text of a record. Before more is read over what the stages were pushed,
// they copy what they hold.
func (f *feed) text(ref int64) (text []byte, err error) {
	text, ok := f.ahead.Text(ref)
	if !ok {
		if err := f.stage.Flush(); err != nil {
			return nil, err
		}
		text = f.ahead.Read(ref)
	}
	return text, f.s.plan.Err()
}

// Push takes a record that comes out of the stages, and notes what they changed in it.
func (f *feed) Push(r *transcript.Record) error {
	ref, i := f.at(r.Line)
	if err := f.press(r, i); err != nil {
		return err
	}
	if r.Change == transcript.Unchanged {
		f.t.told.add(i, ref, nil)
		return nil
	}
	doc, err := r.Doc()
	if err != nil {
		return err
	}
	if !f.s.unsized {
		was := f.s.h.RecordSize(ref)
		saved := f.t.saved[i]
		saved.plus(weight{was.Chars, was.Tokens, was.Payload}, 1)
		saved.plus(f.s.weigh(f.s.view(i, doc.Root())), -1)
		f.t.saved[i] = saved
	}
	f.t.told.add(i, ref, diffOf(r.Was, doc))
	if f.s.tellsPaths && showsPath(r.Raw) {
		f.t.paths[i] = true
	}
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
		ref, _ := f.at(r.Line)
		f.t.pressed[i] = append(f.t.pressed[i], ref)
	}
	return nil
}

// Flush and Close do nothing: f holds nothing back.
func (f *feed) Flush() error { return nil }
func (f *feed) Close() error { return nil }

// report takes a stage's finding about a record that is in the stages.
func (f *feed) report(x transcript.Finding) {
	switch x.Code {
	case transcript.LargeResult, transcript.LargeTurn, transcript.OldResult, transcript.SpillFailed:
	default:
		return // damage, of which the repairs have said what there is to say
	}
	ref, _ := f.at(x.Line)
	n := plan.Finding{Code: x.Code, Severity: x.Severity, Action: x.Action, Ref: ref, ID: x.ID, Why: x.Message, Reject: x.Action != transcript.Keep}
	if x.ID != "" {
		n.Why = strings.TrimSuffix(x.Message, dialect.QuotedID(x.ID))
	}
	n.Start, n.End = f.s.span(ref, int(x.Offset), int(x.Offset+x.Length))
	f.t.told.note(n)
}

// view returns what the format of message i sees in one of its records.
func (s *subject) view(i int, rec outline.Value) *dialect.View {
	dialect.NewDetector(s.h.Message(i).Format, "").View(rec, &s.seen)
	return &s.seen
}

// plural returns "1 message", "2 messages".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
