package dialect

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
)

// What is made here is derived from the input: the same input always gives the
// same output.

// makeUUID returns the UUID of version 5 of the seed, and of the seed and a
// number from 1 on while that is taken.
func makeUUID(seed string, taken func(string) bool) string {
	id := uuid5(seed)
	for k := 1; taken(id); k++ {
		id = uuid5(seed + "\x00" + strconv.Itoa(k))
	}
	return id
}

// uuid5 returns the UUID of version 5 of a name: RFC 9562 section 5.5.
func uuid5(name string) string {
	// The name space of all record ids that are made.
	const space = "\x6b\x0f\x1e\x52\x7d\x0c\x5e\x7a\x9a\x36\x3d\x1d\x6f\x0f\x7c\x11"
	sum := sha1.Sum([]byte(space + name))
	sum[6] = sum[6]&0x0f | 5<<4 // version
	sum[8] = sum[8]&0x3f | 2<<6 // variant
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
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
