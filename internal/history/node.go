package history

import (
	"trtools/internal/dialect"
)

// None is a node that is not there.
const None = ^uint32(0)

// Node is one record that is a part of a conversation, or a link in its chain.
type Node struct {
	id     uint64 // hash of the record's id, 0 if it has none
	parent uint32 // node, or None
	low    uint32 // lower 32 bits of the reference
	back   uint32 // 18 bits: nodes back to the record before it of the same message; 6 bits: format; 8 bits: upper bits of the reference
	bits   uint32 // flags, thread
}

// Flags say what pairing and cutting need to know of a record.
type Flags uint32

const (
	roleMask Flags = 1<<3 - 1

	Text         Flags = 1 << (iota + 2) // holds something besides calls and results
	Meta                                 // flagged by its client as no words of a user
	Own                                  // holds a user's own words
	Notice                               // put in by a client or by this project
	Summary                              // stands for a part of the history
	Progress                             // a display record that hangs beside the chain
	Boundary                             // what came before was replaced
	Header                               // the session header
	Dropped                              // the client leaves the turn out of its requests
	HasParts                             // holds calls or results
	Lost                                 // names a parent that is not in the file
	Model                                // an item that the model produced
	Think                                // nothing but thinking
	Signed                               // holds thinking that is signed
	Inner                                // an element of the list that a boundary put in
	Setting                              // changes how the session continues (model, mode): never moved or removed
	Marked                               // holds an id that the Index marks
	Heals                                // the client answers the calls that are open here
	Instructions                         // a client's instructions in a user's role: they stay like a system prompt
	Replaces                             // a boundary that puts a text in place of the history, or a message that is such a text
	Turn                                 // begins a turn, of those that a rollback takes back
)

const (
	backBits                = 18
	formatShift, formatBits = backBits, 6
	refShift, refBits       = formatShift + formatBits, 40
	threadShift, maxThread  = 24, 1<<8 - 1
)

// The flags stand below the thread in one word, and fill it.
var _ [1<<threadShift - 2*Turn]struct{}

// Is reports whether one of the flags is set.
func (n *Node) Is(f Flags) bool { return Flags(n.bits)&f != 0 }

// Role returns who speaks.
func (n *Node) Role() dialect.Role { return dialect.Role(Flags(n.bits) & roleMask) }

// Speaks reports whether the record is a message, or a part of one.
func (n *Node) Speaks() bool { return n.Role() != dialect.NoRole }

// Ref returns what the record is known by: its offset in the input, its index in
// a conversation, or the number of a record that a plan puts in.
func (n *Node) Ref() int64 { return int64(n.back>>refShift)<<32 | int64(n.low) }

// Parent returns the node that the record hangs on, None if there is none.
func (n *Node) Parent() uint32 { return n.parent }

// setRef gives a new node its reference.
func (n *Node) setRef(ref int64) {
	n.low = uint32(ref)
	n.back |= uint32(ref>>32) << refShift
}

// setBack says how far back the record before it of the same message is; one that is too
// far away is forgotten.
func (n *Node) setBack(nodes uint32) {
	if nodes >= 1<<backBits {
		nodes = 0
	}
	n.back = n.back&^(1<<backBits-1) | nodes
}

func (n *Node) set(f Flags)   { n.bits |= uint32(f) }
func (n *Node) clear(f Flags) { n.bits &^= uint32(f) }
func (n *Node) thread() uint8 { return uint8(n.bits >> threadShift) }
func (n *Node) format() int   { return int(n.back >> formatShift & (1<<formatBits - 1)) }
func (n *Node) setFormat(number int) {
	n.back = n.back&^((1<<formatBits-1)<<formatShift) | uint32(number)<<formatShift
}

// Part is one call or result of a node.
type Part struct {
	ID   uint64 // hash of the call's id, 0 if it has none
	Name uint64 // hash of the tool that it names, 0 if it names none, or if its format never pairs by name
	Node uint32
	bits uint32 // flags, kind and number
}

// PartFlags say what pairing needs to know of a call or result.
type PartFlags uint32

const (
	Result   PartFlags = 1 << iota
	StandIn            // a result that was put in for a lost one
	Empty              // has no id where the format wants one
	Bad                // a call that the API rejects
	NoID               // the format lets it do without an id
	Late               // a result with another block before it in its message
	Answered           // a call that has its result in its own element, or needs none
)

const (
	kindShift   = 8
	kindMask    = 1<<(numberShift-kindShift) - 1
	numberShift = 11 // what is left are two million calls in one message
)

// Is reports whether one of the flags is set.
func (p *Part) Is(f PartFlags) bool { return PartFlags(p.bits)&f != 0 }

// Kind distinguishes calls whose results have different forms.
func (p *Part) Kind() dialect.Kind { return dialect.Kind(p.bits >> kindShift & kindMask) }

// N returns its number among the record's calls, or among its results.
func (p *Part) N() int { return int(p.bits >> numberShift) }

// bits is a set of nodes.
type bits []uint64

func newBits(n int) bits         { return make(bits, n/64+1) }
func (b bits) set(i uint32)      { b[i/64] |= 1 << (i % 64) }
func (b bits) has(i uint32) bool { return int(i/64) < len(b) && b[i/64]>>(i%64)&1 == 1 }

// emptied returns an empty set with room for n nodes, in b's memory if that is enough.
func (b bits) emptied(n int) bits {
	if n = n/64 + 1; n > cap(b) {
		return make(bits, n)
	}
	clear(b[:n])
	return b[:n]
}
