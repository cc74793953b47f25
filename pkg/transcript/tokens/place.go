package tokens

// place is a place in a text: in which run it is and how far. Two places that
// are equal cost the same from there on.
type place struct {
	in     run
	before before
	n      uint8 // how long the run is, up to a limit
	last   byte  // of a run of marks: the one that may be repeated
	read   uint8 // inside a character: how many bytes or digits were read
	high   uint8 // inside a character: what they say
}

// run is a kind of run.
type run uint8

const (
	start   run = iota
	lower       // small letters
	title       // one capital and small letters
	upper       // capitals
	digit       // digits
	space       // spaces
	indent      // spaces at the start of a line
	tab         // tabs
	line        // line breaks
	mark        // punctuation
	other       // characters that are not ASCII, controls
	lead        // inside a character of several bytes
	escape      // behind a backslash in a JSON string
	unicode     // inside \uXXXX
)

// before says what stands before a run. A tokenizer puts the space in front of
// a word, and often a mark, into the word's token; a run right behind another
// one is a piece of a longer word.
type before uint8

const (
	fresh  before = iota // white space, or nothing
	glued                // a letter or a digit
	marked               // punctuation
)

// Runs are told apart up to these lengths.
const (
	longWord   = 10
	longUpper  = 6
	longDigits = 5
	longSpaces = 3
	longMarks  = 3
	longLines  = 2
)

// after returns what stands before a run that begins here.
func (p place) after() before {
	switch p.in {
	case lower, title, upper, digit, other:
		return glued
	case mark:
		return marked
	}
	return fresh
}

// ascii returns the place behind an ASCII character.
func (p place) ascii(c byte) place {
	switch {
	case 'a' <= c && c <= 'z':
		return p.small()
	case 'A' <= c && c <= 'Z':
		return p.capital()
	case '0' <= c && c <= '9':
		return p.run(digit, longDigits)
	case c == ' ':
		return p.blank()
	case c == '\t':
		return place{in: tab, n: p.length(tab, longSpaces)}
	case c == '\n' || c == '\r':
		return place{in: line, n: p.length(line, longLines)}
	case c < ' ' || c == 0x7f:
		return place{in: other}
	}
	return p.mark(c)
}

// length returns how long a run of a kind is that the next character goes on
// with or begins.
func (p place) length(in run, limit uint8) uint8 {
	if p.in != in {
		return 1
	}
	return min(p.n+1, limit)
}

// run goes on with a run or begins one.
func (p place) run(in run, limit uint8) place {
	if p.in == in {
		return place{in: in, before: p.before, n: min(p.n+1, limit)}
	}
	return place{in: in, before: p.after(), n: 1}
}

func (p place) small() place {
	switch {
	case p.in == title:
		return p.run(title, longWord)
	case p.in == upper && p.n == 1:
		return place{in: title, before: p.before, n: 2}
	case p.in == upper: // the last capital begins the word
		return place{in: title, before: glued, n: 2}
	}
	return p.run(lower, longWord)
}

func (p place) capital() place { return p.run(upper, longUpper) }

func (p place) blank() place {
	if p.in == line || p.in == indent {
		return place{in: indent, n: p.length(indent, longSpaces)}
	}
	return place{in: space, n: p.length(space, longSpaces)}
}

func (p place) mark(c byte) place {
	next := p.run(mark, longMarks)
	if next.n > 1 {
		next.before = 0 // it makes no difference any more
	}
	switch c {
	case '-', '=', '*', '#', '_', '.', '~', '+':
		next.last = c
	}
	if p.in == mark && p.last == c && p.last != 0 {
		next.n = longMarks
	}
	return next
}

// repeats reports whether c repeats the mark before it: lines of dashes are
// cheap.
func (p place) repeats(c byte) bool { return p.in == mark && p.last == c && c != 0 }

// plain returns the place that stands for this one before an escape: what is
// escaped is a mark or white space as a rule, and what kind of word stands
// before that makes no difference.
func (p place) plain() place {
	switch p.in {
	case mark:
		return place{in: mark, n: p.n}
	case line, tab:
		return place{in: p.in, n: p.n}
	case space, indent:
		return place{in: p.in, n: 1}
	case start:
		return place{}
	}
	return place{in: other}
}
