package history

import (
	"bytes"
	"slices"
	"sort"

	"trtools/internal/dialect"
	"trtools/internal/packed"
	"trtools/internal/pairing"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// Index holds what the stages need to know of the records of one input.
type Index struct {
	// Weigh has the sizes of the records added up.
	Weigh bool
	// Model is how their tokens are estimated.
	Model tokens.Model
	// Same reports whether the record with a reference has the same bytes as this
	// one. A record that a client wrote twice counts as one: the copy has the id
	// or the time of the first. With nil no record counts as a copy.
	Same func(ref int64, rec outline.Value) bool

	// Repeats are the copies that Same recognized.
	Repeats []Repeat

	// Twins are records with one id of which the first was changed, so that both may be the
	// same now: they are known after a Replay.
	Twins [][2]uint32

	nodes   packed.List[Node]
	parts   packed.List[Part]
	weights packed.List[[3]uint32] // of the nodes: chars, tokens, payload
	formats []dialect.Format
	threads map[uint64]uint8

	ids      table             // nodes by id
	messages map[uint64]uint32 // by the ids of API messages: the last record of each
	lines    map[uint64]uint32 // records without links, by what is written on them
	dead     [][2]uint32       // records that rollbacks and compactions take back: from, to
	unknown  map[uint32]uint64
	kept     map[uint32]kept
	torn     []torn
	pointer  Pointer
	lastTime map[uint8][]byte // latest time stamp of every thread

	rolled  map[uint64]bool // what is written on rollbacks
	written []written       // copies of what a rollback took back that stand behind all rollbacks
	greedy  []Rollback
	chain   uint8    // the thread of the records without links,
	tip     uint32   // its last record,
	turns   int      // and how many turns of it a rollback may take back
	begun   uint32   // the first node behind the last checkpoint, counted from 1; 0 for none
	words   uint32   // the first node behind the last boundary that left only the user's words, 0 if there is none
	entries []uint32 // pi's entries without ids, which a compaction names by number
	log     folded
	marks   map[uint64]string
	marked  map[string]bool

	lives []*Live // that were made,
	inUse int     // and how many of them since the last Reset
}

// Repeat is a copy of a record that stands earlier in the input.
type Repeat struct {
	Node     uint32 // the first record
	Ref      int64  // the reference of the copy
	Rollback bool   // both are rollbacks, and Node is what the first one left as the last record, or took back
}

// Pointer is the last record that names the leaf of the conversation.
type Pointer struct {
	Ref  int64
	Leaf uint64 // hash of the id that it names, 0 if there is no such record
}

// kept is what a boundary keeps of what stands before it.
type kept struct {
	first    uint64 // hash of the first record, in pi's files
	node     uint32 // the same as a node, in those of its first version,
	entry    int    // and as the number of the entry
	userOnly bool   // only the user's own messages
	behind   uint64 // hash of the record that the boundary was written behind
	segment  *segment
}

// New returns an empty index. Messages that hold one of the ids are marked.
func New(mark ...string) *Index {
	x := &Index{marks: map[uint64]string{}}
	x.ids.hash = x.ID
	for _, id := range mark {
		x.marks[pairing.Hash(id)] = id
	}
	x.Reset()
	return x
}

// Reset empties the index for the records of another input, with the same marks. What
// was made of it before is not valid any more. It keeps its memory.
func (x *Index) Reset() {
	*x = Index{
		Weigh: x.Weigh, Model: x.Model, Same: x.Same, marks: x.marks, tip: None,
		ids: table{hash: x.ids.hash}, nodes: x.nodes, parts: x.parts, weights: x.weights, formats: x.formats[:0], lives: x.lives,
		threads: emptied(x.threads), unknown: emptied(x.unknown), kept: emptied(x.kept), lastTime: emptied(x.lastTime), marked: emptied(x.marked),
	}
	x.nodes.Reset()
	x.parts.Reset()
	x.weights.Reset()
	x.threads[0] = 0
}

// emptied returns an empty map in the memory of another one.
func emptied[K comparable, V any](m map[K]V) map[K]V {
	if m == nil {
		return map[K]V{}
	}
	clear(m)
	return m
}

// Len and Parts count the nodes and their calls and results.
func (x *Index) Len() int   { return x.nodes.Len() }
func (x *Index) Parts() int { return x.parts.Len() }

// Node and Part return one of them.
func (x *Index) Node(i uint32) *Node { return x.nodes.At(int(i)) }
func (x *Index) Part(k int) *Part    { return x.parts.At(k) }

// ID returns the hash of the id of a node's record, 0 if it has none.
func (x *Index) ID(i uint32) uint64 { return x.Node(i).id }

// Format returns the format of a node's record.
func (x *Index) Format(i uint32) dialect.Format { return x.formats[x.Node(i).format()] }

// Seen returns the format of the record with a reference, nil if the index does not
// hold it.
func (x *Index) Seen(ref int64) dialect.Format {
	i := sort.Search(x.Len(), func(i int) bool { return x.Node(uint32(i)).Ref() >= ref })
	for ; i < x.Len() && x.Node(uint32(i)).Ref() == ref; i++ {
		if !x.Node(uint32(i)).Is(Inner) {
			return x.Format(uint32(i))
		}
	}
	return nil
}

// Refs returns the references of all records and copies, in order.
func (x *Index) Refs() (refs []int64) {
	for i := range uint32(x.Len()) {
		if n := x.Node(i); !n.Is(Inner) {
			refs = append(refs, n.Ref())
		}
	}
	for _, d := range x.Repeats {
		refs = append(refs, d.Ref)
	}
	slices.Sort(refs)
	return refs
}

// OnlyFormat returns the format of all records, nil if they differ.
func (x *Index) OnlyFormat() dialect.Format {
	if len(x.formats) != 1 {
		return nil
	}
	return x.formats[0]
}

// Pointer returns the last record that names the leaf.
func (x *Index) Pointer() Pointer { return x.pointer }

// Marked reports whether a message with the id is in the index.
func (x *Index) Marked(id string) bool { return x.marked[id] }

// Mark takes over the ids that were found in another index with the same marks.
func (x *Index) Mark(other *Index) {
	for id := range other.marked {
		x.marked[id] = true
	}
}

// Taken reports whether a record has the id.
func (x *Index) Taken(id string) bool { return x.ids.find(pairing.Hash(id)) != None }

// Add enters a record: v is what its format sees in rec, and ref is the reference
// by which the caller knows it. What no format sees, for instance because an edit took what
// its format knew it by, is no part of the history.
func (x *Index) Add(v *dialect.View, rec outline.Value, ref int64) {
	if v.Format == nil {
		return
	}
	linked := v.Format.Rules().Linked
	switch {
	case x.fold(v, rec, ref):
	case linked && v.Class == dialect.Pointer:
		x.pointer = Pointer{ref, pairing.HashOf(v.Leaf)}
	case linked && v.ID.Kind() == outline.String && !v.ID.Blank():
		x.addLinked(v, rec, ref)
	case v.Class == dialect.Rollback:
		if !x.rolledBackTwice(v, rec, ref) {
			x.rollBack(v.Turns, v, ref)
		}
	case v.Class == dialect.Checkpoint:
		x.begun = uint32(x.nodes.Len()) + 1
	case v.Class == dialect.Boundary:
		if !x.repeats(v, rec, ref) {
			x.addBoundary(v, rec, ref)
		}
	default:
		if linked {
			x.entries = append(x.entries, uint32(x.nodes.Len()))
		}
		if v.Class == dialect.Message && !x.repeats(v, rec, ref) {
			x.addUnlinked(v, rec, ref)
		}
	}
}

// addUnlinked files a message that has no id: it hangs on the one before it, unless the
// conversation begins anew with it.
func (x *Index) addUnlinked(v *dialect.View, rec outline.Value, ref int64) {
	if v.Anew {
		x.tip = None
		x.beginAnew()
	}
	x.addChained(v, rec, ref, 0)
}

// beginAnew notes that nothing of what is in the chain so far is taken back any more.
func (x *Index) beginAnew() {
	x.takeBack(0)
	x.turns, x.words = 0, 0
}

// addLinked files a record that has an id.
func (x *Index) addLinked(v *dialect.View, rec outline.Value, ref int64) {
	id := pairing.HashOf(v.ID)
	before := x.ids.find(id)
	if before != None && x.Same != nil && x.Same(x.Node(before).Ref(), rec) {
		x.Repeats = append(x.Repeats, Repeat{Node: before, Ref: ref})
		return
	}
	if v.Class == dialect.Header { // wherever it stands: it is read, or put, in front
		x.entries = slices.Insert(x.entries, 0, uint32(x.nodes.Len()))
	}
	n := x.newNode(v, x.thread(v), ref)
	n.id = id
	i := uint32(x.nodes.Len())
	if parent := pairing.HashOf(v.Parent); parent != 0 {
		if n.parent = x.ids.find(parent); n.parent == None {
			x.unknown[i] = parent
			n.set(Lost)
		}
	}
	n.setBack(x.sameMessage(v, i))
	if v.Class == dialect.Boundary {
		x.noteKept(v, i)
	}
	x.push(n, v, rec)
	x.ids.add(i)
	if t, last := v.Time.Bytes(), x.lastTime[n.thread()]; bytes.Compare(t, last) > 0 {
		x.lastTime[n.thread()] = append(last[:0], t...)
	}
}

// sameMessage returns how far back the last record of the same message stands.
func (x *Index) sameMessage(v *dialect.View, i uint32) (back uint32) {
	id := pairing.HashOf(v.MessageID)
	if v.Role != dialect.Assistant || id == 0 {
		return 0
	}
	if last, known := x.messages[id]; known {
		back = i - last
	}
	packed.Set(&x.messages, id, i)
	return back
}

// addChained enters a record that names no parent: the record before it becomes
// its parent.
func (x *Index) addChained(v *dialect.View, rec outline.Value, ref int64, more Flags) {
	n := x.newNode(v, x.chainThread(), ref)
	n.parent = x.tip
	n.set(more)
	if v.BeginsTurn() {
		n.set(Turn)
		x.turns++
	}
	i := uint32(x.nodes.Len())
	x.joinMessage(&n, i)
	x.push(n, v, rec)
	x.tip = i
	if v.Key.Exists() {
		x.foldIn(i, pairing.HashOf(v.Key))
	}
}

// joinMessage adds node i, which has no link, to the message of the item that it hangs
// on if both are items of the model: up to a user message or an output they are one
// message.
func (x *Index) joinMessage(n *Node, i uint32) {
	n.setBack(0)
	if n.parent == None || !n.Is(Model) {
		return
	}
	if p := x.Node(n.parent); p.Is(Model) && p.format() == n.format() && p.Is(Inner) == n.Is(Inner) {
		n.setBack(i - n.parent)
	}
}

// newNode returns a node with the facts that a view holds about its record.
func (x *Index) newNode(v *dialect.View, thread uint8, ref int64) Node {
	n := Node{parent: None, bits: uint32(flagsOf(v)) | uint32(thread)<<threadShift}
	n.setFormat(x.formatNumber(v.Format))
	n.setRef(ref)
	return n
}

// flagsOf packs what has to be known of a record.
func flagsOf(v *dialect.View) (f Flags) {
	user := v.Prompt()
	for _, b := range []struct {
		on   bool
		flag Flags
	}{
		{v.Text, Text}, {v.Meta, Meta}, {user, Own}, {!user && v.Notice(), Notice}, {v.Summarizes(), Summary},
		{v.Progress, Progress}, {v.Class == dialect.Boundary, Boundary}, {v.Class == dialect.Header, Header},
		{v.Dropped, Dropped}, {len(v.Calls)+len(v.Results) > 0, HasParts}, {v.Model, Model}, {v.Think, Think},
		{v.Signed, Signed}, {v.Heals, Heals}, {v.Role == dialect.User && v.Instructions(), Instructions},
		{v.Class == dialect.Boundary && v.Replaces() || v.Anew, Replaces},
	} {
		if b.on {
			f |= b.flag
		}
	}
	return f | Flags(v.Role)
}

// push adds a node with its calls and results.
func (x *Index) push(n Node, v *dialect.View, rec outline.Value) {
	i := uint32(x.nodes.Len())
	if n.Role() == dialect.NoRole && v.Setting {
		n.set(Setting)
	}
	if x.markOf(v, rec) {
		n.set(Marked)
	}
	for k := range v.Calls {
		x.addCall(v, i, k)
	}
	for k := range v.Results {
		x.addResult(v, i, k)
	}
	x.nodes.Add(n)
	if x.Weigh {
		w := x.WeightOf(v)
		x.weights.Add([3]uint32{uint32(w.Chars), uint32(w.Tokens), uint32(w.Payload)}) // of one line
	}
}

func (x *Index) formatNumber(f dialect.Format) int {
	for i, g := range x.formats {
		if g == f {
			return i
		}
	}
	x.formats = append(x.formats, f)
	return len(x.formats) - 1
}

// Find returns the newest node whose id has a hash, None if there is none.
func (x *Index) Find(id uint64) uint32 { return x.ids.find(id) }
