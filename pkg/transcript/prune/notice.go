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
	for k, u := range h.Units {
		if earlier, is := w.earlierNotice(h, u); is {
			if !c.gone[k] {
				c.remove(h, k)
			}
			notice = notice.Plus(earlier)
		} else if c.gone[k] {
			notice = notice.Plus(dialect.Shortened{Messages: u.Messages, From: w.timeOf(h, u)})
		}
		if c.gone[k] && c.from < 0 {
			c.from, c.to = u.From, u.To
		} else if c.gone[k] && c.to == u.From {
			c.to = u.To
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
func (w *work) earlierNotice(h *history.History, u history.Unit) (s dialect.Shortened, is bool) {
	m := &h.Messages[u.From]
	if u.To != u.From+1 || !m.Notice || m.Fixed || len(m.Records) != 1 {
		return s, false
	}
	v, _ := w.plan.View(m.Records[0], m.Format)
	for text := range v.Words() {
		return dialect.ReadShortened(text.Text())
	}
	return s, false
}

// timeOf returns when a unit was written, "" if that is not known.
func (w *work) timeOf(h *history.History, u history.Unit) string {
	m := &h.Messages[u.From]
	if len(m.Records) == 0 {
		return ""
	}
	v, _ := w.plan.View(m.Records[0], m.Format)
	text := v.Time.Text()
	if _, ms := dialect.Later(text, 0, ""); ms == 0 {
		return ""
	}
	return text
}
