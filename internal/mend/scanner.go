package mend

import (
	"trtools/internal/packed"
	"trtools/pkg/transcript/outline"
)

// List is an array that was found in a JSON text.
type List struct {
	Depth  int              // how many containers it stands in
	Open   int64            // where its bracket stands
	Close  int64            // the same for the closing one, -1 while it is open
	Commas packed.Ascending // the commas between its elements
	Outer  *List            // the list whose first element it is, nil if it is none

	// Line is how many line breaks stand before the bracket, and Lines how many
	// before each comma.
	Line  uint32
	Lines packed.Ascending
}

// Move adds to all offsets: those of a Scanner count from where the value begins.
func (l *List) Move(by int64) {
	l.Open += by
	l.Close += by
	l.Commas.Shift(by)
}

// Scanner reads one JSON object or array in as many steps as the caller likes, knows at any
// time what is open, and notes where the elements of some of its arrays are. Unlike an
// outline it keeps nothing else of the text. It accepts what outline.Doc.Parse accepts, but with
// Wanted no raw line break in a string.
type Scanner struct {
	// Wanted reports whether an array is to be noted, by the names of the members
	// that it stands in; inside is how many arrays, elements of each other, it is the
	// first element of. With nil none is.
	Wanted func(path []string, inside int) bool
	Lists  []*List // in the order in which they begin

	state state
	at    int // bytes that were taken
	lines uint32
	open  []container

	closed span   // the container that was closed last
	object bool   // it was an object
	quote  int    // the position after the string that was closed last
	name   bool   // the string that is read is a member's name
	word   []byte // the number or literal that is read, of more than two digits in a row two

	top  byte   // the kind of the outermost value
	key  []byte // the name of the member near the root that was read last, cut behind maxName bytes
	list string // the outermost member that holds a list of messages
}

// container is an object or an array that is open.
type container struct {
	kind  byte // '{' or '['
	start int
	place string // near the root: the name of the member that it is, firstElement, laterElement
	list  *List  // nil: it is not noted
}

// Places in an array. No name in JSON has a NUL byte.
const (
	firstElement = "\x00first"
	laterElement = "\x00later"
)

const (
	// maxDepth is how deep in a text the names of members are kept.
	maxDepth = 6
	// maxName is the longest name that matters, in bytes.
	maxName = 40
)

// span is a range of bytes in a text.
type span struct{ from, to int }

type state uint8

const (
	value     state = iota // a value must follow
	element                // a value or ]
	firstName              // a member's name or }
	nextName               // a member's name
	colon
	after    // a comma or the end of the container
	inString // strings and escapes
	inEscape
	inWord // a number or a literal
	complete
)

// Progress says how far a value was read.
type Progress uint8

const (
	More  Progress = iota // the text ends before the value does
	Done                  // the value is complete
	Wrong                 // the next byte cannot follow
)

// At returns how many bytes were taken.
func (s *Scanner) At() int64 { return int64(s.at) }

// InString reports whether the text so far ends inside a string.
func (s *Scanner) InString() bool { return s.state == inString || s.state == inEscape }

// IsArray reports whether the value is an array.
func (s *Scanner) IsArray() bool { return s.top == '[' }

// Filter returns the filter with which jq makes lines of the value.
func (s *Scanner) Filter() string {
	switch {
	case s.list != "":
		return "." + s.list + "[]"
	case s.top == '[':
		return ".[]"
	}
	return "."
}

// isStuck reports whether the text so far ends in a word that begins no value.
func (s *Scanner) isStuck() bool {
	return s.state == inWord && !outline.Strict(s.word) && !outline.Cut(s.word)
}

// Feed takes bytes of the text until the value is complete or one does not fit. It
// returns how many it took.
func (s *Scanner) Feed(b []byte) (int, Progress) {
	for i := 0; i < len(b); {
		if s.state == inString {
			n := plainBytes(b[i:])
			s.keep(b[i : i+n])
			s.at += n
			if i += n; i == len(b) {
				break
			}
		}
		if !s.take(b[i]) {
			return i, Wrong
		}
		s.at++
		if i++; s.state == complete {
			return i, Done
		}
	}
	return len(b), More
}

// plainBytes counts the bytes that a string goes on with.
func plainBytes(b []byte) int {
	for i, c := range b {
		if c == '"' || c == '\\' || c == '\n' {
			return i
		}
	}
	return len(b)
}

// take takes the next byte, and reports whether it can follow.
func (s *Scanner) take(c byte) bool {
	switch {
	case s.InString():
		return s.inString(c)
	case s.state == inWord && isWord(c):
		if n := len(s.word); n > 1 && isDigit(c) && isDigit(s.word[n-1]) && isDigit(s.word[n-2]) {
			return true
		}
		if s.word = append(s.word, c); string(s.word) == "null" || string(s.word) == "true" || string(s.word) == "false" {
			s.finish()
		}
		return len(s.word) <= len("-10.10e-10")
	case s.state == inWord && !outline.Strict(s.word):
		return false
	case s.state == inWord:
		s.finish()
	}
	if c == '\n' {
		s.lines++
	}
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || s.token(c)
}

// isWord reports whether a number or a literal may go on with c.
func isWord(c byte) bool {
	return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '.' || c == '+' || c == '-'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (s *Scanner) inString(c byte) bool {
	switch escaped := s.state == inEscape; {
	case c == '\n' && s.Wanted != nil:
		return false
	case escaped || c != '"':
		s.keep([]byte{c})
		if s.state = inString; c == '\\' && !escaped {
			s.state = inEscape
		}
	case s.name:
		s.quote, s.state = s.at+1, colon
	default:
		s.quote = s.at + 1
		s.finish()
	}
	return true
}

// keep remembers a part of the name of a member near the root.
func (s *Scanner) keep(b []byte) {
	if s.name && len(s.open) <= maxDepth {
		s.key = append(s.key, b[:min(len(b), maxName+1-len(s.key))]...)
	}
}

// finish ends a value.
func (s *Scanner) finish() {
	if s.state = after; len(s.open) == 0 {
		s.state = complete
	}
}

// token takes a byte outside strings and words that is no white space.
func (s *Scanner) token(c byte) bool {
	switch s.state {
	case colon:
		s.state = value
		return c == ':'
	case after:
		return s.separator(c)
	case firstName, nextName:
		if c == '}' && s.state == firstName {
			s.pop()
			return true
		}
		s.state, s.name, s.key = inString, true, s.key[:0]
		return c == '"'
	case element:
		if c == ']' {
			s.pop()
			return true
		}
	case complete:
		return false
	}
	return s.begin(c)
}

// begin takes the first byte of a value.
func (s *Scanner) begin(c byte) bool {
	if len(s.open) == 0 {
		s.top = c
	}
	switch {
	case c == '"':
		s.state, s.name = inString, false
	case c == '{', c == '[':
		return s.push(c)
	case c == '-' || isDigit(c) || c == 't' || c == 'f' || c == 'n':
		s.state, s.word = inWord, append(s.word[:0], c)
	default:
		return false
	}
	return true
}

func (s *Scanner) push(c byte) bool {
	depth := len(s.open)
	if depth == outline.MaxDepth {
		return false
	}
	if depth == 1 && c == '[' && s.list == "" && s.open[0].kind == '{' && holdsList(s.key) {
		s.list = string(s.key)
	}
	s.open = append(s.open, container{kind: c, start: s.at})
	if s.Wanted != nil && depth < maxDepth {
		s.note()
	}
	if s.state = firstName; c == '[' {
		s.state = element
	}
	return true
}

// holdsList reports whether documents keep their messages under a name.
func holdsList(key []byte) bool {
	switch string(key) {
	case "messages", "contents", "input":
		return true
	}
	return false
}

// note notes where the container stands that was just opened, and makes a list of an array that is
// wanted.
func (s *Scanner) note() {
	n := len(s.open) - 1
	x, outer := &s.open[n], &container{}
	if n > 0 {
		outer = &s.open[n-1]
	}
	switch {
	case outer.list != nil && outer.list.Commas.Len() == 0:
		x.place = firstElement
	case outer.kind == '[':
		x.place = laterElement
	case outer.kind == '{' && len(s.key) <= maxName:
		x.place = string(s.key)
	}
	if x.kind == '[' && s.isWanted() {
		x.list = &List{Depth: n, Open: int64(s.at), Close: -1, Line: s.lines, Outer: outer.list}
		s.Lists = append(s.Lists, x.list)
	}
}

// isWanted asks about the array that was just opened.
func (s *Scanner) isWanted() bool {
	var path []string
	for _, x := range s.open[1:] {
		path = append(path, x.place)
	}
	n := len(path)
	for n > 0 && path[n-1] == firstElement {
		n--
	}
	return s.Wanted(path[:n], len(path)-n)
}

// pop ends the innermost container.
func (s *Scanner) pop() {
	n := len(s.open) - 1
	x := s.open[n]
	if s.open = s.open[:n]; x.list != nil {
		x.list.Close = int64(s.at)
	}
	s.closed, s.object = span{x.start, s.at + 1}, x.kind == '{'
	s.finish()
}

// separator takes what follows a value inside a container.
func (s *Scanner) separator(c byte) bool {
	x := &s.open[len(s.open)-1]
	switch {
	case c == ',':
		if s.state = value; x.kind == '{' {
			s.state = nextName
		}
		if x.list != nil {
			x.list.Commas.Add(int64(s.at))
			x.list.Lines.Add(int64(s.lines))
		}
	case c == x.kind+2: // { and [ stand two before their partners
		s.pop()
	default:
		return false
	}
	return true
}

// closers returns the text that would end the value after its last container.
func (s *Scanner) closers() []byte {
	list := make([]byte, 0, len(s.open))
	for i := len(s.open) - 1; i >= 0; i-- {
		list = append(list, s.open[i].kind+2)
	}
	return list
}

// Close ends what is open at the end of a JSON text.
func Close(text string) string {
	var s Scanner
	if s.Feed([]byte(text)); s.InString() {
		text += `"`
	}
	return text + string(s.closers())
}

// Members reads the members that are whole of a record that was cut off. It reports
// whether there are any.
func Members(torn []byte, doc *outline.Doc) bool {
	var s Scanner
	whole := 0
	for i := range torn {
		if _, how := s.Feed(torn[i : i+1]); how != More {
			break
		}
		if s.state == after && len(s.open) == 1 && s.top == '{' {
			whole = i + 1
		}
	}
	return whole > 0 && doc.Parse(append(torn[:whole:whole], '}')) == nil
}
