package mend

import "trtools/pkg/transcript/outline"

// machine reads one JSON value in as many steps as the caller likes, and knows at
// any time what is open. Unlike an outline it keeps nothing of the text. It
// accepts what outline.Doc.Parse accepts.
type machine struct {
	state state
	at    int // bytes that were taken

	open   []byte // the kinds of the open containers, '{' or '['
	starts []int  // where they begin
	closed span   // the container that was closed last
	object bool   // it was an object
	quote  int    // the position after the string that was closed last
	name   bool   // the string that is read is a member's name
	word   string // what is left of a literal

	top  byte   // the kind of the outermost value
	key  []byte // the name of the member near the root that was read last, cut behind maxName bytes
	list string // the outermost member that holds a list of messages
}

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
	literal
	stuck // nothing fits
	minus // numbers, by what was read last
	zero
	digits
	point
	fraction
	exponent
	sign
	power
	complete
)

// Progress says how far a value was read.
type Progress uint8

const (
	More  Progress = iota // the text ends before the value does
	Done                  // the value is complete
	Wrong                 // the next byte cannot follow
)

// feed takes bytes of the text until the value is complete or one does not fit.
// It returns how many it took.
func (m *machine) feed(b []byte) (int, Progress) {
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch m.state {
		case inString:
			m.inString(c)
		case inEscape:
			m.state = inString
			m.keep(c)
		default:
			if m.state >= minus && m.number(c) {
				break
			}
			if m.isSpace(c) {
				break
			}
			if !m.token(c) {
				return i, Wrong
			}
		}
		m.at++
		if m.state == complete {
			return i + 1, Done
		}
	}
	return len(b), More
}

// isSpace reports whether c is white space between tokens.
func (m *machine) isSpace(c byte) bool {
	return m.state != literal && m.state != stuck && (c == ' ' || c == '\t' || c == '\r' || c == '\n')
}

// isInString reports whether the text is in the middle of a string.
func (m *machine) isInString() bool { return m.state == inString || m.state == inEscape }

func (m *machine) inString(c byte) {
	switch {
	case c == '\\':
		m.state = inEscape
		m.keep(c)
	case c != '"':
		m.keep(c)
	default:
		m.quote = m.at + 1
		if m.state = after; m.name {
			m.state = colon
		} else {
			m.finish()
		}
	}
}

const (
	// maxDepth is how deep in a text the names of members are kept.
	maxDepth = 6
	// maxName is the longest name that matters, in bytes.
	maxName = 40
)

// keep remembers a byte of the name of a member near the root.
func (m *machine) keep(c byte) {
	if m.name && len(m.open) <= maxDepth && len(m.key) <= maxName {
		m.key = append(m.key, c)
	}
}

// finish ends a value.
func (m *machine) finish() {
	if m.state = after; len(m.open) == 0 {
		m.state = complete
	}
}

// token takes a byte outside strings and numbers.
func (m *machine) token(c byte) bool {
	switch m.state {
	case literal:
		return m.letter(c)
	case colon:
		if c == ':' {
			m.state = value
		}
		return c == ':'
	case after:
		return m.separator(c)
	case firstName, nextName:
		if c == '}' && m.state == firstName {
			m.pop()
			return true
		}
		m.state, m.name, m.key = inString, true, m.key[:0]
		return c == '"'
	case element:
		if c == ']' {
			m.pop()
			return true
		}
	case value:
	default:
		return false
	}
	return m.begin(c)
}

// begin takes the first byte of a value.
func (m *machine) begin(c byte) bool {
	if len(m.open) == 0 {
		m.top = c
	}
	switch {
	case c == '"':
		m.state, m.name = inString, false
	case c == '{', c == '[':
		return m.push(c)
	case c == '-':
		m.state = minus
	case c == '0':
		m.state = zero
	case c >= '1' && c <= '9':
		m.state = digits
	case c == 't':
		m.state, m.word = literal, "rue"
	case c == 'f':
		m.state, m.word = literal, "alse"
	case c == 'n':
		m.state, m.word = literal, "ull"
	default:
		return false
	}
	return true
}

func (m *machine) push(c byte) bool {
	if len(m.open) == outline.MaxDepth {
		return false
	}
	if len(m.open) == 1 && c == '[' && m.list == "" && m.open[0] == '{' && holdsList(m.key) {
		m.list = string(m.key)
	}
	m.open, m.starts = append(m.open, c), append(m.starts, m.at)
	if m.state = firstName; c == '[' {
		m.state = element
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

func (m *machine) pop() {
	n := len(m.open) - 1
	m.closed, m.object = span{m.starts[n], m.at + 1}, m.open[n] == '{'
	m.open, m.starts = m.open[:n], m.starts[:n]
	m.finish()
}

// separator takes what follows a value inside a container.
func (m *machine) separator(c byte) bool {
	object := m.open[len(m.open)-1] == '{'
	switch {
	case c == ',':
		if m.state = value; object {
			m.state = nextName
		}
	case c == '}' && object, c == ']' && !object:
		m.pop()
	default:
		return false
	}
	return true
}

func (m *machine) letter(c byte) bool {
	if m.word[0] != c {
		return false
	}
	if m.word = m.word[1:]; m.word == "" {
		m.finish()
	}
	return true
}

// number takes a byte of a number, by RFC 8259 section 6, and reports whether it
// belongs to it. One that does not may follow the number: the state is after
// then. Only inside a container a number has an end that can be seen.
func (m *machine) number(c byte) bool {
	digit := c >= '0' && c <= '9'
	switch {
	case m.state == minus && c == '0':
		m.state = zero
	case (m.state == minus || m.state == digits) && digit:
		m.state = digits
	case (m.state == zero || m.state == digits) && c == '.':
		m.state = point
	case (m.state == point || m.state == fraction) && digit:
		m.state = fraction
	case (m.state == zero || m.state == digits || m.state == fraction) && c|0x20 == 'e':
		m.state = exponent
	case m.state == exponent && (c == '+' || c == '-'):
		m.state = sign
	case (m.state == exponent || m.state == sign || m.state == power) && digit:
		m.state = power
	case m.state == zero, m.state == digits, m.state == fraction, m.state == power:
		m.finish()
		return false
	default:
		m.state = stuck
		return false
	}
	return true
}

// closers returns the text that would end the value after its last container.
func (m *machine) closers() []byte {
	list := make([]byte, 0, len(m.open))
	for i := len(m.open) - 1; i >= 0; i-- {
		list = append(list, m.open[i]+2) // { and [ stand two before their partners
	}
	return list
}
