package dialect

import "trtools/pkg/transcript/outline"

// Thread names one of the conversations that a file may hold side by side, as
// far as one record tells: session, sidechain and sub-agent.
type Thread struct {
	Session, Agent string
	Sidechain      bool
}

// ThreadOf returns the thread of a record.
func (v *View) ThreadOf(rec outline.Value) Thread {
	if v.Format == nil || v.Format.Rules().Name != "claude-code" {
		return Thread{}
	}
	return Thread{Session: rec.Get("sessionId").Text(), Agent: v.Thread.Text(), Sidechain: v.Sidechain}
}

// Root reports whether the record begins a thread anew: a linked record without
// a parent.
func (v *View) Root() bool {
	return v.Format != nil && v.Format.Rules().Linked && !v.ID.Blank() && v.Parent.Blank() && !v.Progress
}

// Tool returns the name of the tool that a call calls. A call of Codex's own
// shell has none of its own.
func (c *Call) Tool() string {
	if c.Name.Blank() && c.Item.Get("type").Is("local_shell_call") {
		return "local_shell"
	}
	return c.Name.Text()
}
