package history

import (
	"fmt"
	"iter"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// Rollback is a record that takes back more turns than stand in front of it, and leaves
// something that is no turn. A user's message that is put in there would be taken back.
type Rollback struct {
	Ref int64
	Tip uint32 // the record that it leaves as the last one
}

// Greedy returns these rollbacks, in the order of the input.
func (x *Index) Greedy() []Rollback { return x.greedy }

// rollBack takes back the last n turns: the next record becomes the child of the
// record before them.
func (x *Index) rollBack(n int, v *dialect.View, ref int64) {
	if back := min(n, x.turns); back > 0 {
		cut := x.lastTurn(back)
		x.takeBack(cut)
		n -= back
		x.tip = x.Node(cut).parent
		x.turns -= back
		if x.words > cut {
			x.leaveWords(v, ref)
		}
	}
	if n > 0 && x.tip != None {
		x.greedy = append(x.greedy, Rollback{ref, x.tip})
	}
}

// lastTurn returns the k-th message from the end of the chain with which a turn begins.
func (x *Index) lastTurn(k int) uint32 {
	for i := x.tip; ; i = x.Node(i).parent {
		if x.Node(i).Is(Turn) {
			k--
		}
		if k == 0 {
			return i
		}
	}
}

// leaveWords files a rollback behind which there are still only words of the user: those
// that stood in front of a compaction which it takes back. What that took out stays out.
func (x *Index) leaveWords(v *dialect.View, ref int64) {
	n := x.newNode(v, x.chainThread(), ref)
	n.parent = x.tip
	n.set(Boundary)
	x.keepWords()
	x.tip = uint32(x.nodes.Len())
	x.push(n, v, outline.Value{})
}

// keepWords notes that of what stands in front of the next node only the words of the
// user are left.
func (x *Index) keepWords() {
	i := uint32(x.nodes.Len())
	x.kept[i] = kept{node: i, entry: -1, userOnly: true}
	x.words = i + 1
}

// addBoundary files a compaction that has no id.
func (x *Index) addBoundary(v *dialect.View, rec outline.Value, ref int64) {
	n := x.newNode(v, x.chainThread(), ref)
	i := uint32(x.nodes.Len())
	if v.Format.Rules().Linked { // it keeps what it names
		n.parent = x.tip
		x.entries = append(x.entries, i)
		x.kept[i] = kept{node: i, entry: entryNumber(v)}
	} else if v.Replaces() && !v.WordsStay {
		n.parent = x.tip
		x.kept[i] = kept{node: x.behindCheckpoint(), entry: -1}
	}
	if v.WordsStay {
		n.parent = x.tip
		x.keepWords()
		n.set(Turn) // its text counts as one
		x.turns++
	} else {
		x.beginAnew()
	}
	x.push(n, v, rec)
	x.tip = i
	x.addReplacement(v, ref)
}

// behindCheckpoint ends a compaction: it returns the first node that it keeps, the next
// one if it keeps none. In front of results stands the last message with calls.
func (x *Index) behindCheckpoint() uint32 {
	next := uint32(x.nodes.Len())
	if x.begun == 0 || x.begun > next {
		x.begun = 0
		return next
	}
	first := x.begun - 1
	x.begun = 0
	if x.Node(first).Role() != dialect.Tool {
		return first
	}
	for k := first; k > 0; k-- {
		if n := x.Node(k - 1); n.Role() == dialect.Assistant && n.Is(HasParts) {
			return k - 1
		}
	}
	return first
}

// entryNumber returns the number of the first entry that a compaction of pi's first
// version keeps, -1 if it names none.
func entryNumber(v *dialect.View) int {
	var n int
	if _, err := fmt.Sscan(string(v.Leaf.Raw()), &n); err != nil {
		return -1
	}
	return n
}

// countEntries finds the entries that compactions name by number: the header counts
// as well, wherever it stands.
func (x *Index) countEntries() {
	for n, node := range x.entries {
		k, ok := x.kept[node]
		if ok && k.first == 0 && k.segment == nil && k.entry >= 0 && k.entry < n {
			k.node = x.entries[k.entry]
			x.kept[node] = k
		}
	}
}

// addReplacement files what a boundary puts in place of the history.
func (x *Index) addReplacement(boundary *dialect.View, ref int64) {
	for v, el := range Elements(boundary.List) {
		x.addChained(v, el, ref, Inner)
	}
}

// Elements yields the messages in such a list, each of which is a node.
func Elements(list outline.Value) iter.Seq2[*dialect.View, outline.Value] {
	return func(yield func(*dialect.View, outline.Value) bool) {
		found := dialect.NewDetector(nil, "")
		for el := range list.All() {
			v := new(dialect.View)
			if found.View(el, v) && v.Class == dialect.Message && !yield(v, el) {
				return
			}
		}
	}
}
