package mend

import "trtools/internal/packed"

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

// Scanner reads one JSON value in as many steps as the caller likes and notes where
// the elements of some of its arrays are. It keeps nothing else of the text. What it
// accepts outline.Doc.Parse accepts as well, but for a raw line break in a string.
type Scanner struct {
	// Wanted reports whether an array is to be noted, by the names of the members
	// that it stands in; inside is how many arrays, elements of each other, it is the
	// first element of.
	Wanted func(path []string, inside int) bool
	Lists  []*List // in the order in which they begin

	m     machine
	path  []string // where the open containers stand: names, firstElement, laterElement
	lines uint32   // line breaks so far
	open  []*List  // for every open container the list that it is, or nil
}

// At returns how many bytes were taken.
func (s *Scanner) At() int64 { return int64(s.m.at) }

// InString reports whether the text so far ends inside a string.
func (s *Scanner) InString() bool { return s.m.isInString() }

// IsArray reports whether the value is an array.
func (s *Scanner) IsArray() bool { return s.m.top == '[' }

// Filter returns the filter with which jq makes lines of the value.
func (s *Scanner) Filter() string { return s.m.filter() }

// Feed takes bytes of the text until the value is complete or one does not fit. It
// returns how many it took.
func (s *Scanner) Feed(b []byte) (int, Progress) {
	for i := 0; i < len(b); i++ {
		if s.m.state == inString {
			n := plainBytes(b[i:])
			for k := i; k < i+n && s.m.name; k++ {
				s.m.keep(b[k])
			}
			s.m.at += n
			if i += n; i == len(b) {
				break
			}
		}
		how := s.step(b[i : i+1])
		if how == Wrong {
			return i, Wrong
		}
		if how == Done {
			return i + 1, Done
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

// step takes one byte.
func (s *Scanner) step(b []byte) Progress {
	before, depth, at := s.m.state, len(s.m.open), int64(s.m.at)
	if s.InString() && b[0] == '\n' {
		return Wrong
	}
	_, how := s.m.feed(b)
	switch now := len(s.m.open); {
	case how == Wrong:
	case before == inString, before == inEscape:
	case now > depth:
		s.opened(at)
	case now < depth:
		s.closed(at)
	case b[0] == '\n':
		s.lines++
	case b[0] == ',':
		s.comma(at)
	}
	return how
}

// opened notes the container that begins at an offset.
func (s *Scanner) opened(at int64) {
	depth := len(s.m.open)
	var list *List
	if depth <= maxDepth {
		s.place(depth)
		if s.m.open[depth-1] == '[' && s.isWanted() {
			list = &List{Depth: depth - 1, Open: at, Close: -1, Line: s.lines}
			if depth > 1 && s.m.open[depth-2] == '[' {
				list.Outer = s.open[depth-2]
			}
			s.Lists = append(s.Lists, list)
		}
	}
	if depth <= maxDepth {
		s.open = append(s.open[:depth-1], list)
	}
}

// place notes where the container of that depth stands: under which name, or as the
// first element of an array, or as a later one.
func (s *Scanner) place(depth int) {
	if depth == 1 {
		s.path = s.path[:0]
		return
	}
	name := string(s.m.key)
	switch parent := s.m.open[depth-2]; {
	case parent == '[' && s.first(depth-2):
		name = firstElement
	case parent == '[':
		name = laterElement
	case len(name) > maxName:
		name = ""
	}
	s.path = append(s.path[:depth-2], name)
}

// Places in an array. No name in JSON has a NUL byte.
const (
	firstElement = "\x00first"
	laterElement = "\x00later"
)

// first reports whether the array at a depth has no comma so far.
func (s *Scanner) first(i int) bool {
	return i < len(s.open) && s.open[i] != nil && s.open[i].Commas.Len() == 0
}

// isWanted asks about the array that was just opened.
func (s *Scanner) isWanted() bool {
	n := len(s.path)
	for n > 0 && s.path[n-1] == firstElement {
		n--
	}
	return s.Wanted(s.path[:n], len(s.path)-n)
}

// closed notes the end of the innermost container.
func (s *Scanner) closed(at int64) {
	if n := len(s.m.open); n < len(s.open) {
		if list := s.open[n]; list != nil {
			list.Close = at
		}
		s.open = s.open[:n]
	}
}

// comma notes what stands between two elements.
func (s *Scanner) comma(at int64) {
	if n := len(s.m.open); n > 0 && n <= len(s.open) && s.open[n-1] != nil {
		l := s.open[n-1]
		l.Commas.Add(at)
		l.Lines.Add(int64(s.lines))
	}
}
