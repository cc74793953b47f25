package tokens

// step is what one byte does to the machine: the place that it leads to, and the features
// whose weights it adds.
type step struct {
	to    place
	costs [2]feature
}

// over returns the step over a byte. With json, the text is what stands between the
// quotes of a JSON string, and a backslash begins an escape.
func (p place) over(b byte, json bool) step {
	switch {
	case p.in == lead:
		return p.inside(b)
	case p.in == escape:
		return p.escaped(b)
	case p.in == unicode:
		return p.hexDigit(b)
	case b == '\\' && json:
		base := p.plain()
		return step{to: place{in: escape, n: base.n, last: byte(base.in)}}
	case b < 0x80:
		to := p.ascii(b)
		return step{to, p.price(to, b)}
	}
	return wide(b)
}

// price returns the features that an ASCII character costs: one for its run at its length,
// and one for the letter or mark that it is.
func (p place) price(to place, c byte) [2]feature {
	run := runPart(to)
	switch {
	case to.in == mark && p.repeats(c):
		return [2]feature{specialPart(rule)}
	case to.in == mark:
		return [2]feature{run, marks + feature(c)}
	case to.in == lower || to.in == title:
		return [2]feature{run, letters + feature(c)}
	case to.in == space && to.n == 1: // a single space is a part of the next word's token
		return [2]feature{}
	case to.in == digit && p.in == space && p.n == 1: // but a token of its own before a number
		return [2]feature{run, specialPart(spaceDigit)}
	}
	return [2]feature{run}
}
