package prune

import (
	"slices"
	"unicode/utf8"

	"trtools/internal/dialect"
	"trtools/internal/history"
)

// addNotice makes the notice that takes the place of the first removed messages, and
// returns the size of the history with it. It replaces earlier notices of its kind,
// and counts the messages that they counted.
func (w *work) addNotice() history.Size {
	if w.notice == "" { // the first of those that are made after every unit that goes
		w.replaceNotices()
	}
	w.notice = w.shortened.Text()
	made := dialect.NewMessage{Text: w.notice}
	from, _ := w.firstGone()
	m := w.h.Message(from)
	if first, stands := m.First(); stands { // it will be like what it stands in for
		_, made.Like = w.plan.View(first, m.Format)
	}
	return history.Sized(w.opt.Estimate, w.after.Plus(history.Size{
		Chars: int64(utf8.RuneCountInString(w.notice)), Tokens: int64(w.opt.Estimate.Message() + w.opt.Estimate.Text([]byte(w.notice))),
		Payload: int64(len(w.h.Format().Message(made))),
	}, 1))
}

// count has the notice count the messages of unit k.
func (w *work) count(k int) {
	from, _ := w.h.Bounds(k)
	m := w.h.Message(from)
	w.shortened = w.shortened.Plus(dialect.Shortened{Messages: w.h.Unit(k).Messages, From: w.plan.TimeOf(&m)})
}

// replaceNotices counts what went so far. It removes the notices of earlier runs, and
// counts what they counted in place of themselves.
func (w *work) replaceNotices() {
	for k := range w.h.UnitLen() {
		earlier, is := w.earlierNotice(k)
		switch {
		case is:
			w.shortened = w.shortened.Plus(earlier)
			if !w.goes[k] {
				w.take(k)
			}
		case w.goes[k]:
			w.count(k)
		}
	}
}

// firstGone returns which messages the notice takes the place of: those of the first
// units that go.
func (w *work) firstGone() (from, to int) {
	first := slices.Index(w.goes, true)
	last := first
	for last+1 < len(w.goes) && w.goes[last+1] {
		last++
	}
	from, _ = w.h.Bounds(first)
	_, to = w.h.Bounds(last)
	return from, to
}

// earlierNotice returns what the notice of an earlier run counted, if unit k is such a
// notice and nothing else.
func (w *work) earlierNotice(k int) (s dialect.Shortened, is bool) {
	from, to := w.h.Bounds(k)
	m := w.h.Message(from)
	if to != from+1 || !m.Notice || m.Fixed {
		return s, false
	}
	first, stands := m.First()
	if last, _ := m.Last(); !stands || first != last {
		return s, false
	}
	v, _ := w.plan.View(first, m.Format)
	for text := range v.Words() {
		return dialect.ReadShortened(text.Text())
	}
	return s, false
}
