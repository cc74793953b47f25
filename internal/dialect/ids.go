package dialect

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/google/uuid"
)

// What is made here is derived from the input: the same input always gives the
// same output.

// makeUUID returns the UUID of version 5 of the seed, and of the seed and a
// number from 1 on while that is taken.
func makeUUID(seed string, taken func(string) bool) string {
	// The name space of all record ids that are made.
	space := uuid.UUID{0x6b, 0x0f, 0x1e, 0x52, 0x7d, 0x0c, 0x5e, 0x7a, 0x9a, 0x36, 0x3d, 0x1d, 0x6f, 0x0f, 0x7c, 0x11}
	id := uuid.NewSHA1(space, []byte(seed)).String()
	for k := 1; taken(id); k++ {
		id = uuid.NewSHA1(space, []byte(seed+"\x00"+strconv.Itoa(k))).String()
	}
	return id
}

// makeHex is makeUUID for ids of eight hexadecimal digits.
func makeHex(seed string, taken func(string) bool) string {
	for k := 0; ; k++ {
		sum := sha256.Sum256([]byte(seed + "\x00" + strconv.Itoa(k)))
		if id := hex.EncodeToString(sum[:4]); !taken(id) {
			return id
		}
	}
}

// FreshID returns an id for a call whose own one another call has, and the
// number that is part of it: the old id and a number from k on, short enough
// for the format, and not taken.
func (r Rules) FreshID(old string, k int, taken func(string) bool) (id string, number int) {
	for ; ; k++ {
		end := "_" + strconv.Itoa(k)
		id := old + end
		if r.BadID([]byte(id)) != "" {
			sum := sha256.Sum256([]byte(old))
			id = "call_" + hex.EncodeToString(sum[:12]) + end
		}
		if !taken(id) {
			return id, k
		}
	}
}
