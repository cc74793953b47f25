package outline

import (
	"math/rand/v2"
	"strings"
)

// maker writes random JSON with everything that is legal and unusual: white
// space anywhere, escapes in names, names that occur twice, names longer than
// what the scanner looks at byte by byte, names that it opens at once.
type maker struct {
	*rand.Rand
	b strings.Builder
}

func newMaker(seed uint64) *maker { return &maker{Rand: rand.New(rand.NewPCG(seed, 1))} }

// document returns one random JSON text.
func (m *maker) document(depth int) []byte {
	m.b.Reset()
	m.space()
	m.value(depth)
	m.space()
	return []byte(m.b.String())
}

func (m *maker) put(texts ...string) { m.b.WriteString(texts[m.IntN(len(texts))]) }

func (m *maker) space() {
	if m.IntN(3) == 0 {
		m.put(" ", "\t", "\r", "\n", " \t\r\n ", "        ")
	}
}

func (m *maker) value(depth int) {
	switch n := m.IntN(8); {
	case n < 3 && depth > 0:
		m.object(depth - 1)
	case n < 5 && depth > 0:
		m.array(depth - 1)
	case n == 5:
		m.put("0", "-0", "1", "-12", "3.25", "1e1000", "0E-0", "12345678901234567890", "1E+2", "-0.0e00")
	case n == 6:
		m.put("true", "false", "null")
	default:
		m.str()
	}
}

func (m *maker) object(depth int) {
	m.b.WriteByte('{')
	m.space()
	for i := range m.IntN(5) {
		if i > 0 {
			m.b.WriteByte(',')
			m.space()
		}
		m.name()
		m.space()
		m.b.WriteByte(':')
		m.space()
		m.value(depth)
		m.space()
	}
	m.b.WriteByte('}')
}

func (m *maker) array(depth int) {
	m.b.WriteByte('[')
	m.space()
	for i := range m.IntN(5) {
		if i > 0 {
			m.b.WriteByte(',')
			m.space()
		}
		m.value(depth)
		m.space()
	}
	m.b.WriteByte(']')
}

func (m *maker) name() {
	m.put(`"a"`, `"b"`, `"type"`, `"message"`, `"content"`, `"parts"`, `""`, `"\u0061"`, `"\""`, `"\\"`, `"m\u0065ssage"`,
		`"functionResponse"`, `"replacement_history"`, `"replacement_histor\u0079"`, `"exactly15bytes!"`,
		`"exactly 16 bytes"`, `"exactly 17 bytes."`, `"a name of more than sixteen bytes \\"`, `"\ud83d\ude00"`)
}

func (m *maker) str() {
	m.b.WriteByte('"')
	for range m.IntN(12) {
		m.put("x", "word ", `\"`, `\\`, `\\\\`, `\/`, `\n`, `\u00e9`, `\ud83d\ude00`, "é", "漢", "{", "}", "[", "]", ",", ":",
			"\u2028", "a piece of text that is longer than sixteen bytes")
	}
	m.b.WriteByte('"')
}

// closer are bytes that a string may hold, most of them at the edge between what skim
// takes and what needs a closer look.
var closer = []string{
	"x", "plain text, usual dust ", strings.Repeat("a", 40), `\n`, `\"`, `\\`, `\/`, `\b\f\r\t`, `\u00e4`, `\uFFFF`, `\u0d3a`, `\uab0f`,
	"é", "ж", "漢", "\u0800", "\ud7ff", "\ue000", "\uffff", "😀", "\U000fffff", "\U0010ffff",
	`\ud7ff`, `\uD83D\uDE00`, `\udc00`, `\u12`, `\u12g4`, `\u 123`, `\u:123`, `\u1@34`, `\u12/4`, `\u123G`, "\\u123`", `\x`, `\a`, `\2`, `\é`, "\\\n", "\x1f", "\x00",
	"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc3", "\xe0\x9f\xbf", "\xe2\x82", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff",
	`"`,
}
