package prune

import (
	"slices"
	"unicode/utf8"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/pkg/transcript/tokens"
)

// addNotice makes the notice that takes the place of the first removed messages, and
// returns the size of the history with it. It replaces earlier notices of its kind,
// and counts the messages that they counted.
func (w *work) addNotice(h *history.History, c *choice) history.Size {
	if c.notice == "" { // the first of those that are made after every unit that goes
		w.replaceNotices(h, c)
	}
	c.notice = c.shortened.Text()
	made := dialect.NewMessage{Text: c.notice}
	from, _ := c.firstGone(h)
	m := h.Message(from)
	if first, stands := m.First(); stands { // it will be like what it stands in for
		_, made.Like = w.plan.View(first, m.Format)
	}
	return history.Sized(w.opt.Estimate, c.after.Plus(history.Size{
		Chars: int64(utf8.RuneCountInString(c.notice)), Tokens: noticeTokens(w.opt.Estimate, c.notice), Payload: int64(len(h.Format().Message(made))),
	}, 1))
}

// count has the notice count the messages of unit k.
func (w *work) count(h *history.History, c *choice, k int) {
	from, _ := h.Bounds(k)
	c.shortened = c.shortened.Plus(dialect.Shortened{Messages: h.Unit(k).Messages, From: w.timeOf(h, from)})
}

// replaceNotices counts what went so far. It removes the notices of earlier runs, and
// counts what they counted in place of themselves.
func (w *work) replaceNotices(h *history.History, c *choice) {
	for k := range h.UnitLen() {
		earlier, is := w.earlierNotice(h, k)
		switch {
		case is:
			c.shortened = c.shortened.Plus(earlier)
			if !c.gone[k] {
				c.take(h, k)
			}
		case c.gone[k]:
			w.count(h, c, k)
		}
	}
}

// firstGone returns which messages the notice takes the place of: those of the first
// units that go.
func (c *choice) firstGone(h *history.History) (from, to int) {
	first := slices.Index(c.gone, true)
	last := first
	for last+1 < len(c.gone) && c.gone[last+1] {
		last++
	}
	from, _ = h.Bounds(first)
	_, to = h.Bounds(last)
	return from, to
}

// noticeTokens estimates a notice that is a message of its own.
func noticeTokens(m tokens.Model, text string) int64 {
	return int64(m.Message() + m.Text([]byte(text)))
}

// earlierNotice returns what the notice of an earlier run counted, if unit k is such a
// notice and nothing else.
func (w *work) earlierNotice(h *history.History, k int) (s dialect.Shortened, is bool) {
	from, to := h.Bounds(k)
	m := h.Message(from)
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

// timeOf returns when message i was written, "" if that is not known.
func (w *work) timeOf(h *history.History, i int) string {
	m := h.Message(i)
	first, stands := m.First()
	if !stands {
		return ""
	}
	v, _ := w.plan.View(first, m.Format)
	text := v.Time.Text()
	if _, ms := dialect.Later(text, 0, ""); ms == 0 {
		return ""
	}
	return text
}
