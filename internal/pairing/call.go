// Package pairing says which tool call a tool result answers.
//
// Calls come in sets, and what a set holds is up to the format: the calls of one message where
// results follow their message, those of a whole list where a result may stand anywhere behind its
// call. In a set a result answers the first call without a result that it fits; where there is none,
// a real result takes the place of one that was put in for it. A set whose calls wait when the
// conversation goes on is kept (Waiting), so that a result in the wrong place finds its call.
//
// What becomes of a result that answers no call, or could answer more than one, is decided by those
// who ask.
package pairing

import "trtools/internal/dialect"

// Call is what pairing knows of a call.
type Call struct {
	ID, Name uint64 // hashes of its id and of its tool's name, 0 for none
	Kind     dialect.Kind
	NoID     bool // its format gives it no id: results name its tool
	Empty    bool // its id holds nothing: no result fits it
	Answered bool // it has a result,
	StandIn  bool // which gives way to a real one
	Gone     bool // it is taken out, and wants no result
}

// Paired returns c. Whatever embeds a Call can be in a Set.
func (c *Call) Paired() *Call { return c }

// Answer notes that r is the result of c.
func (c *Call) Answer(r *Result) { c.Answered, c.StandIn = true, r.StandIn }

// Open reports whether a result may still be given to c.
func (c *Call) Open() bool { return !c.Answered || c.StandIn }

// Result is what pairing knows of a result.
type Result struct {
	ID, Name uint64 // as of a Call
	Kind     dialect.Kind
	NoID     bool // its format gives it no id: it names its tool, or nothing
	Empty    bool // its id holds nothing: it fits no call
	StandIn  bool // it was put in for a lost one, and gives way to that
}

// Fits reports whether r can be the result of c. Their ids decide if both have one, and otherwise
// their names; where a result has neither, any call without an id will do, and the order decides.
func (r *Result) Fits(c *Call) bool {
	switch {
	case r.Kind != c.Kind || r.Empty || c.Empty:
		return false
	case r.NoID || c.NoID:
		return r.Name == c.Name || r.Name == 0 && r.NoID && c.NoID
	}
	return r.ID == c.ID
}
