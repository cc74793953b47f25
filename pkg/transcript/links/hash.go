package links

import (
	"hash/maphash"

	"trtools/pkg/transcript/outline"
)

// Hasher makes hashes of ids. The seed is random: nothing that is written may
// depend on a hash, only on whether two are equal.
type Hasher struct{ seed maphash.Seed }

// NewHasher returns a Hasher with a seed of its own.
func NewHasher() Hasher { return Hasher{maphash.MakeSeed()} }

// Of returns the hash of a JSON string's value, 0 if it is none or empty.
func (h Hasher) Of(v outline.Value) uint64 { return h.Bytes(v.Bytes()) }

// Text returns the hash of a string, as Of does for a JSON string.
func (h Hasher) Text(s string) uint64 { return h.Bytes([]byte(s)) }

// Bytes returns the hash of a decoded string.
func (h Hasher) Bytes(b []byte) uint64 {
	if len(b) == 0 {
		return 0
	}
	if n := maphash.Bytes(h.seed, b); n != 0 {
		return n
	}
	return 1
}
