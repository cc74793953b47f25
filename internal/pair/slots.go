package pair

import "trtools/internal/dialect"

// resultRole is who speaks in the messages that hold results as blocks.
func (f *frame) resultRole() dialect.Role {
	if f.format.Rules().Apart {
		return dialect.Tool
	}
	return dialect.User
}

// keepsText reports whether an orphan can become a user's text where it stands.
func keepsText(f dialect.Format) bool {
	rules := f.Rules()
	return (!rules.Apart || rules.SharesRole) && !rules.Slots
}

// takesSlot reports whether a result without a call is what the user says to the
// reader (dialect.Rules.Slots): it stands behind an answer, or in front of
// everything.
func (t *frames) takesSlot(m *message, r *result) bool {
	if !m.format.Rules().Slots || t.before == dialect.User || t.before == dialect.Tool {
		return false
	}
	if t.cur == nil {
		return true
	}
	c := t.cur.Open(&r.Result)
	return c == nil || c.Answered
}

// inlineCalls are the calls of formats in which a call and its result are one
// element.
type inlineCalls struct {
	missing []*call // that lack a result, and others have spoken since
	last    []*call // the same of the last message
	openEnd bool    // the client completes these
}

// add takes a message.
func (l *inlineCalls) add(m *message) {
	l.missing = append(l.missing, l.last...)
	l.last, l.openEnd = nil, m.format.Rules().OpenEnd
	for _, c := range m.calls {
		if !c.inline {
			l.last = append(l.last, c)
		}
	}
}

// heal ends the calls that the client answers itself when it reads a record.
func (t *frames) heal() {
	if t.cur == nil {
		return
	}
	for _, c := range t.cur.Calls {
		c.healed = c.healed || !c.Answered
	}
}

// judges reports whether frames are to be made of the pairs of a format. Those of a log
// are in its chat.
func (r *repair) judges(f dialect.Format) bool {
	rules := f.Rules()
	return !rules.Unjudged && !rules.Log && !rules.ReportOnly
}
