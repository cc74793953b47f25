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
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return n + RuneCount(raw)
		}
		size, _ := DecodeEscape(raw[i:])
		n, raw = n+RuneCount(raw[:i])+1, raw[i+size:]
	}
}
