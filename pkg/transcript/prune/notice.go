package prune

import (
	"unicode/utf8"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/pkg/transcript/tokens"
)

// addNotice makes the notice that takes the place of the first removed messages, and
// returns the size of the history with it. It replaces earlier notices of its kind,
// and counts the messages that they counted.
func (w *work) addNotice(h *history.History, c *choice) history.Size {
	c.from, c.to = -1, -1
	var notice dialect.Shortened
	for k := range h.UnitLen() {
		from, to := h.Bounds(k)
		if earlier, is := w.earlierNotice(h, from, to); is {
			if !c.gone[k] {
				c.remove(h, k)
			}
			notice = notice.Plus(earlier)
		} else if c.gone[k] {
			notice = notice.Plus(dialect.Shortened{Messages: h.Unit(k).Messages, From: w.timeOf(h, from)})
		}
		if c.gone[k] && c.from < 0 {
			c.from, c.to = from, to
		} else if c.gone[k] && c.to == from {
			c.to = to
		}
	}
	c.notice = notice.Text()
	size := c.after
	size.Chars += int64(utf8.RuneCountInString(c.notice))
	size = history.Sized(w.opt.Estimate, size.Chars, size.Tokens+noticeTokens(w.opt.Estimate, c.notice), size.Payload, size.Messages)
	size.Payload += int64(len(h.Format().Message(dialect.NewMessage{Text: c.notice})))
	return size
}

// noticeTokens estimates a notice that is a message of its own.
func noticeTokens(m tokens.Model, text string) int64 {
	return int64(m.Message() + m.Text([]byte(text)))
}

// earlierNotice returns what the notice of an earlier run counted, if a unit is such a
// notice and nothing else.
func (w *work) earlierNotice(h *history.History, from, to int) (s dialect.Shortened, is bool) {
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
