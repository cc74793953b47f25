// Package dialect is the one place that knows transcript formats.
//
// A Format says how to see messages, calls, results and links in a record, how
// to write a tool result and a user message of its own kind, and which wire
// rules hold for it. There is one file for each; adding one touches that file,
// its samples, and one line of the list in this one.
package dialect

import (
	"trtools/pkg/transcript/outline"
)

// Format is one transcript format. Formats have no state.
type Format interface {
	// Rules returns the format's name and wire rules.
	Rules() *Rules
	// Sees reports whether a record is of this format for certain.
	Sees(rec outline.Value) bool
	// View fills v with what stands in a record of this format.
	View(rec outline.Value, v *View)
	// Result writes a tool result: a whole record, or with Rules.Blocks a
	// block for the next user message.
	Result(r NewResult) []byte
	// Message writes a user message that holds the given blocks (with
	// Rules.Blocks), or the given text when there are none.
	Message(like outline.Value, text string, blocks [][]byte) []byte
	// Words writes what takes the place of Result.Item when the result of an
	// unknown call is kept as a user's text.
	Words(r Result, text string) []byte
}

// Rules are the wire rules of a format, as far as they decide where a call's
// result has to stand. docs/formats.md has the providers' error texts that
// they come from.
type Rules struct {
	Name string

	Linked    bool // records name their parent: order is by links, not by line
	ByID      bool // results are found by id, anywhere after the call
	Blocks    bool // results are blocks of the next user message
	First     bool // in that message they stand before everything else
	UniqueIDs bool // a call id may occur once in a request
	Session   bool // a client's session file: a stray value in it is damage
	Header    bool // the client refuses a file that does not begin with a header
	MaxID     int  // longest call id in bytes; 0 for no limit
}

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

// Class says what a record is to its transcript.
type Class uint8

const (
	Other    Class = iota // no part of the conversation, possibly a link in its chain
	Message               // a message, or one of the records of one
	Header                // the session header
	Boundary              // what came before was replaced by a compaction
	Rollback              // the last View.Turns turns were taken back
	Turn                  // a turn begins
	Pointer               // names the leaf of the conversation
)

// Kind tells calls that are answered in different ways apart.
type Kind uint8

const (
	Function Kind = iota
	Custom
	Search
)

// Call is a tool call that wants a result.
type Call struct {
	Item outline.Value // the block, item or element that is the call
	ID   outline.Value
	Name outline.Value
	Args outline.Value
	Kind Kind
	// NoID says that the format lets this call do without an id: its result
	// names the tool instead.
	NoID bool
	// Bad says why the API rejects the call, "" if it does not.
	Bad string
}

// Result is the result of a tool call.
type Result struct {
	Item      outline.Value
	ID        outline.Value
	Name      outline.Value // of the tool, where the format repeats it
	Content   outline.Value
	Kind      Kind
	NoID      bool
	Synthetic bool // one of the texts that agents and this tool put in for a lost result
}

// View is what a format sees in one record. It refers to the record's Doc.
type View struct {
	Format  Format
	Class   Class
	Role    Role
	Calls   []Call
	Results []Result

	Body    outline.Value // what holds the message's words: a string, or an array of blocks
	Summary bool          // stands for a part of the history that a compaction replaced
	Lead    int           // how many results stand before every other block
	Text    bool          // holds something besides calls and results: a user's words, the model's text
	Meta    bool          // a notice, reminder or summary: not a user's own words
	Dropped bool          // the client itself leaves this turn out of its requests
	Signed  bool          // holds thinking that is signed
	Think   bool          // an item or a record that is nothing but thinking
	Model   bool          // an item that the model produced (Codex and Responses)

	ID, Parent outline.Value // of a linked record
	MessageID  outline.Value // records of one API message share it
	Thread     outline.Value // the sub-agent whose thread this is
	Sidechain  bool
	Progress   bool          // a display record that hangs beside the chain
	Time       outline.Value // when the record was written
	Leaf       outline.Value // Pointer: the leaf; Boundary: the first record that is kept
	Turns      int           // Rollback: how many
	List       outline.Value // Boundary: the items that replace the history; conversations: the messages

	own string // one more text for a lost result
}

// reset empties v and keeps its memory.
func (v *View) reset(f Format) {
	*v = View{Format: f, Calls: v.Calls[:0], Results: v.Results[:0]}
}

// NewResult is what a result is written from.
type NewResult struct {
	Call      outline.Value // the record that holds the call
	ID, Name  string        // of the call
	Kind      Kind
	Text      string
	ErrorFlag bool

	Stamp
}

// Stamp is the place and time of a new record, in formats that link or stamp
// theirs.
type Stamp struct {
	RecordID, Parent string
	Time             string // RFC 3339; "" to copy that of the record it is modelled on
	Millis           int64  // the same as Unix milliseconds
	Ordinal          string // a number's text, "" if the file has none
}

// All returns the formats in the order in which detection asks them.
func All() []Format {
	return []Format{
		claudeCode{}, codex{}, pi{}, responses{}, conversation{},
		gemini{}, openaiChat{}, converse{}, anthropic{}, chat{},
	}
}

// Named returns the format of that name, nil if there is none.
func Named(name string) Format {
	for _, f := range All() {
		if f.Rules().Name == name && name != plain {
			return f
		}
	}
	return nil
}

// Names returns the names that Named knows.
func Names() []string {
	var names []string
	for _, f := range All() {
		if n := f.Rules().Name; n != plain {
			names = append(names, n)
		}
	}
	return names
}
