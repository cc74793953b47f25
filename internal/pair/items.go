package pair

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/pairing"
	"trtools/pkg/transcript"
)

// items pairs calls and results by id over the whole live list, as the Responses
// API and Codex do: a result may stand anywhere after its call.
type items struct {
	*found
	pairing.Set[*itemCall]
	beside pairing.Set[*itemCall] // calls of the current message
	early  []result               // results that answer no call before them
	equal  func(a, b *call) bool

	message   int32          // number of the current message
	run       int32          // number of the current run of calls, which words of the model end
	lastOf    []uint32       // last call of every run, by number
	think     uint32         // the thinking item directly before, or history.None
	tailFrom  int            // calls from this index on may be the tail
	labelFrom int            // calls from this index on may be a label: none beside them has a result
	moved     map[int32]bool // runs of calls that a result is moved behind
	label     bool           // a role that no API knows came last

	replays map[*itemCall]*itemCall // by call that is a copy: the earlier one

	work []*itemCall
}

// itemCall is a call of the live list.
type itemCall struct {
	call
	message  int32
	run      int32
	thinking uint32 // the thinking item that the call stands directly behind, or history.None
	alone    bool   // no other model item follows before a result or a user message
}

func newItems(f *found) *items {
	return &items{found: f, lastOf: []uint32{history.None}, think: history.None}
}

// endMessage ends the current message: a user message or an output follows.
func (t *items) endMessage() {
	t.message++
	t.beside.Reset()
	t.think = history.None
	t.newRun()
}

func (t *items) newRun() {
	t.run++
	t.lastOf = append(t.lastOf, history.None)
}

// add takes the next item.
func (t *items) add(m *message) {
	switch {
	case len(m.results) > 0:
		t.addResult(&m.results[0])
		t.endMessage()
	case m.model:
		t.addModel(m)
	case m.role == dialect.Unknown:
		t.label = true
	case m.role == dialect.User:
		t.tailFrom, t.label = len(t.Calls), false
		t.endMessage()
	}
}

// addModel takes an item of the model: thinking, words or a call.
func (t *items) addModel(m *message) {
	if n := len(t.Calls); n > 0 && t.Calls[n-1].message == t.message {
		t.Calls[n-1].alone = false
	}
	switch {
	case len(m.calls) > 0:
		t.addCall(m)
		t.lastOf[t.run] = m.node
	case !m.think:
		t.tailFrom, t.label = len(t.Calls), false
		t.newRun()
	}
	t.think = history.None
	if m.think {
		t.think = m.node
	}
}

func (t *items) addCall(m *message) {
	c := &itemCall{call: *m.calls[0], message: t.message, run: t.run, thinking: t.think, alone: true}
	out := t.takesOut(&c.call, t.beside.Twin(&c.Call) != nil)
	if c.Gone {
		t.work = append(t.work, c)
	}
	if !out {
		t.Add(c)
		t.beside.Add(c)
	}
}

// addResult gives a result to the first call before it that has none.
func (t *items) addResult(r *result) {
	if r.Empty {
		t.orphans = append(t.orphans, drop{part: r.part, code: transcript.EmptyID, why: "tool result without an id"})
		return
	}
	if c := t.Open(&r.Result); c != nil {
		t.answer(c, r)
	} else if t.First(&r.Result) != nil {
		t.drops = append(t.drops, drop{part: r.part, code: transcript.DuplicateResult, why: "second result of one call"})
	} else {
		t.early = append(t.early, *r)
	}
}

// answer pairs c and r. Calls before the message of c are not the tail any more;
// those beside it may still be running.
func (t *items) answer(c *itemCall, r *result) {
	t.found.answer(&c.call, r)
	t.labelFrom = len(t.Calls)
	for t.tailFrom < len(t.Calls) && t.Calls[t.tailFrom].message < c.message {
		t.tailFrom++
	}
}

// finish ends the list: it gives early results to their calls, and decides about
// repeated ids.
func (t *items) finish() {
	t.placeEarly()
	if len(t.repeated) == 0 {
		return
	}
	first := map[uint64]*itemCall{}
	for _, c := range t.Calls {
		if c.Gone || !t.repeated[c.ID] {
			continue
		}
		switch f := first[c.ID]; {
		case f == nil:
			first[c.ID] = c
		case t.opt.Duplicates != KeepDuplicates && !c.sealed:
			t.resolveRepeated(f, c)
		case t.opt.Duplicates == KeepDuplicates && !c.twin:
			t.kept = append(t.kept, drop{part: c.part, code: transcript.DuplicateCall, why: "another call has the id"})
		}
	}
}

// placeEarly gives results that stand before their call to it, if nothing else answers
// it.
func (t *items) placeEarly() {
	for i := range t.early {
		r := &t.early[i]
		owner := t.unansweredCall(r)
		switch {
		case r.sealed && owner == nil:
			continue
		case r.sealed:
			owner.answer(r)
			continue
		case owner == nil:
			t.orphans = append(t.orphans, drop{part: r.part, code: transcript.OrphanResult, why: "no call has its id and kind"})
			continue
		}
		owner.answer(r)
		owner.moved = true
		packed.Set(&t.moved, owner.run, true)
	}
}

func (t *items) unansweredCall(r *result) *itemCall {
	if c := t.Open(&r.Result); c != nil && !c.Gone && !c.Answered {
		return c
	}
	return nil
}

// resolveRepeated decides about a call whose id an earlier one has: a copy is removed,
// any other call gets an id of its own.
func (t *items) resolveRepeated(first, c *itemCall) {
	if c.rename || t.equal == nil || !t.equal(&first.call, &c.call) {
		c.rename = true
		return
	}
	packed.Set(&t.replays, c, first)
	t.work = append(t.work, c)
	t.dropCall(&c.call, transcript.DuplicateCall, replayWhy)
	t.drops = append(t.drops, drop{part: c.result, code: transcript.DuplicateCall, why: replayWhy})
}

// endsList reports whether call i ends the list, and may be running or be a label. A
// label has no results at all.
func (t *items) endsList(i int) bool {
	if i < t.tailFrom || t.moved[t.Calls[i].run] {
		return false
	}
	return t.opt.Tail == KeepTail || i >= t.labelFrom && (t.label || t.opt.keepsLabel(t.conv))
}
