package tokens

import "strconv"

// step is what one byte does to the machine: the place that it leads to, and the reasons for
// which it costs something, by the names that the table of weights has for them: a run that has
// reached some length, a letter, a mark, or a script. "" is none.
type step struct {
	to    place
	costs [2]string
}

// The reasons that are neither runs nor letters, marks and scripts.
const (
	rule       = "rule"        // a mark that repeats the one before it
	spaceDigit = "space digit" // a number behind a single space
)

// over returns the step over a byte of what stands between the quotes of a JSON string.
func (p place) over(b byte) step {
	switch {
	case p.in == lead:
		return p.inside(b)
	case p.in == escape:
		return p.escaped(b)
	case p.in == unicode:
		return p.hexDigit(b)
	case b == '\\':
		base := p.plain()
		return step{to: place{in: escape, n: base.n, last: byte(base.in)}}
	}
	return p.char(b)
}

// char returns the step over the first byte of a character.
func (p place) char(b byte) step {
	if b >= continues {
		return wide(b)
	}
	to := p.ascii(b)
	return step{to, p.price(to, b)}
}

// price returns why an ASCII character costs something: for its run at its length, and for the
// letter or mark that it is.
func (p place) price(to place, c byte) [2]string {
	run := runNames[to.in] + " " + beforeNames[to.before] + " " + strconv.Itoa(int(to.n))
	switch {
	case to.in == mark && p.repeats(c):
		return [2]string{rule}
	case to.in == mark:
		return [2]string{run, "mark " + string(rune(c))}
	case to.in == lower || to.in == title:
		return [2]string{run, "letter " + string(rune(c))}
	case to.in == space && to.n == 1: // a single space is a part of the next word's token
		return [2]string{}
	case to.in == digit && p.in == space && p.n == 1: // but a token of its own before a number
		return [2]string{run, spaceDigit}
	}
	return [2]string{run}
}

var (
	runNames = [...]string{
		lower: "lower", title: "title", upper: "upper", digit: "digit", space: "space", indent: "indent",
		tab: "tab", line: "line", mark: "marks", other: "control",
	}
	beforeNames = [...]string{fresh: "fresh", glued: "glued", marked: "marked"}
)

// Parts returns the names of the weights that the estimate of a text is the sum of, and how
// often each is added. It is what weights are fitted with, and slow.
func Parts(text []byte) map[string]int {
	count := map[string]int{}
	at := place{}
	for _, b := range withoutEscapes(text) {
		s := at.over(b)
		for _, name := range s.costs {
			count[name]++
		}
		at = s.to
	}
	delete(count, "")
	return count
}
