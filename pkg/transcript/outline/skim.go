//go:build amd64 && !purego

package outline

import "golang.org/x/sys/cpu"

// skims reports whether the processor can look at 32 bytes at once.
var skims = cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT

// skim goes over the blocks of a string that begin at b as long as nothing in them needs
// a closer look: it takes the escapes of two characters, those of code units whose first
// digit is no d, and UTF-8. It returns how far it came, between two characters, and
// whether the string ends there, with a quote; how many bytes more that are than
// characters; and a bit for each of some of the escapes before. It changes nothing for the
// caller but the time: it may stop anywhere.
func skim(b []byte) (n, excess int, escaped uint64, ends bool) {
	if !skims || len(b) < blockSize {
		return 0, 0, 0, false
	}
	return skimBlocks(b, skimming)
}

// skimBlocks is skim, written in assembly.
//
//go:noescape
func skimBlocks(b []byte, t *skimTables) (n, excess int, escaped uint64, ends bool)

// Tally counts the characters of a JSON string's text, given without its quotes, and
// the line breaks among them, as far as there is nothing in it but UTF-8 and escapes of
// two characters. It returns how many bytes that are. It may stop anywhere between two
// characters, and where there is no faster way to count, it does so at once.
func Tally(raw []byte) (n, chars, lines int) {
	if !skims || len(raw) < blockSize {
		return 0, 0, 0
	}
	return countBlocks(raw, skimming)
}

// countBlocks is Tally, written in assembly.
//
//go:noescape
func countBlocks(b []byte, t *skimTables) (n, chars, lines int)

// lane is what one instruction looks at.
type lane [32]byte

// skimTables holds what bytes are compared with, and tables with a row for each half of
// a byte, which an instruction looks up for all bytes at once.
type skimTables struct {
	quote, backslash, control, n, u, d, small lane

	// A byte has the classes that its lower and its upper half have in common.
	lower, upper, letters, digits lane
	half                          lane // the lower half of a byte

	// Two bytes cannot stand side by side if the halves of the first and the upper half
	// of the second have one of badPairs in common.
	firstUpper, firstLower, secondUpper lane
	// These are subtracted from the byte two and three before, and leave the top bit if
	// a character begins there that comes so far.
	third, fourth, top lane
	// These are subtracted from the last bytes, and leave something of those with which
	// a character begins that goes on behind them.
	whole lane
}

// A class of bytes has a bit in the tables.
const (
	letterClasses = 0x0f // what makes an escape of two characters
	digitClasses  = 0x30 // hexadecimal digits
)

// badPairs are the pairs of bytes that cannot be in UTF-8, by the table of well-formed
// byte sequences in the Unicode standard: sets of upper and lower halves of the first
// byte, and of upper halves of the second. Each is a bit of the tables, the first lowest.
var badPairs = [8]struct{ firstUpper, firstLower, secondUpper uint16 }{
	{0xf000, 0xffff, 0xf0ff},           // no more of a character that has just begun
	{0x00ff, 0xffff, 0x0f00},           // more of one after ASCII
	{1 << 0xc, 0x0003, 0x0f00},         // ASCII in two bytes
	{1 << 0xe, 1 << 0x0, 0x0300},       // two bytes' worth in three
	{1 << 0xe, 1 << 0xd, 0x0c00},       // half of a surrogate pair
	{1 << 0xf, 1<<0x0 | 0xffe0, 0x100}, // three bytes' worth in four, or beyond U+10FFFF
	{1 << 0xf, 0xfff0, 0x0e00},         // beyond U+10FFFF
	{0x0f00, 0xffff, 0x0f00},           // the third byte of a character, unless it has so many
}

var skimming = func() *skimTables {
	t := &skimTables{
		quote: each('"'), backslash: each('\\'), control: each(' ' - 1), n: each('n'), u: each('u'), d: each('d'), small: each('a' ^ 'A'),
		letters: each(letterClasses), digits: each(digitClasses), half: each(0x0f),
		third: each(0xe0 - 0x80), fourth: each(0xf0 - 0x80), top: each(0x80),
		whole: each(0xff),
	}
	copy(t.whole[29:], []byte{0xf0 - 1, 0xe0 - 1, 0xc0 - 1})
	for bit, set := range [6]string{`"/`, `\`, "bfn", "rt", "0123456789", "ABCDEFabcdef"} {
		for _, c := range []byte(set) {
			t.lower.add(c&0x0f, bit)
			t.upper.add(c>>4, bit)
		}
	}
	for bit, p := range badPairs {
		for i := range byte(16) {
			t.firstUpper.addIf(p.firstUpper, i, bit)
			t.firstLower.addIf(p.firstLower, i, bit)
			t.secondUpper.addIf(p.secondUpper, i, bit)
		}
	}
	return t
}()

func each(b byte) (l lane) {
	for i := range l {
		l[i] = b
	}
	return l
}

// add sets a bit in a row. Both halves of a lane hold the table.
func (l *lane) add(row byte, bit int) {
	l[row] |= 1 << bit
	l[row+16] |= 1 << bit
}

func (l *lane) addIf(set uint16, row byte, bit int) {
	if set>>row&1 == 1 {
		l.add(row, bit)
	}
}
