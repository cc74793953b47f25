package history

import (
	"slices"
)

// findStart finds where the request begins, and what of it a compaction kept or put in.
func (l *Live) findStart() {
	for k := len(l.Path) - 1; k >= 0; k-- {
		i := l.Path[k]
		n := l.x.Node(i)
		if n.Is(Inner) && l.Sealed == 0 {
			l.Sealed, l.Fixed = k+1, k+1
		}
		if kept := l.x.kept[i]; kept.userOnly {
			k = l.keepUserMessages(k)
			l.Sealed, l.Fixed = max(l.Sealed, k+1), max(l.Fixed, k+1)
			return
		} else if _, ok := l.x.kept[i]; ok && n.parent != None {
			l.From, l.Fixed = l.firstKept(kept, k), max(l.Fixed, k)
			return
		}
	}
}

// keepUserMessages leaves of what stands before a compaction what the user said, and
// returns the new place of the compaction.
func (l *Live) keepUserMessages(k int) int {
	rest := l.Path[k:]
	kept := slices.DeleteFunc(slices.Clone(l.Path[:k]), func(i uint32) bool { return !l.x.Node(i).Is(Own) })
	l.Path = append(kept, rest...)
	l.path = newBits(l.x.nodes.Len())
	for _, i := range l.Path {
		l.path.set(i)
	}
	return len(kept)
}

// firstKept returns the place of the first record that the compaction at place k
// keeps; k if it keeps nothing. Where that record is lost it is the one that hung
// on it.
func (l *Live) firstKept(kept kept, k int) int {
	for j, i := range l.Path[:k] {
		switch {
		case kept.first == 0 && i == kept.node, kept.first != 0 && l.x.ID(i) == kept.first:
			return j
		case kept.first != 0 && l.x.unknown[i] == kept.first:
			l.First = i
			return j
		}
	}
	return k
}

// Compaction returns the place on the path of the last compaction that is a link
// of it, -1 if there is none.
func (l *Live) Compaction() int {
	for k := len(l.Path) - 1; k >= 0; k-- {
		if l.x.Node(l.Path[k]).Is(Boundary) {
			return k
		}
	}
	return -1
}
