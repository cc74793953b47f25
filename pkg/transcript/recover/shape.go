package recover

import (
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// subject is a history that has to be made to fit, and the plan that its changes are
// added to. The history is that of an input's lines, or of a conversation on one line.
type subject struct {
	opt  *Options
	job  *transcript.Job
	h    *history.History
	plan *plan.Plan
	span func(ref int64, start, end int) (from, to int64) // see pair.Planner.Span

	mayNotify func(ref int64, prompt bool) bool // a record, maybe of a user, may hold a notice of this stage

	list    bool  // the history is a conversation
	at, end int64 // where the conversation's line begins and ends

	facts   []facts
	told    map[int]notices  // by message: the notices in it
	earlier notices          // those that an earlier run left in any of the messages
	newest  int              // the newest message in the user's own words, -1 if there is none
	forms   []*trial         // the ways in which a message may be shortened, nil for not at all; every message of a shape has one, as an index
	report  plan.Findings    // what is done, and what cannot be done
	gone    packed.Ascending // records that are dropped
	noted   map[int64]bool   // records in which a note stands for reasoning that an API asks for
	summary string
}

// The forms that a subject has, by their levels: whole, and as levels 1, 2 and 3 leave it. From level 2 on
// images older than the newest one and the reasoning of turns that are over go, as messages do.
const (
	whole = iota
	light
	bare
	hard
)

// shape is a decision about every message: whether it stays, and in which form.
type shape struct {
	s       *subject
	n       *need
	level   int
	keep    []bool
	form    []uint16
	dropped int          // how many messages do not stay,
	first   int          // and the first of them
	sum     history.Size // of what stays, without notices
}

// newShape returns the shape in which every message stays whole.
func (s *subject) newShape(n *need, level int) *shape {
	sh := &shape{s: s, n: n, level: level, keep: make([]bool, s.h.Len()), form: make([]uint16, s.h.Len())}
	for i := range sh.keep {
		sh.keep[i] = true
		sh.sum = sh.sum.Plus(sh.weight(i), 1)
	}
	return sh
}

// tried returns the shape in which messages are as a trial under some limits leaves those that may
// stay, nil for all.
func (s *subject) tried(n *need, level int, c caps, stays []bool) (*shape, error) {
	t, err := s.try(c, stays)
	if err != nil {
		return nil, err
	}
	return s.formed(n, level, t, stays), nil
}

func (s *subject) formed(n *need, level int, t *trial, stays []bool) *shape {
	s.forms = append(s.forms, t)
	sh := s.newShape(n, level)
	if stays != nil {
		sh.keepOnly(stays)
	}
	for i := range sh.form {
		sh.setForm(i, len(s.forms)-1)
	}
	return sh
}

// weight returns what a message weighs in its form.
func (sh *shape) weight(i int) history.Size {
	m := sh.s.h.Message(i)
	return m.Size().Plus(sh.saved(i), -1)
}

func (sh *shape) saved(i int) history.Size { return sh.s.saves(i, int(sh.form[i])) }

// saves returns what a form saves of a message.
func (s *subject) saves(i, k int) (w history.Size) {
	if t := s.forms[k]; t != nil {
		w = t.made[i].saved
	}
	return w
}

// setForm gives a message another form, and keeps the sum right.
func (sh *shape) setForm(i, form int) {
	if sh.keep[i] {
		sh.sum = sh.sum.Plus(sh.weight(i), -1)
	}
	sh.form[i] = uint16(form)
	if sh.keep[i] {
		sh.sum = sh.sum.Plus(sh.weight(i), 1)
	}
}

// drop takes a message out.
func (sh *shape) drop(i int) {
	if sh.keep[i] {
		sh.sum = sh.sum.Plus(sh.weight(i), -1)
		sh.keep[i] = false
		if sh.dropped == 0 || i < sh.first {
			sh.first = i
		}
		sh.dropped++
	}
}

// keepOnly drops every message that does not stay.
func (sh *shape) keepOnly(stays []bool) {
	for i := range stays {
		if !stays[i] {
			sh.drop(i)
		}
	}
}

// frees reports whether anything gets smaller.
func (sh *shape) frees() bool {
	for i, keep := range sh.keep {
		if w := sh.saved(i); !keep || w.Chars > 0 || w.Payload > 0 {
			return true
		}
	}
	return false
}

// size returns how large the result is, notices included.
func (sh *shape) size() (s history.Size) {
	s = sh.sum.Plus(sh.s.noticeWeight(strings.Join(sh.notices(true), noticeGap)), 1)
	if was := sh.s.earlier.shortened; sh.dropped > 0 && was.Messages > 0 {
		more := int64(len(was.Plus(sh.shortened()).Head()) - len(was.Head()))
		s = s.Plus(history.Size{Chars: more, Tokens: more, Payload: more}, 1) // a digit or two: no token is shorter
	}
	return history.Sized(sh.s.opt.Estimate, s)
}

// noticeGap stands between two notices of one message.
const noticeGap = "\n\n"

// noticeWeight returns what the notices weigh as a message of their own. As a part of
// another message they weigh hardly less.
func (s *subject) noticeWeight(text string) history.Size {
	f := s.h.Format()
	if text == "" || f == nil {
		return history.Size{}
	}
	// There are clients that skip a record without a place and a time, and so do their formats here.
	const id = "00000000-0000-4000-8000-000000000000"
	at := dialect.Stamp{RecordID: id, Parent: id, Time: "2026-01-01T00:00:00.000Z", Millis: 1767225600000}
	var d outline.Doc
	if d.Parse(f.Message(dialect.NewMessage{Text: text, Stamp: at})) != nil {
		return history.Size{}
	}
	var v dialect.View
	dialect.NewDetector(f, "").View(d.Root(), &v)
	w := s.h.Index.WeightOf(&v)
	return history.Size{Chars: int64(len(text)), Tokens: w.Tokens, Payload: max(w.Payload, int64(len(f.Part(text))+1))}
}

// reachesAim reports whether enough is gone, mayBeSent whether a request may be tried.
func (sh *shape) reachesAim() bool { return fits(sh.size(), sh.n.aim) }
func (sh *shape) mayBeSent() bool {
	return sh.n.most == (history.Size{}) || fits(sh.size(), sh.n.most)
}

// notices returns the messages to the model, except those that the history holds
// already.
func (sh *shape) notices(paths bool) (list []string) {
	if sh.n.notice && !sh.s.earlier.payload {
		list = append(list, payloadNotice(paths))
	}
	if sh.dropped > 0 && !sh.s.earlier.dropped {
		list = append(list, sh.shortened().Text())
	}
	return list
}

// shortened returns what a notice says of the messages that are dropped.
func (sh *shape) shortened() dialect.Shortened {
	if sh.dropped == 0 {
		return dialect.Shortened{}
	}
	m := sh.s.h.Message(sh.first)
	return dialect.Shortened{Messages: int64(sh.dropped), From: sh.s.plan.TimeOf(&m)}
}

// paths reports whether results that stay name files that hold full texts.
func (sh *shape) paths() bool {
	for i, m := range sh.s.h.All() {
		if !sh.keep[i] || !m.Results {
			continue
		}
		for ref := range m.Records() {
			if showsPath(sh.s.plan.Text(ref)) {
				return true
			}
		}
	}
	return false
}

// isUser reports whether a message is in the user's own words.
func (s *subject) isUser(i int) bool {
	m := s.h.Message(i)
	return m.User && !m.Instructions && !s.told[i].alone
}

// user returns the first message in the user's own words from i on, in steps of 1 or
// -1. It returns -1 if there is none.
func (s *subject) user(i, step int) int {
	for ; i >= 0 && i < s.h.Len(); i += step {
		if s.isUser(i) {
			return i
		}
	}
	return -1
}

// floor returns the messages that have to stay if the last keep ones do: those, the
// system's, and the first and the newest one of the user, each with all messages of
// its unit.
func (s *subject) floor(keep int) []bool {
	first, cut := s.user(0, 1), s.firstKept(keep)
	stays := make([]bool, s.h.Len())
	for k := range s.h.UnitLen() {
		from, to := s.h.Bounds(k)
		holds := func(i int) bool { return i >= from && i < to }
		all := to > cut || holds(first) || holds(s.newest)
		if first >= 0 && to <= first {
			all = false // the history begins with a user
		}
		for i := from; i < to; i++ {
			stays[i] = all || s.stays(i)
		}
	}
	return stays
}

// stays reports whether a message stays whatever the level is: the system's, a
// client's instructions, the notices, and a summary, which stands for the first
// messages of a user.
func (s *subject) stays(i int) bool {
	m := s.h.Message(i)
	return m.Role == dialect.System || m.Instructions || m.Summary || m.Fixed || s.told[i].alone
}

// firstKept returns where the last keep messages begin. Results in a row count as one
// message; notices, summaries and the system's messages do not count.
func (s *subject) firstKept(keep int) int {
	run := false
	for i := s.h.Len() - 1; i >= 0; i-- {
		m := s.h.Message(i)
		results := m.Results && !m.Calls && !s.isUser(i)
		if m.Role == dialect.System || m.Summary || m.Notice || s.told[i].alone || results && run {
			continue
		}
		if keep == 0 {
			return i + 1
		}
		keep--
		run = results
	}
	return 0
}
