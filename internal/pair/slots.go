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

// heal ends the calls that the client answers itself when it reads a record.
func (t *frames) heal() {
	if t.cur == nil {
		return
	}
	for _, c := range t.cur.Calls {
		c.healed = c.healed || !c.Answered
	}
}
