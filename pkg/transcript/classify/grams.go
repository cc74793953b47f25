package classify

import "strings"

// grams is the set of all pieces of four bytes of a text, hashed. It shows that most keys
// are not in the text, which then need not be searched for them.
type grams [1 << 10]uint64

func gram(s string, i int) uint32 {
	x := uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16 | uint32(s[i+3])<<24
	return x * 2654435761 >> 16
}

func (g *grams) add(s string) {
	for i := 0; i+4 <= len(s); i++ {
		h := gram(s, i)
		g[h>>6] |= 1 << (h & 63)
	}
}

// may reports whether a text with these pieces can hold the key.
func (g *grams) may(key string) bool {
	for i := 0; i+4 <= len(key); i++ {
		if h := gram(key, i); g[h>>6]&(1<<(h&63)) == 0 {
			return false
		}
	}
	return true
}

// firstOf returns the first of the keys that a text with these pieces holds, "" if it
// holds none.
func (g *grams) firstOf(text string, keys keyList) string {
	for key := range keys.all() {
		if g.may(key) && strings.Contains(text, key) {
			return key
		}
	}
	return ""
}
