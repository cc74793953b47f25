package preview

import (
	"bytes"
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
)

// JSONString is the value of a JSON string, and the way back to how it is spelled.
type JSONString struct {
	raw     []byte // as spelled, without the quotes
	dec     []byte // the value, once it is decoded; raw itself where nothing is escaped
	decoded bool
	outer   *JSONString // the string inside of which this one stands, if any
	at      int         // of raw in the value of outer
}

// NewJSONString returns the JSONString for the raw bytes of a JSON string with its
// quotes. It keeps a reference to them.
func NewJSONString(quoted []byte) *JSONString {
	return &JSONString{raw: quoted[1 : len(quoted)-1]}
}

// Inside returns the JSONString of a JSON string that stands, with its quotes, from
// start to end in the value of t: JSON that was written into a string.
func (t *JSONString) Inside(start, end int) *JSONString {
	in := NewJSONString(t.Bytes()[start:end])
	in.outer, in.at = t, start+1
	return in
}

// Bytes returns the value. It is not to be changed.
func (t *JSONString) Bytes() []byte {
	if !t.decoded {
		t.dec, t.decoded = outline.Decode(t.raw), true
	}
	return t.dec
}

// splice returns the outermost string, with its quotes, in which with stands in place of the
// bytes from..to of the spelling. All other bytes are as they were.
func (t *JSONString) splice(from, to int, with []byte) []byte {
	var quoted [usualMarker + len(`""`)]byte
	mid := outline.AppendQuote(quoted[:0], with)
	mid = mid[1 : len(mid)-1]
	if t.outer != nil {
		return t.outer.splice(spelled(t.outer.raw, t.at+from), spelled(t.outer.raw, t.at+to), mid)
	}
	out := make([]byte, 0, from+len(mid)+len(t.raw)-to+len(`""`))
	out = append(append(out, '"'), t.raw[:from]...)
	return append(append(append(out, mid...), t.raw[to:]...), '"')
}

// size returns the number of bytes of the outermost string, with its quotes.
func (t *JSONString) size() int {
	for t.outer != nil {
		t = t.outer
	}
	return len(t.raw) + 2
}

// spelled returns where byte i of the value of raw is in raw. i must be between
// two code points.
func spelled(raw []byte, i int) int {
	at := 0
	for d := 0; d < i; {
		plain := bytes.IndexByte(raw[at:], '\\')
		if plain < 0 || d+plain >= i {
			return at + i - d
		}
		at, d = at+plain, d+plain
		n, r := outline.DecodeEscape(raw[at:])
		at, d = at+n, d+utf8.RuneLen(r)
	}
	return at
}
