package dialect

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// Role says who speaks.
type Role uint8

const (
	NoRole    Role = iota // not a message
	System                // system or developer
	User                  // a message of role user, whatever it holds
	Assistant             // the model
	Tool                  // tool results only
	Unknown               // a role that no API knows
)

// String returns the role as transcripts call it.
func (r Role) String() string {
	return [...]string{"none", "system", "user", "assistant", "tool", "unknown"}[r]
}

// Class says what a record is to its transcript.
type Class uint8

const (
	Other      Class = iota // no part of the conversation, possibly a link in its chain
	Message                 // a message, or one of the records of one
	Header                  // the session header
	Boundary                // what came before was replaced by a compaction
	Rollback                // the last View.Turns turns were taken back
	Turn                    // an event says that a turn begins
	Pointer                 // names the leaf of the conversation
	Checkpoint              // a compaction begins: what is written from here on to its Boundary stays
)

// Kind tells calls that are answered in different ways apart.
type Kind uint8

const (
	Function Kind = iota
	Custom
	Search
	Commands // shell_call of the Responses API
	Patch    // apply_patch_call
	Screen   // computer_call, whose output is a picture
)

// Call is a tool call that wants a result.
type Call struct {
	Item outline.Value // the block, item or element that is the call
	// In is what holds Item: the array that it is an element of, or the message
	// that it is a member of. There is none where the record itself is the call.
	In   outline.Value
	ID   outline.Value
	Name outline.Value
	Args outline.Value
	Kind Kind
	// Shell says that the call is one of Codex's own shell, which has no name.
	Shell bool
	// Typed says that Name is the type of a part: "tool-" and the name.
	Typed bool
	// NoID says that the call has no id and the format lets it do without one:
	// its result names the tool, or stands in the order of the calls.
	NoID bool
	// Misplaced says that the message is none of the model's: the API rejects
	// the call, and no result can save it.
	Misplaced bool
	// Bad says why the API rejects the call, "" if it does not.
	Bad string
	// Answered says, with Rules.Inline, that the call has its result in its own
	// element, or needs none.
	Answered bool
	// Copies are the places where the message says the same once more.
	Copies []Copy
}

// Copy is a call that a message holds once more, in another spelling: Item, In and
// ID are as in Call.
type Copy struct{ Item, In, ID outline.Value }

// Tool returns the name of the tool that the call calls.
func (c *Call) Tool() string { return string(c.ToolBytes()) }

// ToolBytes is Tool without a copy. It is valid as long as the record is.
func (c *Call) ToolBytes() []byte {
	if c.Shell && c.Name.Blank() {
		return []byte("local_shell")
	}
	if c.Typed {
		return bytes.TrimPrefix(c.Name.Bytes(), []byte("tool-"))
	}
	if name := kindNames[c.Kind]; name != "" {
		return []byte(name)
	}
	return c.Name.Bytes()
}

// kindNames are the tools of the kinds of calls that name none.
var kindNames = [...]string{Commands: "shell", Patch: "apply_patch", Screen: "computer"}

// Result is the result of a tool call.
type Result struct {
	Item      outline.Value
	In        outline.Value // as Call.In
	ID        outline.Value
	Name      outline.Value // of the tool, where the format repeats it
	Content   outline.Value
	Kind      Kind
	NoID      bool
	HasCall   bool // there is no such result without a call, even where no call has an id
	Misplaced bool // it stands in a message of the model, possibly beside its call
	Failed    bool // it says that it is an error, in another way than with is_error: see View.Failed
	Synthetic bool // one of the texts that agents and this tool put in for a lost result
	// Provisional says that the tool has not run yet, for instance because the
	// call waits for approval: the final result wins over this one.
	Provisional bool
}

// View is what a format sees in one record. It refers to the record's Doc.
type View struct {
	Format  Format
	Class   Class
	Role    Role
	Calls   []Call
	Results []Result

	Msg     outline.Value  // what a request holds of the record: itself, or its message or payload
	Body    outline.Value  // what holds the message's words: a string, or an array of blocks
	Summary bool           // stands for a part of the history that a compaction replaced
	Anew    bool           // nothing before this message is sent: it stands for all of it
	Lead    int            // how many results stand before every other block
	Text    bool           // holds something besides calls and results: a user's words, the model's text
	Meta    bool           // a notice, reminder or summary: not a user's own words
	Dropped bool           // the client itself leaves this turn out of its requests
	Signed  bool           // holds thinking that is signed
	Think   bool           // an item or a record that is nothing but thinking
	Model   bool           // an item that the model produced (Codex and Responses)
	Heals   bool           // the client answers the calls that are open here
	Setting bool           // no message, but changes how the session goes on
	Damaged bool           // lacks what its client reads without asking: it crashes on the record
	Lacks   []outline.Edit // puts in what it lacks in that way, where that is known

	ID     outline.Value // of a linked record
	Parent outline.Value // what the chain follows; none in a Boundary
	// Declared is the member that names the parent, as it is written, in a
	// Boundary too: blank in a root, missing where the record has no such
	// member.
	Declared  outline.Value
	MessageID outline.Value // records of one API message share it
	Session   outline.Value // the session that the record was written in
	Thread    outline.Value // the sub-agent whose thread this is
	Sidechain bool
	Progress  bool          // a display record that hangs beside the chain
	Time      outline.Value // when the record was written, RFC 3339
	Millis    outline.Value // the same inside the message, as Unix milliseconds
	Ordinal   outline.Value // the record's number in its file
	Leaf      outline.Value // Pointer: the leaf; Boundary: the first record that is kept
	Turns     int           // Rollback: how many
	List      outline.Value // Boundary: the items that replace the history; conversations: the messages
	Request   bool          // conversations: it is sent as it stands, so that its last call is no label
	Instead   outline.Value // Boundary: the text that replaces the history
	Preserved Preserved     // Boundary: the records before it that stay live
	WordsStay bool          // Boundary: of the history before it what the user said stays
	Behind    outline.Value // Boundary: the record that it was written behind, though it does not hang on it
	Key       outline.Value // Rules.Folds: the id of a message, whose place a later one with it takes
	Rewind    outline.Value // Rules.Folds: the message that is taken back, with all behind it

	own   string // one more text for a lost result
	texts texts  // see Texts
}

// reset empties v for a record and keeps its memory.
func (v *View) reset(f Format, rec outline.Value) {
	*v = View{Format: f, Msg: rec, Calls: v.Calls[:0], Results: v.Results[:0], texts: v.texts[:0]}
}

// says makes the record a message in which somebody says what stands in body.
func (v *View) says(role Role, body outline.Value) {
	v.Class, v.Role, v.Body, v.Text = Message, role, body, hasContent(body)
}

// calls makes the record a message of the model with a call.
func (v *View) calls(c Call) {
	v.Class, v.Role = Message, Assistant
	v.call(c)
}

// answers makes the record a message that is a result and nothing else.
func (v *View) answers(r Result) {
	v.Class, v.Role = Message, Tool
	v.result(r, true)
}

// call adds c, and says whether it is in place.
func (v *View) call(c Call) {
	if c.Misplaced = v.Role != Assistant; c.Misplaced && c.Bad == "" {
		c.Bad = "it stands in no message of the model"
	}
	v.Calls = append(v.Calls, c)
}

// result adds r; late says that another block stands before it.
func (v *View) result(r Result, late bool) {
	if !late {
		v.Lead++
	}
	r.Misplaced = v.Role == Assistant
	r.Provisional = r.Item.Get("status").IsAny("waiting_approval", "awaiting_approval")
	r.Synthetic = r.Kind != Search && v.isSyntheticContent(r.Content)
	v.Results = append(v.Results, r)
}

// inline adds the result that a call has in its own element.
func (v *View) inline(c *Call, r Result) {
	c.Answered = true
	r.Synthetic = v.isSyntheticContent(r.Content)
	v.Lead++
	v.Results = append(v.Results, r)
}

// ThreadOf returns the thread of the record.
func (v *View) ThreadOf() Thread { return Thread{v.Session.Text(), v.Thread.Text(), v.Sidechain} }

// Thread names one of the conversations that a file may hold side by side, as
// far as one record tells: session, sidechain and sub-agent.
type Thread struct {
	Session, Agent string
	Sidechain      bool
}

// Root reports whether the record begins a thread anew: a linked record without
// a parent.
func (v *View) Root() bool {
	return v.Format != nil && v.Format.Rules().Linked && !v.ID.Blank() && v.Parent.Blank() && !v.Progress
}

// IDs returns what a record can be named by: its own id, that of its message,
// those of its calls and results.
func (v *View) IDs(rec outline.Value) []outline.Value {
	ids := []outline.Value{v.ID, v.MessageID, rec.Get("id"), v.Msg.Get("id")}
	for i := range v.Calls {
		ids = append(ids, v.Calls[i].ID)
	}
	for i := range v.Results {
		ids = append(ids, v.Results[i].ID)
	}
	return ids
}
