// Package dialect is the one place that knows transcript formats.
//
// A Format says how to see messages, calls, results and links in a record, how
// to write a tool result and a user message of its own kind, and which wire
// rules hold for it. There is one file for each; adding one touches that file,
// its samples, and one line of the list in this one.
package dialect

import "trtools/pkg/transcript/outline"

// Format is one transcript format, which has no state; nil is none.
type Format = *format

// format describes a format. What it writes it says in templates: see writing.
type format struct {
	rules Rules
	// Sees reports whether a record is of this format for certain.
	Sees func(rec outline.Value) bool
	// View fills v with what stands in a record of this format, nil if nothing of it counts.
	View func(rec outline.Value, v *View)

	// part is a text as one part of the content of a user's message, "" for a block of type
	// text, as in most APIs.
	part string
	// result is a tool result: a whole record, or with Rules.Blocks a block for the next
	// user message. Of most formats of sessions and reports none may be made up.
	result string
	// message is a record that says something to the model in the user's role: a record of a
	// session with what its client needs to read it, else a message of the provider's shape; ""
	// for one as most APIs take it. Inner is the message in such a record alone.
	message, inner string
	// follows is the member with a record's id, where a message that was given no place
	// hangs on the record that it is like.
	follows string
	// resultOf and messageOf choose a template where there are several, and may set what it is
	// written from: ids, the place, the blocks.
	resultOf, messageOf func(w *writing) string
	// makeID is as MakeID, which returns a UUID without it.
	makeID func(seed string, taken func(id string) bool) string
	// complete returns the edits that write results into calls, with Rules.Inline, and
	// what takes the place of calls that have no room for one.
	complete func(v *View, list []Completion) (edits []outline.Edit, calls [][]byte)
}

// Rules returns the format's name, what people are told of it, and its wire rules.
func (f *format) Rules() *Rules { return &f.rules }

// MakeID returns an id for a new record. It depends on the seed alone, and on which ids are
// taken.
func (f *format) MakeID(seed string, taken func(id string) bool) string {
	if f.makeID != nil {
		return f.makeID(seed, taken)
	}
	return makeUUID(seed, taken)
}

// Rules are what differs between formats as far as stages decide by it: what a
// file of the format is, and the wire rules that say where a call's result has
// to stand. What an API refuses besides is in package refusal. docs/formats.md has the providers' error
// texts that they come from.
type Rules struct {
	Name         string
	What, ReadBy string // for people: what a file of it is, and what is known of who reads it back

	Linked    bool // records name their parent: order is by links, not by line
	ByID      bool // results are found by id, anywhere after the call
	Blocks    bool // results are blocks of the next user message
	First     bool // in that message they stand before everything else
	UniqueIDs bool // a call id may occur once in a request
	Session   bool // a client's session file: a stray value in it is damage
	Beside    bool // the client sends results that hang beside the path on one of its calls
	Bridges   bool // the client hangs a record whose parent is lost on the record before it
	Once      bool // the client goes on from a second record with an id
	Numbered  bool // its records may be numbered, one after the other
	Trails    bool // every record names the one before it; the client follows no links
	Header    bool // the client refuses a file that does not begin with a header
	Begins    bool // the client takes a file without a header for none of its own, wherever that stands
	EndsAt    bool // the client's reader ends a line at a raw U+2028 or U+2029, too, as readline of JavaScript does
	Plain     bool // messages of nothing but a role and text stand among its own
	Bare      bool // bare values stand among its records
	// Apart says that a message with results holds nothing else, and is none of
	// the user's: Blocks are its blocks.
	Apart bool
	// SharesRole says that such a message is written in the user's role nonetheless: a
	// text may take the place of a result.
	SharesRole bool
	// Inline says that a call and its result are one element: the result cannot
	// be displaced, written twice or lose its call. It is missing where the
	// format sees no Call.Answered.
	Inline bool
	// Unjudged says that nothing is to be said about pairs.
	Unjudged bool
	// ReportOnly says that pairs are looked at, and what is wrong with them is only reported:
	// nothing sends the messages again, or what does is not known.
	ReportOnly bool
	// Reader says, with ReportOnly, what the reader makes of such pairs where that is known.
	Reader *Reader
	// Log says that what a record of a file means depends on others: later ones
	// replace it, take it back, or are read only between two of them. None is
	// taken out, and nothing is said about pairs, but with Folds.
	Log bool
	// Folds says which: with View.Key, View.Rewind and View.List the messages of a
	// Log are known. What they hold is judged, and changed where it stands.
	Folds bool
	// OpenEnd says that the client completes the calls of the last message.
	OpenEnd bool
	// Slots says that the reader takes the messages two by two, one that goes to
	// the model and its answer: what the user says in place of a result stands
	// for it, and a result behind an answer is what the user says.
	Slots bool
	// TextOnly says that the content of a message is a text and nothing else.
	TextOnly bool

	// Alternates says that the API refuses two messages of one role in a row.
	Alternates bool
	// Joins says that what is said to the model has to be a part of a user's
	// message that is there, because neighbours of one role are refused or
	// joined; BesideResults, that it may be one that holds results.
	Joins, BesideResults bool

	// Names says that the API refuses a result that does not name its tool.
	Names bool
	// AnyJSON says that a result is whatever JSON its tool returned, and no list of parts:
	// an object with a type is not a part of that type.
	AnyJSON bool
	// Claude and Codex say that what these clients write themselves may stand in the user's role.
	Claude, Codex bool
}

// formats are the formats in the order in which detection asks them.
var formats = []Format{
	claudeCode, codex, droid, pi, responses, conversation,
	gemini, openaiChat, converse, anthropic,
	shareGPT, langchain, aiSDK, aiSDKUI, goose, copilot, geminiCLI, kimiCode,
	entire, cursor, kiro, kiroIDE, tau2, openCode, qwenCode, letta,
	clawCode, cline, zed, continueDev, atif, claudeStream, geminiStream, codexExec, deepSeek,
	managedAgent, openHands, agentTrail, ohMyOpenCode, claudeExport, chatGPTExport, runLog,
}

// Named returns the format of that name, nil if there is none.
func Named(name string) Format {
	if name == "" {
		return nil
	}
	for _, f := range formats {
		if f.Rules().Name == name {
			return f
		}
	}
	return nil
}

// Names returns the names that Named knows.
func Names() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Rules().Name)
	}
	return names
}
