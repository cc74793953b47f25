package outline

import (
	"encoding/binary"
	"unicode/utf8"
)

// RuneCount is utf8.RuneCount, which copies what follows the first byte beyond ASCII
// (Go 1.26).
func RuneCount(b []byte) int {
	_, chars := Walk(b, len(b))
	return chars
}

// Walk goes over the first n code points of b, eight at a time where they are ASCII.
// It returns where it ends and how many there are. A byte that is no UTF-8 is one.
func Walk(b []byte, n int) (end, chars int) {
	for chars < n && end < len(b) {
		switch {
		case b[end] >= utf8.RuneSelf:
			_, size := utf8.DecodeRune(b[end:])
			end, chars = end+size, chars+1
		case n-chars >= 8 && len(b)-end >= 8 && binary.LittleEndian.Uint64(b[end:])&tops == 0:
			end, chars = end+8, chars+8
		default:
			end, chars = end+1, chars+1
		}
	}
	return end, chars
}
