package outline

// scan is one pass over a text. The methods return the position after what
// they read; after an error they return a position that ends every loop.
type scan struct {
	doc *Doc
	b   []byte
	err *SyntaxError
	all bool // outline every container, not only those that hold messages

	defects Defects // inside the strings so far

	excess    int // of the last string: see found
	uncounted bool
}

func (s *scan) fail(i int, why string) int {
	if s.err == nil {
		s.err = &SyntaxError{Offset: min(i, len(s.b)), Why: why, Cut: i >= len(s.b)}
	}
	return len(s.b) + 1
}

// value reads the value at i and adds a node for it. With open it also adds nodes for
// the children; otherwise it only checks their grammar.
func (s *scan) value(i int, open bool, depth int) int {
	if i >= len(s.b) {
		return s.fail(i, "value cut off")
	}
	at := s.doc.add(i)
	var kind Kind
	var flags uint8
	switch c := s.b[i]; c {
	case '"':
		kind = String
		var esc bool
		if i, esc = s.str(i); esc {
			flags = escapedText
		}
		if !s.uncounted {
			flags |= charsKnown
			s.doc.nodes[at].has = uint32(s.excess)
		}
	case '{', '[':
		kind = Object
		if c == '[' {
			kind = Array
		}
		if open = open && depth < 64; open {
			flags = opened
		}
		i = s.container(i, at, open, depth)
	default:
		i, kind = s.scalar(i)
	}
	if s.err == nil {
		n := &s.doc.nodes[at]
		n.end, n.kind, n.flags = uint32(i), kind, n.flags|flags
	}
	return i
}

// container reads the object or array at i, of node at.
func (s *scan) container(i, at int, open bool, depth int) int {
	if !open {
		return s.skip(i, depth)
	}
	return s.children(i, at, depth+1)
}

// isContainer reports whether an object or an array begins at i.
func (s *scan) isContainer(i int) bool { return i < len(s.b) && (s.b[i] == '{' || s.b[i] == '[') }

// add adds a node for the value at i. What append is given is first put together
// elsewhere, and to fetch it from there takes longer than everything else here.
func (d *Doc) add(i int) (at int) {
	at = len(d.nodes)
	if at == cap(d.nodes) {
		d.nodes = append(d.nodes, node{})
	}
	d.nodes = d.nodes[:at+1]
	n := &d.nodes[at]
	*n = node{}
	n.start = uint32(i)
	return at
}

// children adds the nodes of what the container that begins at i, of node parent, holds.
func (s *scan) children(i, parent, depth int) int {
	b, end := s.b, byte('}')
	if b[i] == '[' {
		end = ']'
	}
	if i = skipSpace(b, i+1); i < len(b) && b[i] == end {
		return i + 1
	}
	for last, at := 0, 0; ; last = at {
		if at = len(s.doc.nodes); end == '}' {
			i = s.member(i, at, parent, depth)
		} else {
			i = s.value(i, true, depth)
		}
		if s.err != nil {
			return i
		}
		s.link(parent, last, at)
		if i = skipSpace(b, i); i >= len(b) {
			return s.fail(i, "container cut off")
		}
		switch b[i] {
		case ',':
			i = skipSpace(b, i+1)
		case end:
			return i + 1
		default:
			return s.fail(i, "comma or closing bracket expected")
		}
	}
}

// member reads the member at i, whose value is node at.
func (s *scan) member(i, at, parent, depth int) int {
	end, esc, value := s.name(i)
	if s.err != nil {
		return value
	}
	key := s.b[i+1 : end-1]
	from := i
	if i = s.value(value, s.isContainer(value) && (s.all || !esc && holdsMessages(key)), depth); s.err != nil {
		return i
	}
	n := &s.doc.nodes[at]
	n.keyStart, n.keyEnd, n.mark = uint32(from+1), uint32(end-1), markOf(key)
	if esc {
		n.flags |= escapedKey
		n.mark = markOf(Decode(mended(s.b[from:end], s.defects)))
	}
	s.doc.nodes[parent].has |= n.mark.bit()
	return i
}

// link makes node at the next sibling of node last, or, if last is 0, the first child of
// node parent.
func (s *scan) link(parent, last, at int) {
	if last == 0 {
		s.doc.nodes[parent].child = uint32(at)
	} else {
		s.doc.nodes[last].next = uint32(at)
	}
}

// skip checks the grammar of the container that begins at i, and returns the position
// after it.
func (s *scan) skip(i, depth int) int {
	if depth == MaxDepth {
		return s.fail(i, "nested too deeply")
	}
	b, end := s.b, byte(']')
	if b[i] == '{' {
		end = '}'
	}
	if i = skipSpace(b, i+1); i < len(b) && b[i] == end {
		return i + 1
	}
	for {
		if end == '}' {
			_, _, i = s.name(i)
		}
		if i = skipSpace(b, s.skipValue(i, depth+1)); i >= len(b) {
			return s.fail(i, "container cut off")
		}
		switch b[i] {
		case ',':
			i = skipSpace(b, i+1)
		case end:
			return i + 1
		default:
			return s.fail(i, "comma or closing bracket expected")
		}
	}
}

// skipValue is skip for any value.
func (s *scan) skipValue(i, depth int) int {
	switch {
	case i >= len(s.b):
		return s.fail(i, "value cut off")
	case s.b[i] == '"':
		i, _ = s.str(i)
	case s.isContainer(i):
		return s.skip(i, depth)
	default:
		i, _ = s.scalar(i)
	}
	return i
}

// name reads the name of a member at i: the position after it, whether it holds a
// backslash, and the position of the value.
func (s *scan) name(i int) (end int, escaped bool, value int) {
	if i >= len(s.b) || s.b[i] != '"' {
		i = s.fail(i, "member name expected")
		return i, false, i
	}
	end, escaped = s.str(i)
	if i = skipSpace(s.b, end); i >= len(s.b) || s.b[i] != ':' {
		return end, escaped, s.fail(i, "colon expected")
	}
	return end, escaped, skipSpace(s.b, i+1)
}

// scalar checks the number or literal at i.
func (s *scan) scalar(i int) (int, Kind) {
	switch c := s.b[i]; {
	case c == '-' || c >= '0' && c <= '9':
		return s.number(i), Number
	case c == 't':
		return s.literal(i, "true"), Bool
	case c == 'f':
		return s.literal(i, "false"), Bool
	case c == 'n':
		return s.literal(i, "null"), Null
	}
	return s.fail(i, "value expected"), Invalid
}

func (s *scan) literal(i int, word string) int {
	for _, c := range []byte(word) {
		if i >= len(s.b) || s.b[i] != c {
			return s.fail(i, "value expected")
		}
		i++
	}
	return i
}

// number checks the grammar of RFC 8259 section 6.
func (s *scan) number(i int) int {
	b := s.b
	if b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else {
		i = s.digits(i)
	}
	if i < len(b) && b[i] == '.' {
		i = s.digits(i + 1)
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		if i++; i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		i = s.digits(i)
	}
	return i
}

// digits checks that digits stand at i.
func (s *scan) digits(i int) int {
	from := i
	for i < len(s.b) && s.b[i] >= '0' && s.b[i] <= '9' {
		i++
	}
	if i == from {
		return s.fail(i, "digit expected")
	}
	return i
}

// skipSpace returns the position of the first byte from i on that is not white space.
// Most often that is i itself, which takes a single comparison.
func skipSpace(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && uint64(1)<<b[i]&(1<<' '|1<<'\t'|1<<'\r'|1<<'\n') != 0 {
		i++
	}
	return i
}

// holdsMessages reports whether a member of this name holds messages or parts of them in
// some format. The children of such a value get nodes in the same pass.
func holdsMessages(key []byte) bool {
	switch string(key) {
	case "message", "payload", "content", "parts", "messages", "contents",
		"tool_calls", "function", "function_call", "functionCall", "functionResponse",
		"toolUse", "toolResult", "replacement_history":
		return true
	}
	return false
}
