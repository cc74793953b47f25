package outline

import "bytes"

// Chars counts the code points of the decoded string, 0 for every other kind.
// Half a surrogate pair counts as one, as the U+FFFD that it is read as.
func (v Value) Chars() int {
	if v.Kind() != String {
		return 0
	}
	if n := v.node(); n.flags&charsKnown != 0 {
		return int(n.end-n.start) - len(`""`) - int(n.has)
	}
	return Chars(v.inner())
}

// Chars counts the code points of a JSON string's text, given without its
// quotes.
func Chars(raw []byte) (n int) {
	for {
		size, chars, _ := Tally(raw)
		n, raw = n+chars, raw[size:]
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return n + RuneCount(raw)
		}
		n, raw = n+RuneCount(raw[:i])+1, raw[i+escapeLen(raw[i:]):]
		for len(raw) > 1 && raw[0] == '\\' && unusualEscape[raw[1]] != 0 { // one seldom comes alone
			n, raw = n+1, raw[escapeLen(raw):]
		}
	}
}

// escapeLen returns the length of the escape that b begins with; a surrogate
// pair is one.
func escapeLen(b []byte) int {
	if kind, n := lookEscape(b, 0); kind != InvalidEscape {
		return n
	}
	return min(2, len(b))
}
