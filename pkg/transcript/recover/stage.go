package recover

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/history"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/rewrite"
)

// Stage is the stage. It pushes nothing before Close.
type Stage struct {
	opt    Options
	job    transcript.Job
	reader *history.Reader
	marks  marks
	lists  []list // conversations that are over a target
	latest *list  // the last conversation
	damage []transcript.Finding
	open   bool // the last line lacks its ending
	lines  *rewrite.Places
	told   int64 // offset that lines was asked for last
	said   []string
	failed error // of a line that was to be rewritten
}

// list is a conversation on one line.
type list struct {
	at, end, line int64
	size          history.Size
}

// New returns the stage of tr-recover for one input. Without job.Source what is
// pushed is spooled.
func New(o Options, job transcript.Job) *Stage {
	s := &Stage{opt: o, job: job}
	if s.job.Report == nil {
		s.job.Report = func(transcript.Finding) {}
	}
	own := s.job
	own.Report = func(f transcript.Finding) { s.damage = append(s.damage, f) }
	if job.Strict {
		own.Report = s.job.Report // the run stops there
	}
	s.reader = history.NewReader(&own)
	s.reader.Conversation = s.conversation
	s.marks.detect = dialect.NewDetector(dialect.Named(job.Dialect), "")
	return s
}

// Push reads a record.
func (s *Stage) Push(r *transcript.Record) error {
	s.open = !bytes.HasSuffix(r.Raw, []byte("\n"))
	s.marks.see(r, s.reader.Size)
	return s.reader.Push(r)
}

// conversation notes a line that is a history of its own.
func (s *Stage) conversation(h *history.History, _ outline.Value, r *transcript.Record) error {
	end := s.reader.Size
	l := list{end - int64(len(r.Raw)), end, r.Line, h.Size()}
	s.latest = &l
	if n := s.opt.needOf(l.size, nil); !n.nothing() || len(n.said) > 0 {
		s.lists = append(s.lists, l)
	}
	return nil
}

// Flush does nothing: records are read again when they are written.
func (s *Stage) Flush() error { return nil }

// Close decides what the history needs, reports it, and pushes the result.
func (s *Stage) Close() error {
	defer s.reader.Close()
	h, err := s.reader.History()
	if err != nil {
		return err
	}
	t, trailing := s.whole()
	if s.latest != nil && len(h.Messages) == 0 {
		err = s.closeLists(t, trailing)
	} else {
		err = s.closeHistory(t, trailing, h)
	}
	if err != nil {
		return err
	}
	return s.job.Next.Close()
}

// whole returns the input without the verdicts at its end, and those.
func (s *Stage) whole() (*text, []mark) {
	n, end := s.marks.trailing(s.reader.Size)
	t := &text{src: s.reader.Source, size: end, eol: s.reader.EOL}
	if n > 0 && s.open {
		t.size = max(0, t.size-int64(len(s.reader.EOL)))
	}
	t.src = io.NewSectionReader(t.src, 0, t.size)
	trailing := s.marks.list[len(s.marks.list)-n:]
	s.marks.list = s.marks.list[:len(s.marks.list)-n]
	return t, trailing
}

// closeHistory pushes an input whose lines are one history.
func (s *Stage) closeHistory(t *text, trailing []mark, h *history.History) error {
	size := h.Size()
	size.Payload -= s.marks.extra
	n := s.opt.needOf(size, s.marks.last)
	s.say(n.said...)
	s.taken(trailing)
	if n.exhausted > 0 || n.nothing() {
		s.giveUp(&n, t)
		s.unread()
		return s.pass(t, trailing, nil)
	}
	if err := s.findLive(t, h); err != nil {
		return err
	}
	d, w, err := s.shrink(t, &n)
	if err != nil {
		return err
	}
	if d == nil {
		s.unread()
		return s.pass(t, trailing, nil)
	}
	defer d.Close()
	for _, m := range trailing {
		d.ledger.removed(m)
	}
	return s.carryOut(t, d, w)
}

// findLive notes where the records of the history stand. Where lines could not be
// read, mending them may change what is live.
func (s *Stage) findLive(t *text, h *history.History) error {
	at := func(at int64) int64 { return at }
	if len(s.damage) > 0 {
		d, err := s.newDraft(t, caps{}, true)
		if err != nil {
			return err
		}
		defer d.Close()
		h = d.h
		at = func(at int64) int64 { from, _ := d.ledger.origin(at, 0); return from }
	}
	t.live = []int64{}
	for i := range h.Messages {
		for _, r := range h.Messages[i].Records {
			t.live = append(t.live, at(r))
		}
	}
	slices.Sort(t.live)
	return nil
}

// giveUp says that there were too many attempts.
func (s *Stage) giveUp(n *need, t *text) {
	if n.exhausted > 0 {
		s.report(transcript.Finding{Line: max(t.line, 1), Offset: t.at, Code: transcript.AttemptsExhausted,
			Message: fmt.Sprintf("attempt %d of %d: the history is left as it is", n.exhausted, s.opt.MaxAttempts)})
	}
}

// unread reports the lines that could not be read: where the stages inside run,
// tr-pair's does.
func (s *Stage) unread() {
	for _, f := range s.damage {
		s.report(f)
	}
}

// taken reports the verdicts that are taken out.
func (s *Stage) taken(trailing []mark) {
	for _, m := range slices.Concat(s.marks.list, trailing) {
		s.report(transcript.Finding{Line: m.line, Offset: m.at, Length: m.end - m.at,
			Code: transcript.Classification, Message: "the verdict of tr-classify is taken out"})
	}
}

// pass pushes an input without its verdicts, and with some lines rewritten.
func (s *Stage) pass(t *text, trailing []mark, stops []rewrite.Stop) error {
	at := map[int64]bool{}
	for _, x := range stops {
		at[x.Start] = true
	}
	for _, m := range s.marks.list {
		if !at[m.at] {
			stops = append(stops, rewrite.Stop{Start: m.at, Lines: func() [][]byte { return s.unmarked(t, m) }})
		}
	}
	w := rewrite.Rewriter{Source: t.src, Size: t.size, EOL: t.eol, Next: s.job.Next}
	if err := w.Run(nil, stops); err != nil {
		return err
	}
	for _, m := range trailing {
		was, err := rewrite.Bytes(s.reader.Source, m.at, m.end)
		if err != nil {
			return err
		}
		if err := s.job.Next.Push(&transcript.Record{Was: was, Offset: m.at, Line: m.line, Change: transcript.Removed}); err != nil {
			return err
		}
	}
	return s.failed
}

// unmarked returns what is left of a line with a verdict.
func (s *Stage) unmarked(t *text, m mark) [][]byte {
	if m.own {
		return nil
	}
	raw, err := rewrite.Line(t.src, m.at)
	if err != nil {
		s.failed = err
		return nil
	}
	return [][]byte{stripped(raw)}
}

// carryOut pushes a draft with the changes that are planned for it.
func (s *Stage) carryOut(t *text, d *draft, w *writer) error {
	fail := func(err error) {
		if s.failed == nil {
			s.failed = err
		}
	}
	back := &restore{l: &d.ledger, input: s.reader.Source, next: s.job.Next}
	r := rewrite.Rewriter{Source: &d.ledger.spool, Size: d.ledger.spool.Size(), EOL: t.eol, Next: back}
	if err := r.Run(nil, w.plan.Stops(&d.ledger.spool, fail)); err != nil {
		return err
	}
	if err := back.Close(); err != nil {
		return err
	}
	return s.failed
}

// say adds to the summary, each thing once.
func (s *Stage) say(texts ...string) {
	for _, text := range texts {
		if !slices.Contains(s.said, text) {
			s.said = append(s.said, text)
		}
	}
}

// Summary implements transcript.Summarizer.
func (s *Stage) Summary() string { return strings.Join(s.said, "; ") }
