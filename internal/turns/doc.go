// Package turns walks a transcript as it streams by and tells a stage of its
// tool results and how old they get.
//
// Lines whose results may still change are held, with all lines behind them, as
// long as the message that they belong to is young: a Decider sees every result
// once, and once more when its message retires. Everything else passes through
// uncopied. What is held is bounded by the number of messages that stay young:
// a thread that falls silent retires as well.
package turns

import (
	"trtools/internal/pairing"
	"trtools/internal/shrink"
	"trtools/pkg/transcript/spill"
)

// Options say how a stage looks at a transcript.
type Options struct {
	// Young is the age from which on a message retires: it has seen so many
	// assistant messages of its thread after it.
	Young int
	// Decided is the age from which on a result may be changed, at most Young.
	Decided int
	// ByCall gives a result to the message that called it, wherever it stands;
	// else it belongs to the message that it stands behind.
	ByCall bool
	// Copies lists the texts of the clients' own copies of results as well.
	Copies bool
	// Arguments, Reasoning and Images list those of a message beside its
	// results: as Results of their own, with a Kind.
	Arguments, Reasoning, Images bool
	// Calls says that the calls of results are looked for: their tools, and whether they read a
	// text of Store back.
	Calls bool
	// Files records in each result the file that its call names.
	Files bool
	// Store keeps the full texts of what is shortened; nil to keep none.
	Store *spill.Store
	// Tool is the command's name in findings of damage.
	Tool string
}

// Decider is the part of a stage that decides.
type Decider interface {
	// Read is called with a result when its line is read, and reports whether the
	// result may change. If it may not, Retire never sees it.
	Read(*Result) bool
	// Retire decides the results of a message that is as old as it will ever
	// get, in the order of the input.
	Retire(*Message)
}

// How many assistant messages of other threads may pass before a thread that
// says nothing counts as over: a sub-agent that ended, or a session that another
// one goes on from, would else hold back the whole rest of the file. A main
// thread is given more time, as it waits for its sub-agents.
const (
	silence     = 32
	mainSilence = 256
)

// Message is one assistant message, or what stands before the first one of a
// thread.
type Message struct {
	Age     int // assistant messages of its thread after it
	Number  int // of its thread's messages, from 0
	Results []*Result

	thread   *thread
	id       string // of Claude Code's records of one message
	calls    pairing.Set[*callUse]
	open     int       // calls without a result
	uncalled []*Result // results without a call, whether they may change or not
	passed   bool      // its thread went on: what is open stays without a result
	gone     bool      // retired,
	waited   bool      // when it had calls without a result
}

// Thread returns the number of the message's thread in the input.
func (m *Message) Thread() int { return m.thread.id }

// Open reports whether calls of the message may still be running.
func (m *Message) Open() bool { return m.open > 0 && !m.passed }

// callUse is a call, and its message.
type callUse struct {
	pairing.Call
	message *Message
	tool    string
	file    File
	spilled bool // it reads a text of Options.Store back
}

// Kind distinguishes tool results from the other parts of a message that age.
type Kind uint8

const (
	ToolResult Kind = iota
	Arguments       // the texts in the arguments of a call
	Reasoning       // what the model thought
	Image           // in a result or a message of the user: Texts are the parts that hold one
)

// File is what a call does to a file.
type File struct {
	Name string
	Part string // which part of it, "" for all
}

// Result is one tool result of the input, and where it stands.
type Result struct {
	shrink.Result
	Kind Kind
	File File // of the call, with Options.Files
	N    int  // where it begins on its line: no other result begins there

	Item bool // reasoning that is an item of its own, as in the Responses API: its text is the item

	number int32 // of its message in a conversation on one line, from 1

	line    *line
	message *Message
	answers pairing.Result
	found   bool // its call is known
	waits   bool // it may change: it is among its message's results
}

// Place is the offset of a line, and a place on it in bytes.
type Place struct {
	Offset int64
	N      int
}

// Before reports whether a place is in front of another one.
func (p Place) Before(q Place) bool { return p.Offset < q.Offset || p.Offset == q.Offset && p.N < q.N }

// Place returns where the result begins: no other result begins there.
func (r *Result) Place() Place { return Place{r.line.rec.Offset, r.N} }

// Line returns the result's line in the input and the offset of that.
func (r *Result) Line() (number, offset int64) { return r.line.rec.Line, r.line.rec.Offset }
