// Package outline sees the structure of one JSON text without decoding it.
//
// Parse checks the grammar outside strings and notes where the members of the
// containers begin and end that transcripts keep their messages in. Everything
// else is skipped and looked at only when somebody asks.
//
// Every byte is checked in the same pass. A text whose structure is sound has an
// outline even if something is wrong inside its strings: Doc.Defects tells what
// kinds of damage there are, StringDefects where, and MendStrings repairs it.
package outline

import "fmt"

// Kind is the type of a JSON value.
type Kind uint8

const (
	Invalid Kind = iota // no value: a missing member
	Null
	Bool
	Number
	String
	Object
	Array
)

// SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	Offset int    // of the first byte that does not fit
	Why    string // short, without content
	Cut    bool   // the text ends before the value does
	Inside bool   // it ends inside a string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s at byte %d", e.Why, e.Offset) }

// MaxDepth is the deepest nesting that is accepted, the limit of
// encoding/json.
const MaxDepth = 10000

// node is one value. Children of an opened container form a list through
// next; index 0 is the root, so 0 also means "none".
type node struct {
	keyStart, keyEnd uint32 // the member's name without quotes
	start, end       uint32 // the value
	next, child      uint32
	kind             Kind
	flags            uint8
	mark             mark   // of the member's name, decoded
	has              uint32 // an object's members: a bit for the mark of each; a string that is counted: the bytes beyond one a char
}

// mark is a part of a member's name: of two names that are not the same most
// have not the same mark either.
type mark uint16

func markOf[T string | []byte](name T) mark {
	n := len(name)
	if n == 0 {
		return 0
	}
	return mark(name[0]) | mark(int(name[n-1])+n)<<8
}

// bit returns the mark's bit in node.has.
func (m mark) bit() uint32 { return 1 << ((m ^ m>>8) & 31) }

const (
	escapedKey  = 1 << iota // the name holds a backslash
	escapedText             // the string does
	opened                  // the container's children are listed
	charsKnown              // node.has says how many the string has
)

// Doc is the outline of one JSON text. The zero value is ready; a Doc may be
// reused for one text after another and then keeps its memory.
type Doc struct {
	raw     []byte
	nodes   []node
	defects Defects
}

// Parse scans raw, which must hold exactly one JSON value, white space around
// it allowed. The Doc refers to raw until the next Parse. The error is a
// *SyntaxError.
func (d *Doc) Parse(raw []byte) error {
	n, err := d.ParsePrefix(raw)
	if err != nil {
		return err
	}
	if n = skipSpace(raw, n); n < len(raw) {
		d.nodes, d.defects = d.nodes[:0], 0
		return &SyntaxError{Offset: n, Why: "text after the value"}
	}
	return nil
}

// ParsePrefix scans the JSON value that raw begins with and returns where it
// ends.
func (d *Doc) ParsePrefix(raw []byte) (int, error) {
	d.raw, d.nodes, d.defects = raw, d.nodes[:0], 0
	if uint64(len(raw)) >= 1<<32 {
		return 0, &SyntaxError{Why: "text over 4 GiB"}
	}
	s := scan{doc: d, b: raw}
	s.value(skipSpace(raw, 0), true, 0)
	if s.err != nil {
		d.nodes = d.nodes[:0]
		return 0, s.err
	}
	d.defects = s.defects
	return int(d.nodes[0].end), nil
}

// Cut reports whether a text is the beginning of a JSON value, and not the whole of it.
func Cut(text []byte) bool {
	s := scan{doc: new(Doc), b: text}
	s.value(skipSpace(text, 0), false, 0)
	return s.err != nil && s.err.Cut
}

// Raw returns the text that was parsed.
func (d *Doc) Raw() []byte { return d.raw }

// Root returns the outermost value.
func (d *Doc) Root() Value {
	if len(d.nodes) == 0 {
		return Value{}
	}
	return Value{doc: d}
}
