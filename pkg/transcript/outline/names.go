package outline

import "slices"

// Names is a list of member names that are looked up together: one walk over an
// object finds the members of all of them. It is made once and never changes.
type Names struct {
	names []string
	slots [64]uint8 // 1 + the index of a name, at its mark's slot or behind it
}

// MaxNames is how many names a list may have.
const MaxNames = 32

// NewNames returns the list. It panics if a name is given twice, or if there are
// more than MaxNames: lists are written in programs.
func NewNames(names ...string) *Names {
	if len(names) > MaxNames {
		panic("outline: too many names")
	}
	n := &Names{names: slices.Clone(names)}
	for i, name := range names {
		if n.index(markOf(name), func(known string) bool { return known == name }) >= 0 {
			panic("outline: name given twice: " + name)
		}
		slot := firstSlot(markOf(name))
		for ; n.slots[slot] != 0; slot = (slot + 1) % len(n.slots) {
		}
		n.slots[slot] = uint8(i + 1)
	}
	return n
}

func firstSlot(m mark) int { return int(m^m>>8) % 64 }

// index returns the index of the first name at the mark's slots that is the one
// looked for, or -1.
func (n *Names) index(m mark, is func(name string) bool) int {
	for slot := firstSlot(m); n.slots[slot] != 0; slot = (slot + 1) % len(n.slots) {
		if i := int(n.slots[slot]) - 1; markOf(n.names[i]) == m && is(n.names[i]) {
			return i
		}
	}
	return -1
}

// Find is Get for all names at once: found[i] becomes the member of the list's
// name i, the last one if there are several, or the zero Value. Found must be as
// long as the list.
func (v Value) Find(n *Names, found []Value) {
	clear(found)
	if v.Kind() != Object {
		return
	}
	for c, ok := v.First(); ok; c, ok = c.Next() {
		m := c.node()
		if i := n.index(m.mark, func(name string) bool { return v.doc.named(m, name) }); i >= 0 {
			found[i] = c
		}
	}
}
