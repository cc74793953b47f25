package pair

import (
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
)

// items pairs calls and results by id over the whole live list, as the
// Responses API and Codex do: a result may stand anywhere after its call.
type items struct {
	opt   *Options
	conv  bool
	calls []*itemCall
	byID  map[uint64]*sameID
	early []*result // results that no call before them wants
	turns []turn
	equal func(a, b *call) bool

	message int          // number of the current message
	run     int          // number of the current run of calls: one has no words in it
	lastOf  []int64      // last call of every run, by number
	think   int64        // the thinking item directly before, or -1
	spoke   int          // calls before this index are not the tail
	moved   map[int]bool // runs of calls that a result is moved behind
	label   bool         // a role that no API knows came last

	work  []*itemCall
	drops []drop
	kept  []drop // found, and left by option
	late  []drop // decided, but not while partners may be on an unreadable line
}

// itemCall is a call of the live list.
type itemCall struct {
	call
	message  int
	run      int
	thinking int64 // the thinking item that the call stands directly behind, or -1
	alone    bool  // no other model item follows before a result or a user message
}

// sameID are the calls of one id, in order.
type sameID struct {
	calls    []*itemCall
	open     int // calls before this index have a result
	standIns int // calls whose result only stands in for a lost one
}

// turn remembers where a turn began, for a rollback.
type turn struct{ calls, early, drops int }

func newItems(o *Options, conv bool) *items {
	t := &items{opt: o, conv: conv}
	t.reset()
	return t
}

// reset forgets everything: a compaction replaced it.
func (t *items) reset() {
	t.calls, t.early, t.turns, t.drops = nil, nil, nil, nil
	t.byID, t.lastOf = map[uint64]*sameID{}, []int64{-1}
	t.moved = map[int]bool{}
	t.message, t.run, t.think, t.spoke, t.label = 0, 0, -1, 0, false
}

// begin notes that a turn begins here.
func (t *items) begin() {
	t.turns = append(t.turns, turn{len(t.calls), len(t.early), len(t.drops)})
}

// rollback forgets the last n turns.
func (t *items) rollback(n int) {
	if n <= 0 || len(t.turns) == 0 {
		return
	}
	back := t.turns[max(0, len(t.turns)-n)]
	t.turns = t.turns[:max(0, len(t.turns)-n)]
	for _, c := range t.calls[back.calls:] {
		u := t.byID[c.id]
		u.calls = u.calls[:len(u.calls)-1]
		u.open = min(u.open, len(u.calls))
	}
	t.calls = t.calls[:back.calls]
	t.early = t.early[:min(back.early, len(t.early))]
	t.drops = t.drops[:min(back.drops, len(t.drops))]
	t.spoke = min(t.spoke, len(t.calls))
	t.split()
}

// split ends the current message: a user message or an output follows.
func (t *items) split() {
	t.message++
	t.think = -1
	t.newRun()
}

func (t *items) newRun() {
	t.run++
	t.lastOf = append(t.lastOf, -1)
}

// add takes the next item.
func (t *items) add(m *message, v *dialect.View) {
	switch {
	case len(m.results) > 0:
		t.spoke = len(t.calls)
		t.addResult(m.results[0])
		t.split()
	case v.Model:
		t.addModel(m, v)
	case m.role == dialect.Unknown:
		t.label = true
	case m.role == dialect.User:
		t.spoke, t.label = len(t.calls), false
		t.split()
	}
}

// addModel takes an item of the model: thinking, words or a call.
func (t *items) addModel(m *message, v *dialect.View) {
	if n := len(t.calls); n > 0 && t.calls[n-1].message == t.message {
		t.calls[n-1].alone = false
	}
	switch {
	case len(m.calls) > 0:
		t.addCall(m)
		t.lastOf[t.run] = m.at
	case !v.Think:
		t.spoke, t.label = len(t.calls), false
		t.newRun()
	}
	t.think = -1
	if v.Think {
		t.think = m.at
	}
}

func (t *items) addCall(m *message) {
	c := &itemCall{call: *m.calls[0], message: t.message, run: t.run, thinking: t.think, alone: true}
	u := t.byID[c.id]
	if u == nil {
		u = &sameID{}
		t.byID[c.id] = u
	}
	switch n := len(u.calls); {
	case c.empty:
		t.dropCall(c, transcript.EmptyID, "tool call without an id")
		return
	case c.bad != "":
		t.dropCall(c, transcript.BadCall, c.bad)
	case n > 0 && u.calls[n-1].message == c.message:
		if t.twin(c) {
			return
		}
	}
	t.calls = append(t.calls, c)
	u.calls = append(u.calls, c)
}

// twin deals with the second call of an id in one message, and reports whether
// it is out of the list.
func (t *items) twin(c *itemCall) bool {
	switch t.opt.Duplicates {
	case RenameDuplicates:
		c.rename, c.twin = true, true
	case FirstDuplicate:
		t.dropCall(c, transcript.DuplicateCall, twinWhy)
		return true
	}
	return false
}

func (t *items) dropCall(c *itemCall, code transcript.Code, why string) {
	c.drop = true
	t.drops = append(t.drops, drop{part: c.part, code: code, why: why})
	t.work = append(t.work, c)
}

// addResult gives a result to the first call before it that has none.
func (t *items) addResult(r *result) {
	if r.empty {
		t.late = append(t.late, drop{part: r.part, code: transcript.EmptyID, why: "tool result without an id"})
		return
	}
	u := t.byID[r.id]
	if u == nil {
		t.early = append(t.early, r)
		return
	}
	if c := u.openCall(r); c != nil {
		t.answer(c, r)
		u.count(r)
	} else if c := u.standIn(r); c != nil {
		t.drops = append(t.drops, drop{part: c.result.part, code: transcript.DuplicateResult, why: "stands in for a result that is there"})
		u.standIns--
		t.answer(c, r)
	} else if u.known(r) {
		t.drops = append(t.drops, drop{part: r.part, code: transcript.DuplicateResult, why: "second result of one call"})
	} else {
		t.early = append(t.early, r)
	}
}

// openCall returns the first call without a result that r answers.
func (u *sameID) openCall(r *result) *itemCall {
	for u.open < len(u.calls) && u.calls[u.open].result != nil {
		u.open++
	}
	for _, c := range u.calls[u.open:] {
		if c.result == nil && r.answers(&c.call) {
			return c
		}
	}
	return nil
}

// standIn returns the first call whose result only stands in for r.
func (u *sameID) standIn(r *result) *itemCall {
	if u.standIns == 0 || r.synthetic {
		return nil
	}
	for _, c := range u.calls {
		if c.result != nil && c.result.synthetic && r.answers(&c.call) {
			return c
		}
	}
	return nil
}

func (u *sameID) known(r *result) bool {
	return len(u.calls) > 0 && r.answers(&u.calls[0].call)
}

func (u *sameID) count(r *result) {
	if r.synthetic {
		u.standIns++
	}
}

func (t *items) answer(c *itemCall, r *result) {
	c.result = r
	if c.drop {
		t.drops = append(t.drops, drop{part: r.part, code: transcript.BadCall, why: "result of a call that is removed"})
	}
}

// finish ends the list: early results find their calls, ids that come again
// are looked at.
func (t *items) finish() {
	t.adopt()
	first := map[uint64]*itemCall{}
	for _, c := range t.calls {
		if c.drop {
			continue
		}
		if f := first[c.id]; f == nil {
			first[c.id] = c
		} else if t.opt.Duplicates == KeepDuplicates {
			t.kept = append(t.kept, drop{part: c.part, code: transcript.DuplicateCall, why: "another call has the id"})
		} else {
			t.again(f, c)
		}
	}
}

// adopt gives results that stand before their call to it, if nothing else
// answers it.
func (t *items) adopt() {
	for _, r := range t.early {
		owner := t.want(r)
		if owner == nil {
			t.late = append(t.late, drop{part: r.part, code: transcript.OrphanResult, why: "no call has its id and kind"})
			continue
		}
		owner.result, owner.moved = r, true
		t.moved[owner.run] = true
	}
}

func (t *items) want(r *result) *itemCall {
	u := t.byID[r.id]
	if u == nil {
		return nil
	}
	if c := u.openCall(r); c != nil && !c.drop {
		return c
	}
	return nil
}

// again deals with a call whose id an earlier one has.
func (t *items) again(first, c *itemCall) {
	if c.rename || t.equal == nil || !t.equal(&first.call, &c.call) {
		c.rename = true
		return
	}
	const why = "the same call and result are written again"
	t.dropCall(c, transcript.DuplicateCall, why)
	t.drops = append(t.drops, drop{part: c.result.part, code: transcript.DuplicateCall, why: why})
}

// tail reports whether call i ends the list, and may be running or be a label.
func (t *items) tail(i int) bool {
	return i >= t.spoke && !t.moved[t.calls[i].run] && (t.conv || t.label || t.opt.Tail == KeepTail)
}
