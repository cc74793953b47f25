package pair

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/pairing"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// turns are the messages of formats in which a call and its result are one element
// (dialect.Rules.Inline). In a log (dialect.Rules.Folds) results stand in messages of the user, too.
type turns struct {
	folds bool // a log: messages of other formats in it are its own
	list  []*turn
	stray []result // that answer no call of the turn in front of them
}

// turn is a message of the model. In a log neighbours are sent as one.
type turn struct {
	pairing.Set[*call]
	end     uint32 // its last message
	replied bool   // something follows it, or, in a log, results of its own
	openEnd bool   // the client completes its calls
}

func newTurns(folds bool) *turns { return &turns{folds: folds, list: []*turn{new(turn)}} }

// planTurns plans the repairs of turns: what is missing there is put into the call.
func (r *repair) planTurns(t *turns) {
	var filled []*call
	for k, turn := range t.list {
		tail := k == len(t.list)-1 && !turn.replied
		r.answer(turn, tail && (turn.openEnd || r.opt.Tail == KeepTail || r.opt.keepsLabel(r.conv)), !t.folds)
		filled = append(filled, r.moveInto(turn)...)
	}
	r.fillCalls(filled)
	r.changeLists()
	r.removeEmptied()
}

// answer plans results for the calls of a turn that have none, unless they stay open. Where a message
// may hold a call twice, that is told.
func (r *repair) answer(t *turn, open, copies bool) {
	for _, c := range t.Calls {
		if c.Answered {
			continue
		}
		if open {
			r.noteOpen(c)
		} else if _, c.filled = r.planMissing(c, false); c.filled && copies {
			r.noteCopies(c.part)
		}
	}
}

// moveInto takes the results that move into their calls out of where they are, and returns the
// calls that get one.
func (r *repair) moveInto(t *turn) (filled []*call) {
	t.gather()
	for _, c := range t.Calls {
		if c.moved {
			r.noteMove(c.result)
			r.remove(c.result)
		}
		if c.filled {
			filled = append(filled, c)
		}
	}
	return filled
}

// addTurn takes a message, and gives results to calls.
func (r *repair) addTurn(t *turns, m *message) {
	last := t.list[len(t.list)-1]
	switch {
	case t.folds && !r.x.Node(m.node).Is(history.Text|history.Think|history.HasParts): // it is not sent
	case m.role == dialect.Assistant:
		if last.replied || !t.folds {
			last = new(turn)
			t.list = append(t.list, last)
		}
		last.add(m, t.folds)
	case m.role == dialect.User || !t.folds:
		last.replied = true
		for k := range m.results {
			if x := &m.results[k]; !r.takes(last, x) {
				t.stray = append(t.stray, *x)
			}
		}
	}
}

// add adds the calls of a message, and the results in them.
func (t *turn) add(m *message, folds bool) {
	t.end, t.openEnd = m.node, m.format.Rules().OpenEnd
	inside := 0
	for _, c := range m.calls {
		if c.Answered = c.inline; c.inline && folds {
			c.answer(&m.results[inside])
			t.replied = true
			inside++
		}
		t.Add(c)
	}
}

// isSaid reports whether a message of the user holds the result of a call.
func (c *call) isSaid() bool { return c.Answered && c.result.node != c.node }

// takes gives a result of the user's to its call, and reports whether there is one. Nothing has
// refused a second one.
func (r *repair) takes(t *turn, x *result) bool {
	c := cmp.Or(t.Open(&x.Result), t.First(&x.Result))
	switch {
	case c == nil:
		return false
	case c.isSaid() && x.ID != 0 && c.ID == x.ID:
		c.StandIn = c.StandIn && x.StandIn
		r.note(drop{part: x.part, code: transcript.DuplicateResult, why: "second result of one call; the client sends it"}, transcript.Warning, transcript.Keep)
	default:
		c.answer(x)
	}
	return true
}

// claimStray gives results that stand in the wrong place to calls that lack one, or have
// only a text for a lost one.
func (r *repair) claimStray(t *turns) {
	if len(t.stray) == 0 {
		return
	}
	var open pairing.Waiting[*call]
	for _, turn := range t.list {
		open.Add(&turn.Set)
	}
	for k := range t.stray {
		x := &t.stray[k]
		c, several := open.Open(&x.Result)
		if c == nil || several || x.NoID || x.StandIn {
			r.planOrphan(drop{part: x.part, code: transcript.OrphanResult, why: "no call in the message before has its id"})
			continue
		}
		if c.isSaid() {
			r.drop(drop{part: c.result, code: transcript.DuplicateResult, why: standInWhy})
		}
		c.answer(x)
		c.moved, c.filled = true, true
	}
}

// gather moves results from messages of the user into their calls, where a call that is filled
// gets its own in the same message or one behind it of the turn, and the turn goes on: the client
// sends what has a result of its own as a message for itself, so that the results behind the turn
// answer none of the calls up to there.
func (t *turn) gather() {
	n, last := 0, history.None
	for i, c := range t.Calls {
		if c.node != t.end && (c.filled || c.node == last) {
			n, last = i+1, c.node
		}
	}
	for _, c := range t.Calls[:n] {
		if c.isSaid() && !c.moved {
			c.moved, c.filled = true, true
		}
	}
}

// view returns what its format sees in a node's record, or, in a log, in an element of the list
// in one.
func (r *repair) view(i uint32) *dialect.View {
	if r.isElement(i) {
		l := r.listOf(i)
		return l.views[i-l.first]
	}
	v, _ := r.p.View(r.ref(i), r.x.Format(i))
	return v
}

// isElement reports whether a node is an element of the list in a record of a log.
func (r *repair) isElement(i uint32) bool {
	return r.x.Node(i).Is(history.Inner) && r.x.Format(i).Rules().Folds
}

// logList is the list in a record of a log as it is in this round.
type logList struct {
	first   uint32 // the node of its first message
	doc     outline.Doc
	views   []*dialect.View
	changes map[int]*dialect.Change // by message
}

// listOf returns the list that a node is an element of.
func (r *repair) listOf(i uint32) *logList {
	ref := r.ref(i)
	if l := r.lists[ref]; l != nil {
		return l
	}
	l := &logList{first: i, changes: map[int]*dialect.Change{}}
	for l.first > 0 && r.x.Node(l.first-1).Is(history.Inner) && r.ref(l.first-1) == ref {
		l.first--
	}
	var rec dialect.View
	if l.doc.Parse(bytes.Clone(r.p.Text(ref))) == nil {
		dialect.NewDetector(r.x.Format(i), "").View(l.doc.Root(), &rec)
	}
	for v := range history.Elements(rec.List) {
		l.views = append(l.views, v)
	}
	packed.Set(&r.lists, ref, l)
	return l
}

// within returns what changes in the element that a node is, to be added to.
func (r *repair) within(i uint32) *dialect.Change {
	l := r.listOf(i)
	n := int(i - l.first)
	if l.changes[n] == nil {
		l.changes[n] = new(dialect.Change)
	}
	return l.changes[n]
}

// changeLists plans what changes in elements of lists.
func (r *repair) changeLists() {
	for _, ref := range slices.Sorted(maps.Keys(r.lists)) {
		l := r.lists[ref]
		for _, n := range slices.Sorted(maps.Keys(l.changes)) {
			r.widenFindings(ref, l.views[n], l.changes[n].Drop)
		}
		if len(l.changes) == 0 {
			continue
		}
		r.p.Edit(ref, func(rec *dialect.View, _ outline.Value) (edits []outline.Edit) {
			n := 0
			for v := range history.Elements(rec.List) {
				if c := l.changes[n]; c != nil {
					edits = append(edits, v.Edits(c)...)
				}
				n++
			}
			return edits
		})
	}
}
