package pair

import (
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
)

// frame is a message with calls and what follows it up to the next message
// that itself has calls, in one thread. A message that only says something
// does not close it: an agent may report progress before a result is there.
type frame struct {
	format dialect.Format
	calls  []*call
	byKey  map[uint64][]*call // of a large frame, by id and by name
	nodes  []uint32           // the records of the message, in a linked format
	at     int64              // the message's last record
	last   int64              // its last result that stands in place, or at
	pos    int                // the same as a place on the live path
	next   int64              // the user message after it, where its results go; -1: none
	after  int                // messages since

	broken  bool // a message stands between: results from here on are displaced
	spoke   bool // its thread goes on after it
	label   bool // what goes on is of a role no API knows
	dead    bool // a compaction follows: nothing of it is touched
	dropped bool // the client leaves the message out of its requests
}

// frames pairs calls and results of one thread, message by message. What it
// finds stands in work, drops and notes when finish has been called.
type frames struct {
	opt  *Options
	conv bool // inside a conversation: the last call is a label
	cur  *frame
	// open has the earlier frames with calls that may still be answered, by
	// the ids and names of those calls.
	open map[uint64][]*frame
	work []*frame // frames with something to do
	// uses has the first call of every id that has to be unique; nil when
	// nothing has to be.
	uses  map[uint64]*call
	again func(uint64) bool // limits uses to ids that are known to come again
	equal func(a, b *call) bool

	drops   []drop
	orphans []drop
	kept    []drop // found, and left by option
}

// drop is a call or result that goes, or only deserves a note.
type drop struct {
	part
	code transcript.Code
	why  string
}

// add takes the thread's next message.
func (t *frames) add(m *message) {
	for _, r := range m.results {
		t.claim(m, r)
	}
	if len(m.calls) == 0 {
		t.pass(m)
		return
	}
	if !m.same || t.cur == nil {
		t.retire()
		t.cur = &frame{format: m.format, next: -1, dropped: m.dropped}
	}
	f := t.cur
	f.at, f.last, f.pos = m.at, m.at, m.pos
	f.nodes = append(f.nodes, m.node)
	for _, c := range m.calls {
		t.addCall(f, c)
	}
}

// addCall adds a call to its frame, or takes out what no API accepts.
func (t *frames) addCall(f *frame, c *call) {
	twin := f.find(c)
	switch {
	case f.dropped:
		f.put(c)
	case c.empty:
		t.drops = append(t.drops, drop{c.part, transcript.EmptyID, "tool call without an id"})
		c.drop = true
	case c.bad != "":
		t.drops = append(t.drops, drop{c.part, transcript.BadCall, c.bad})
		c.drop = true
		f.put(c)
	case twin == nil:
		f.put(c)
	case t.opt.Duplicates == KeepDuplicates:
		t.kept = append(t.kept, drop{c.part, transcript.DuplicateCall, twinWhy})
		f.put(c)
	case t.opt.Duplicates == RenameDuplicates:
		c.rename, c.twin = true, true
		f.put(c)
	default:
		t.drops = append(t.drops, drop{c.part, transcript.DuplicateCall, twinWhy})
		c.drop = true
	}
}

// largeFrame is where a map becomes faster than looking at every call.
const largeFrame = 16

// candidates returns the calls that have the given id or name, and maybe
// others.
func (f *frame) candidates(key uint64) []*call {
	if len(f.calls) < largeFrame {
		return f.calls
	}
	if f.byKey == nil {
		f.byKey = map[uint64][]*call{}
		for _, c := range f.calls {
			f.file(c)
		}
	}
	return f.byKey[key]
}

// put adds a call to the frame.
func (f *frame) put(c *call) {
	f.calls = append(f.calls, c)
	if f.byKey != nil {
		f.file(c)
	}
}

func (f *frame) file(c *call) {
	f.byKey[c.id] = append(f.byKey[c.id], c)
	if c.name != c.id {
		f.byKey[c.name] = append(f.byKey[c.name], c)
	}
}

// key is what r calls its call by.
func (r *result) key() uint64 {
	if r.noID {
		return r.name
	}
	return r.id
}

const twinWhy = "second call with the id in one message"

// find returns the frame's call with c's id, nil if there is none.
func (f *frame) find(c *call) *call {
	for _, o := range f.candidates(c.id) {
		if !c.noID && !o.noID && o.id == c.id && !o.drop {
			return o
		}
	}
	return nil
}

// pass takes a message without calls: it may be where results go, and what
// comes after it may be displaced.
func (t *frames) pass(m *message) {
	f := t.cur
	if f == nil || m.same {
		return
	}
	if f.after == 0 && m.role == dialect.User {
		f.next = m.at
	}
	f.after++
	switch {
	case m.role == dialect.Unknown:
		f.label = true
		f.broken = true
	case m.role == dialect.System:
		f.broken = f.broken || !f.format.Rules().Linked
	default:
		f.spoke = true
		if len(m.results) == 0 && !m.meta {
			f.broken = true
		}
	}
}

// claim finds the call that a result answers.
func (t *frames) claim(m *message, r *result) {
	switch f := t.cur; {
	case r.empty:
		t.orphan(r, transcript.EmptyID, "tool result without an id")
	case f != nil && f.has(r):
		t.claimHere(f, m, r)
	default:
		t.claimEarlier(r)
	}
}

func (f *frame) has(r *result) bool {
	for _, c := range f.candidates(r.key()) {
		if r.answers(c) {
			return true
		}
	}
	return false
}

// claimHere gives a result to a call of its own frame, by occurrence. A real
// result beats one that was put in for it.
func (t *frames) claimHere(f *frame, m *message, r *result) {
	if f.dropped {
		t.orphan(r, transcript.OrphanResult, "its call is in a turn that the client drops")
		return
	}
	if c := f.openCall(r); c != nil {
		t.answer(c, r)
		c.moved = !f.inPlace(m, r)
		if !c.moved {
			f.last, f.pos = m.at, m.pos
		}
		return
	}
	if c := f.standIn(r); c != nil {
		t.drops = append(t.drops, drop{c.result.part, transcript.DuplicateResult, "stands in for a result that is there"})
		t.answer(c, r)
		c.moved = !f.inPlace(m, r)
		return
	}
	t.drops = append(t.drops, drop{r.part, transcript.DuplicateResult, "second result of one call"})
}

// openCall returns the first call that r answers and that has no result yet.
func (f *frame) openCall(r *result) *call {
	for _, c := range f.candidates(r.key()) {
		if c.result == nil && r.answers(c) {
			return c
		}
	}
	return nil
}

// standIn returns the first call whose result only stands in for r.
func (f *frame) standIn(r *result) *call {
	for _, c := range f.candidates(r.key()) {
		if c.result != nil && c.result.synthetic && !r.synthetic && r.answers(c) {
			return c
		}
	}
	return nil
}

// answer pairs c and r. The result of a call that goes, goes too.
func (t *frames) answer(c *call, r *result) {
	c.result = r
	if c.drop {
		t.drops = append(t.drops, drop{r.part, transcript.BadCall, "result of a call that is removed"})
	}
}

// inPlace reports whether a result of message m stands where the wire rule of
// the frame's format wants it.
func (f *frame) inPlace(m *message, r *result) bool {
	rules := f.format.Rules()
	if !rules.Blocks {
		return !f.broken
	}
	return f.after == 0 && m.role == dialect.User && (!rules.First || r.n < m.lead)
}

// claimEarlier gives a result to a call of an earlier frame: only if exactly
// one could be meant.
func (t *frames) claimEarlier(r *result) {
	found, more := t.earlier(r)
	switch {
	case more:
		t.orphan(r, transcript.OrphanResult, "several open calls have its id")
	case found == nil:
		t.orphan(r, transcript.OrphanResult, "no open call has its id")
	default:
		if found.result != nil {
			t.drops = append(t.drops, drop{found.result.part, transcript.DuplicateResult, "stands in for a result that is there"})
		}
		t.answer(found, r)
		found.moved = true
	}
}

// earlier returns the call of an earlier frame that r may answer, and whether
// there are more of them.
func (t *frames) earlier(r *result) (found *call, more bool) {
	key := r.key()
	var kept []*frame
	for _, f := range t.open[key] {
		c := f.openCall(r)
		if c == nil {
			c = f.standIn(r)
		}
		if c == nil && !f.pending() {
			continue
		}
		kept = append(kept, f)
		if c != nil {
			if found != nil {
				return found, true // the list stays as it is
			}
			found = c
		}
	}
	if len(t.open) > 0 {
		t.open[key] = kept
	}
	return found, false
}

func (t *frames) orphan(r *result, code transcript.Code, why string) {
	t.orphans = append(t.orphans, drop{r.part, code, why})
}

// retire ends the current frame. It is kept as long as something of it is open.
func (t *frames) retire() {
	f := t.cur
	if f == nil {
		return
	}
	t.cur = nil
	f.spoke = true
	t.closeFrame(f)
	if f.pending() {
		t.keepOpen(f)
	}
}

// keepOpen files a frame under everything that a result may call it by.
func (t *frames) keepOpen(f *frame) {
	if t.open == nil {
		t.open = map[uint64][]*frame{}
	}
	for _, c := range f.calls {
		for _, key := range []uint64{c.id, c.name} {
			if list := t.open[key]; key != 0 && (len(list) == 0 || list[len(list)-1] != f) {
				t.open[key] = append(list, f)
			}
		}
	}
}

// closeFrame looks at the ids of a frame that is complete, and keeps the frame
// if there is something to do.
func (t *frames) closeFrame(f *frame) {
	for _, c := range f.calls {
		if t.uses != nil && !c.drop && !c.noID && !c.empty && !f.dropped && f.format.Rules().UniqueIDs {
			t.use(c)
		}
	}
	if !f.dead && (f.pending() || f.busy()) {
		t.work = append(t.work, f)
	}
}

// use notes the use of an id that has to be unique.
func (t *frames) use(c *call) {
	if t.again != nil && !t.again(c.id) {
		return
	}
	first, used := t.uses[c.id]
	switch {
	case !used && t.equal == nil:
		t.uses[c.id] = nil // presence is enough: do not keep the call
	case !used:
		t.uses[c.id] = c
	case first == c || c.rename: // a twin that is renamed anyway
	case t.equal != nil && t.equal(first, c):
		c.drop = true
		t.drops = append(t.drops, drop{c.part, transcript.DuplicateCall, "the same call and result are written again"},
			drop{c.result.part, transcript.DuplicateCall, "the same call and result are written again"})
	default:
		c.rename = true
	}
}

// pending reports whether a result may still come for one of the calls.
func (f *frame) pending() bool {
	for _, c := range f.calls {
		if !f.dropped && !c.drop && (c.result == nil || c.result.synthetic) {
			return true
		}
	}
	return false
}

// busy reports whether the frame has results to move or ids to rename.
func (f *frame) busy() bool {
	for _, c := range f.calls {
		if c.moved && !c.drop || c.rename {
			return true
		}
	}
	return false
}

// compact takes note of a compaction at position at, which keeps the messages
// from kept on. What it replaced is forgotten; what it kept is not touched any
// more, but may still be answered.
func (t *frames) compact(kept, at int64) {
	if t.cur != nil && t.cur.at < kept {
		t.cur = nil
	}
	if t.cur != nil {
		t.cur.dead = true
	}
	for key, list := range t.open {
		t.open[key] = after(list, kept, func(f *frame) int64 { return f.at })
		for _, f := range t.open[key] {
			f.dead = true
		}
	}
	t.work = after(t.work, at, func(f *frame) int64 { return f.at })
	t.drops = after(t.drops, at, func(d drop) int64 { return d.at })
	t.orphans = after(t.orphans, at, func(d drop) int64 { return d.at })
}

// seal is compact for a live path: everything fed so far was kept.
func (t *frames) seal() { t.compact(-1, 1<<62) }

// after returns the elements that stand at or after a position.
func after[T any](list []T, at int64, where func(T) int64) []T {
	kept := list[:0]
	for _, e := range list {
		if where(e) >= at {
			kept = append(kept, e)
		}
	}
	return kept
}

// finish ends the thread.
func (t *frames) finish() {
	if f := t.cur; f != nil {
		t.cur = nil
		t.closeFrame(f)
	}
}

// tail reports whether the frame is the end of its thread, so that its calls
// may still be running or be a label: nothing follows but roles no API knows.
func (t *frames) tail(f *frame) bool {
	return !f.spoke && (t.conv || f.label || t.opt.Tail == KeepTail)
}
