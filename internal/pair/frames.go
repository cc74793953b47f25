package pair

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/pairing"
	"trtools/pkg/transcript"
)

// frame is a message with calls and what follows it up to the next message that
// itself has calls, in one thread. A message without calls does not close it: an
// agent may report progress before a result is there.
type frame struct {
	pairing.Set[*call]
	format        dialect.Format
	nodes         []uint32 // the records of the message
	last          uint32   // its last result that stands in place, or its last record
	pos           int      // the same as a place on the live path
	first         int      // where the message begins there
	next          uint32   // the user message after it, where its results go; None
	messagesAfter int

	broken    int  // results of calls before this index are displaced, because another message has followed those calls
	continued bool // its thread goes on after it
	label     bool // the messages after it are of roles that no API knows
	sealed    bool // a compaction follows: nothing in it is edited
	dropped   bool // the client leaves the message out of its requests
}

func (f *frame) node() uint32 { return f.nodes[len(f.nodes)-1] }

// frames pairs calls and results of one thread, message by message. What it
// finds stands in work, drops, orphans and kept when finish has been called.
type frames struct {
	*found
	x      *history.Index
	cur    *frame
	open   pairing.Waiting[*call] // calls of earlier frames
	work   []*frame               // frames with something to do
	first  map[uint64]*call       // the first call of each id that more than one has
	equal  func(a, b *call) bool
	leaf   uint32       // the last record of the thread
	noIDs  bool         // there was a call without an id
	before dialect.Role // of the message before
	// forked says that the thread goes on from another one that is not in the file, and that
	// the model has not spoken since: what is answered here was called there.
	forked bool
	// nameless are the calls whose result does not name their tool, and has to.
	nameless []*call
}

// found is what is found in one thread, and what decides about it.
type found struct {
	opt      *Options
	conv     bool            // inside a conversation: the last call is a label
	repeated map[uint64]bool // ids that more than one call has

	drops   []drop
	orphans []drop // removed, unless their partners may be on an unreadable line
	kept    []drop // left as they are because an option asks for it
}

// drop is a call or result that is removed, or that is only reported.
type drop struct {
	part
	code     transcript.Code
	why      string
	copy     bool                // its whole record is one, words and reasoning included
	survivor *part               // the result that stays in place of this one
	level    transcript.Severity // of what stays; "" for an error
}

// interrupted reports whether something stands behind the calls which no result may stand
// behind, such as words of the user: what follows is sent as another message, whatever id
// it has.
func (f *frame) interrupted() bool { return f.broken > 0 && f.broken == len(f.Calls) }

// add takes the thread's next message. Results in an answer of the model belong to
// its own calls, all others to calls before them.
func (t *frames) add(m *message) {
	if t.cur != nil && t.cur.messagesAfter == 0 && m.role == dialect.User && m.format.Rules().Slots {
		t.cur = nil // it takes the place of the result
	}
	if m.heals {
		t.heal()
		return
	}
	m.same = t.cur != nil && m.role == dialect.Assistant && !t.cur.interrupted() && t.x.SameMessage(m.node, t.cur.nodes)
	t.forked = t.forked && m.role != dialect.Assistant
	if m.role != dialect.Assistant && !t.forked {
		t.addResults(m)
	}
	if len(m.calls) > 0 {
		t.addCalls(m)
	} else {
		t.addWithoutCalls(m)
	}
	if m.role == dialect.Assistant {
		t.addResults(m)
	}
	t.before = m.role
}

// addCalls adds the calls of a message to the frame of that message.
func (t *frames) addCalls(m *message) {
	if !m.same {
		t.retire()
		t.cur = &frame{format: m.format, next: history.None, first: m.pos, dropped: m.dropped}
	}
	f := t.cur
	f.last, f.pos = m.node, m.pos
	f.nodes = append(f.nodes, m.node)
	for _, c := range m.calls {
		t.addCall(f, c)
	}
}

// put adds a call to the frame.
func (f *frame) put(c *call) {
	c.index = int32(len(f.Calls))
	f.Add(c)
}

// addResults gives the results of a message to calls. Blocks in a message of a role
// that no API knows are not understood, and stay.
func (t *frames) addResults(m *message) {
	if m.role == dialect.Unknown && m.format.Rules().Blocks {
		return
	}
	for i := range m.results {
		r, n := &m.results[i], len(t.orphans)
		t.claim(m, r)
		if len(t.orphans) > n && t.opt.Orphans == TextOrphans && keepsText(m.format) {
			t.becomesText(m, r)
		}
	}
}

// becomesText notes that an orphan in m is to become a text of the user: the results
// behind it are then behind a text, which displaces them.
func (t *frames) becomesText(m *message, r *result) {
	if m.textFrom < 0 {
		m.textFrom = int(r.n)
	}
	if t.cur != nil && !m.format.Rules().Blocks {
		t.cur.broken = len(t.cur.Calls)
	}
}

// addCall adds a call to its frame, unless no API accepts it.
func (t *frames) addCall(f *frame, c *call) {
	t.noIDs = t.noIDs || c.NoID
	if f.dropped || !t.takesOut(c, f.Twin(&c.Call) != nil) {
		f.put(c)
	}
}

// takesOut drops a call that no API accepts, and reports whether its results are not its own: it
// has no id, or is the twin of another call of the message.
func (t *found) takesOut(c *call, twin bool) bool {
	switch {
	case c.Empty:
		t.dropCall(c, transcript.EmptyID, "tool call without an id")
		return true
	case c.bad:
		t.dropCall(c, transcript.BadCall, "")
	case !twin:
	case t.opt.Duplicates == FirstDuplicate:
		t.dropCall(c, transcript.DuplicateCall, twinWhy)
		return true
	case t.opt.Duplicates == KeepDuplicates:
		t.kept = append(t.kept, drop{part: c.part, code: transcript.DuplicateCall, why: twinWhy})
		c.twin = true
	default:
		c.rename, c.twin = true, true
	}
	return false
}

func (t *found) dropCall(c *call, code transcript.Code, why string) {
	c.Gone = true
	t.drops = append(t.drops, drop{part: c.part, code: code, why: why})
}

const twinWhy = "second call with the id in one message"

// addWithoutCalls takes a message without calls. Results of the current frame may have
// to go into it, and results that come after it may be displaced.
func (t *frames) addWithoutCalls(m *message) {
	f := t.cur
	if f == nil || m.same {
		return
	}
	if f.messagesAfter == 0 && m.role == f.resultRole() {
		f.next = m.node
	}
	f.messagesAfter++
	switch {
	case m.role == dialect.Unknown:
		f.label = true
		f.broken = len(f.Calls)
	case m.role == dialect.System:
		if !f.format.Rules().Linked {
			f.broken = len(f.Calls)
		}
	default:
		f.continued = f.continued || len(m.results) == 0 || m.text
		if len(m.results) == 0 && !m.meta {
			f.broken = len(f.Calls)
		}
	}
}

// claim finds the call that a result answers.
func (t *frames) claim(m *message, r *result) {
	switch f := t.cur; {
	case t.takesSlot(m, r):
	case r.Empty:
		t.orphan(r, transcript.EmptyID, "tool result without an id")
	case f != nil && f.First(&r.Result) != nil:
		t.claimHere(f, m, r)
	default:
		t.claimEarlier(r)
	}
}

// claimHere gives a result to a call of its own frame: the n-th result of an id to the
// n-th call that has the id. A real result replaces one that was put in for it.
func (t *frames) claimHere(f *frame, m *message, r *result) {
	if f.dropped {
		t.orphan(r, transcript.OrphanResult, "its call is in a turn that the client drops")
		return
	}
	c := f.Open(&r.Result)
	if c == nil {
		first := f.First(&r.Result)
		t.drops = append(t.drops, drop{part: r.part, code: transcript.DuplicateResult, why: "second result of one call", survivor: &first.result})
		return
	}
	t.answer(c, r)
	if c.moved = !f.inPlace(c, m, r); !c.moved {
		f.last, f.pos = m.node, m.pos
	}
}

const standInWhy = "was inserted for a lost result, and the real one is in the file"

// answer pairs call c with result r, which takes the place of one that stands in for it. If c is
// removed, r is removed with it.
func (t *found) answer(c *call, r *result) {
	if c.Answered {
		t.drops = append(t.drops, drop{part: c.result, code: transcript.DuplicateResult, why: standInWhy})
	}
	if c.answer(r); c.Gone {
		t.drops = append(t.drops, drop{part: r.part, code: transcript.BadCall, why: "result of a call that is removed"})
	}
}

// answer does so, and notes what does not name its tool.
func (t *frames) answer(c *call, r *result) {
	t.found.answer(c, r)
	if r.Name == 0 && t.x.Format(r.node).Rules().Names {
		t.nameless = append(t.nameless, c)
	}
}

// inPlace reports whether a result of message m stands where the wire rule of the
// frame's format wants that of call c.
func (f *frame) inPlace(c *call, m *message, r *result) bool {
	switch rules := f.format.Rules(); {
	case m.role == dialect.Assistant:
		return m.loose // a block of it has nowhere to go
	case rules.Blocks && !m.format.Rules().Blocks: // a record of another format cannot become a block of this one
		return true
	case rules.Apart:
		return m.role == dialect.Tool && int(c.index) >= f.broken
	case !rules.Blocks:
		return int(c.index) >= f.broken
	default:
		late := r.late || m.textFrom >= 0 && int(r.n) > m.textFrom
		return f.messagesAfter == 0 && m.role == dialect.User && (!rules.First || !late)
	}
}

// claimEarlier gives a result to a call of an earlier frame: only if exactly one
// could be meant.
func (t *frames) claimEarlier(r *result) {
	found, more := t.open.Open(&r.Result)
	switch {
	case found != nil && found.Answered && t.opt.Orphans == KeepOrphans:
		t.orphan(r, transcript.OrphanResult, "no open call has its id") // one that was kept stays one
	case more:
		t.orphan(r, transcript.OrphanResult, "several open calls have its id")
	case found == nil:
		t.orphan(r, transcript.OrphanResult, "no open call has its id")
	default:
		t.answer(found, r)
		found.moved = true
	}
}

func (t *frames) orphan(r *result, code transcript.Code, why string) {
	t.orphans = append(t.orphans, drop{part: r.part, code: code, why: why})
}
