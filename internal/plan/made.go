package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// FreshID returns an id made from old and a number from k on that is not taken
// and has at most limit bytes (0: any), and the number. It is derived from the
// input: the same input always gives the same output.
func FreshID(old string, limit, k int, taken func(string) bool) (string, int) {
	for ; ; k++ {
		end := "_" + strconv.Itoa(k)
		id := old + end
		if limit > 0 && len(id) > limit {
			sum := sha256.Sum256([]byte(old))
			id = "call_" + hex.EncodeToString(sum[:12]) + end
		}
		if !taken(id) {
			return id, k
		}
	}
}
