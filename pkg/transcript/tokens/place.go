package tokens

// place is a state of the machine: what it knows of the text that it has read. It
// knows the current run and how long that is so far. From two equal places on, the
// same text costs the same.
type place struct {
	in     run
	before before
	n      uint8 // how long the run is; the limits below cap it
	last   byte  // in a run of marks: the mark that may be repeated; in an escape: the run before it
	read   uint8 // inside a character: how many of its bytes or digits were read
	high   uint8 // inside a character: what these bytes or digits say of its value
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

// From these lengths on, a run costs the same however long it gets.
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

// length returns how long a run is once the next character has been added to it; the
// character begins a new run if p is in one of another kind.
func (p place) length(in run, limit uint8) uint8 {
	if p.in != in {
		return 1
	}
	return min(p.n+1, limit)
}

// run returns the place behind a character that continues or begins a run.
func (p place) run(in run, limit uint8) place {
	if p.in == in {
		return place{in: in, before: p.before, n: min(p.n+1, limit)}
	}
	return place{in: in, before: p.after(), n: 1}
}

// small returns the place behind a small letter. A capital in front of it becomes the
// first letter of its word.
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

// mark returns the place behind a punctuation mark.
func (p place) mark(c byte) place {
	next := p.run(mark, longMarks)
	if next.n > 1 {
		next.before = 0 // what stands before the run only matters for its first mark
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

// repeats reports whether c is the same mark as the one before it. A tokenizer has
// tokens for lines of dashes, so that a repeated mark costs little.
func (p place) repeats(c byte) bool { return p.in == mark && p.last == c && c != 0 }

// plain returns a simpler place to remember while an escape is read. An escape mostly
// spells a mark or white space, for which the kind of word before it makes no
// difference; without that there would be far more places.
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
