package tokens

// Bytes that begin or continue a character in UTF-8.
const (
	continues = 0x80
	two       = 0xc0
	three     = 0xe0
	four      = 0xf0
)

// wide returns the step over the first byte of a character that is not ASCII.
// What a character costs is known, and added, with its first or second byte;
// the others are free.
func wide(b byte) step {
	switch {
	case b < two:
		return step{to: place{in: other}}
	case b < three:
		return priced(script(b & 0x1f >> 2))
	case b < four:
		return step{to: place{in: lead, read: 3, high: b & 0xf << 4}}
	}
	return step{to: place{in: lead, read: 4}}
}

// inside returns the step over the second byte of a character that has three or four.
func (p place) inside(b byte) step {
	switch {
	case b&two != continues:
		return priced("rare")
	case p.read == 3 && p.high == 0x00 && b >= 0xa6 && b < 0xa8: // the upper half of 09
		return priced(indic)
	case p.read == 3:
		return priced(script(p.high | b&0x3f>>2))
	case 0x9c <= b && b <= 0x9f: // D83 in UTF-16
		return priced(pictures)
	}
	return priced(beyond)
}

// priced returns the step that costs something and ends a character.
func priced(name string) step { return step{place{in: other}, [2]string{name}} }

// base returns the place in front of the escape that p is inside.
func (p place) base() place { return place{in: run(p.last), n: p.n} }

// escaped returns the step over the byte behind a backslash.
func (p place) escaped(b byte) step {
	switch b {
	case 'u':
		p.in = unicode
		return step{to: p}
	case 'n', 'r':
		b = '\n'
	case 't':
		b = '\t'
	case 'b', 'f':
		b = 0x08
	}
	return p.base().char(b)
}

// settled stands in place.high once the cost of an escape has been added.
const settled = 0xff

// hexDigit returns the step over a digit of \uXXXX.
func (p place) hexDigit(b byte) step {
	d, ok := hexValue(b)
	if !ok {
		return priced("rare")
	}
	p.read++
	switch {
	case p.read == 1:
		p.high = d << 4
	case p.read == 2:
		return p.highByte(p.high | d)
	case p.high == settled && p.read == 3:
	case p.high == settled:
		return step{to: place{in: other}}
	case p.read == 4:
		return p.base().char(p.high | d)
	case p.high == shared && d >= 8:
		return p.settle(indic)
	case p.high == shared:
		return p.settle(script(shared))
	case p.high != 0: // the first half of a pair: its third digit tells
		if d == 3 {
			return p.settle(pictures)
		}
		return p.settle(beyond)
	case d >= 8:
		return p.settle(script(0))
	default:
		p.high = d << 4
	}
	return step{to: p}
}

// highByte returns the step over the second digit of \uXXXX, with which the high byte
// of the code unit is known.
func (p place) highByte(high byte) step {
	switch {
	case high == 0: // as it is in p already
		return step{to: p}
	case high == shared:
		return step{to: place{in: unicode, read: 2, high: shared}}
	case 0xd8 <= high && high <= 0xdb:
		return step{to: place{in: unicode, read: 2, high: 0xd8}}
	case 0xdc <= high && high <= 0xdf: // the second half
		return step{to: place{in: unicode, read: 2, high: settled}}
	}
	return p.settle(script(high))
}

// settle returns the step that adds the cost of an escape; its other digits are free.
func (p place) settle(name string) step {
	return step{place{in: unicode, read: p.read, high: settled}, [2]string{name}}
}

func hexValue(b byte) (byte, bool) {
	switch {
	case '0' <= b && b <= '9':
		return b - '0', true
	case 'a' <= b|0x20 && b|0x20 <= 'f':
		return b | 0x20 - 'a' + 10, true
	}
	return 0, false
}
