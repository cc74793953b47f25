package pair

import (
	"bytes"
	"slices"

	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/pairing"
	"trtools/internal/plan"
	"trtools/internal/refusal"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// repair plans the repairs of one history, round by round: of the lines of a file, or of the
// messages of a conversation. What a round finds is forgotten when the next one begins.
type repair struct {
	opt  *Options
	x    *history.Index
	p    *plan.Plan
	conv bool // inside a conversation whose last call may be a label
	span spans
	// unsure says that a line at or behind a record could not be read, and may
	// hold what is missing.
	unsure func(ref int64) bool

	ids        []uint64        // hashes of the ids of all live calls of the thread, sorted
	newIDs     map[string]bool // ids that this round made up
	gone       map[uint32]bool // records that are removed
	copies     map[uint32]bool // records that are copies: they go with all that is in them
	renamed    map[part]string
	dropped    map[part]bool
	lists      map[int64]*logList // those in records of a log
	nextNumber map[string]int     // the next number for an id made from this one
	doubtful   bool               // calls and results that the thread lacks may be on an unreadable line
	heldBack   int                // calls and results that are left because of unreadable lines
	message    message            // the one that was looked at last
	list       plan.Elements      // of a conversation: its messages
	whole      outline.Value      // and where they stand

	// What an API refuses although every call has its result (package refusal) is looked for only
	// once nothing is left to pair.
	suspects    refusal.Looker
	destination *destination
	request     bool            // it is the body of a request
	threads     []*history.Live // of this round
	nameless    []*call         // whose result does not name their tool, and has to
}

// planRound plans the repairs of all threads. Where it plans any, the result has to be
// looked at in another round: there what had to wait for them is repaired.
func (r *repair) planRound() {
	r.gone, r.copies, r.renamed, r.dropped, r.lists, r.nextNumber, r.newIDs = nil, nil, nil, nil, nil, nil, nil
	r.threads, r.nameless, r.heldBack = nil, nil, 0
	if r.unflag() || r.removeTwins() {
		return
	}
	for t := range r.x.Threads() {
		l := r.x.Live(uint8(t), func(ref int64) bool { return r.opt.NoRelink || r.unsure(ref) })
		if l.Speaks() {
			r.planThread(l)
		} else {
			r.removeRepeats(l)
		}
	}
}

// planThread plans the repairs of one thread.
func (r *repair) planThread(l *history.Live) {
	r.doubtful = r.unsure(r.x.Node(l.Path[0]).Ref()) || l.Doubtful() && !r.opt.NoRelink
	chat, list, turns := r.pair(l)
	r.threads, r.nameless = append(r.threads, l), append(r.nameless, chat.nameless...)
	var c *plan.Chain
	if r.linked(l) {
		c = r.newChain(l)
	}
	r.removeRepeats(l)
	r.planFrames(chat, c)
	r.planItems(list)
	r.planTurns(turns)
}

func (r *repair) linked(l *history.Live) bool { return r.x.ID(l.Path[0]) != 0 }

// pair pairs the calls and results of the live path: by frames, by id in a list of
// items, or by turns, as the format of each message wants it.
func (r *repair) pair(l *history.Live) (*frames, *items, *turns) {
	t := &frames{found: &found{opt: r.opt, conv: r.conv, repeated: r.findIDs(l)}, x: r.x, leaf: l.Path[len(l.Path)-1]}
	if r.linked(l) {
		if t.equal = r.equal; !r.x.Format(l.Path[len(l.Path)-1]).Rules().UniqueIDs {
			t.equal = r.copied
		}
	}
	t.forked = l.Thread != 0 && r.x.Node(l.Path[0]).Is(history.Lost)
	told, list := telling{}, newItems(t.found)
	inline := newTurns(r.x.Format(l.Path[0]).Rules().Folds)
	list.equal = r.equal
	beside, gone := r.answersBeside(l)
	t.drops = gone
	for pos := l.From; ; pos++ {
		if pos == l.Sealed && pos > 0 {
			t.seal()
			list.work = nil
		}
		if pos == len(l.Path) {
			break
		}
		if n := r.x.Node(l.Path[pos]); n.Is(history.Boundary) && !n.Is(history.Lost) && r.x.Format(l.Path[pos]).Rules().Linked {
			t.passCompaction() // elsewhere it ran beside the conversation, and interrupted nothing
		}
		if m := r.messageAt(l, pos); m != nil {
			r.pairMessage(m, t, list, inline, &told, beside)
		}
	}
	t.finish()
	list.finish()
	r.claimStray(inline)
	t.kept = append(t.kept, told.finish(t.opt.keepsLabel(t.conv))...)
	return t, list, inline
}

// pairMessage gives a message to what pairs those of its format. Of a plain message among items the
// list of them learns only whose it is: its calls and results are paired in frames.
func (r *repair) pairMessage(m *message, t *frames, list *items, inline *turns, told *telling, beside map[history.Call][]result) {
	switch rules := m.format.Rules(); {
	case inline.folds:
		r.addTurn(inline, m)
	case rules.Unjudged:
	case rules.ReportOnly:
		told.add(m)
	case rules.ByID:
		list.add(m)
	case rules.Inline:
		r.addTurn(inline, m)
	default:
		if len(list.Calls) > 0 {
			words := *m
			words.calls, words.results = nil, nil
			list.add(&words)
		}
		t.add(m)
		t.answerBeside(m, beside)
	}
}

// findIDs notes the ids of all calls in the tree of the live path, and returns
// those that come more than once.
func (r *repair) findIDs(l *history.Live) (repeated map[uint64]bool) {
	r.ids = slices.Grow(r.ids[:0], (r.x.Parts()+1)/2) // most parts are calls and their results
	for k := range r.x.Parts() {
		if p := r.x.Part(k); !p.Is(history.Result) && p.ID != 0 && l.InTree(p.Node) {
			r.ids = append(r.ids, p.ID)
		}
	}
	slices.Sort(r.ids)
	for i := 1; i < len(r.ids); i++ {
		if r.ids[i] == r.ids[i-1] {
			packed.Set(&repeated, r.ids[i], true)
		}
	}
	return repeated
}

// idTaken reports whether a call of the thread has the id.
func (r *repair) idTaken(id string) bool {
	_, found := slices.BinarySearch(r.ids, pairing.Hash(id))
	return found || r.newIDs[id]
}

// answersBeside returns the results that hang beside the live path, by the call that
// they hang on, of those calls that the path itself has no result for, or only a
// stand-in. A stand-in beside the path is removed if the path has the real result,
// because clients have been seen to send such a stand-in.
func (r *repair) answersBeside(l *history.Live) (found map[history.Call][]result, gone []drop) {
	var ids map[uint64]bool
	for c, list := range l.Answers() {
		packed.Set(&ids, c.ID, true)
		for _, k := range list {
			packed.Set(&found, c, append(found[c], r.result(k)))
		}
	}
	for k := 0; k < r.x.Parts() && len(found) > 0; k++ {
		p := r.x.Part(k)
		if !p.Is(history.Result) || !ids[p.ID] || !l.OnPath(p.Node) {
			continue
		}
		c, standsIn := l.CallOf(k), p.Is(history.StandIn)
		for _, x := range found[c] {
			if x.StandIn && !standsIn {
				gone = append(gone, drop{part: x.part, code: transcript.DuplicateResult, why: standInWhy})
			}
		}
		found[c] = slices.DeleteFunc(found[c], func(x result) bool { return x.StandIn || !standsIn })
	}
	return found, gone
}

// answerBeside pairs the calls of a message that have no result with the results that
// hang beside the live path. A real result is preferred to a stand-in.
func (t *frames) answerBeside(m *message, beside map[history.Call][]result) {
	for _, c := range m.calls {
		list := beside[history.Call{Node: c.node, ID: c.ID}]
		if len(list) == 0 || c.Gone && !c.bad || c.Answered {
			continue
		}
		best := &list[0]
		for i := range list {
			if x := &list[i]; best.StandIn && !x.StandIn {
				best = x
			}
		}
		t.answer(c, best)
		c.moved = !m.format.Rules().Beside
	}
}

// removeRepeats removes the copies of records that are written more than once: of
// live records, and copies behind the leaf, which clients would take for the leaf.
// Records without links all belong to one thread.
func (r *repair) removeRepeats(l *history.Live) {
	last := int64(-1)
	if n := len(l.Path); n > 0 {
		last = r.ref(l.Path[n-1])
	}
	for _, d := range r.x.Repeats {
		if r.p.Away(d.Ref) || r.x.Thread(d.Node) != l.Thread && !l.InTree(d.Node) {
			continue
		}
		if linked := r.x.ID(d.Node) != 0; linked && !l.InTree(d.Node) && d.Ref < last {
			continue
		}
		r.removeRepeat(d)
	}
}

func (r *repair) removeRepeat(d history.Repeat) {
	f := plan.Finding{Code: r.repeatCode(d), Action: transcript.Remove, Ref: d.Ref, Reject: true, Why: "the same record is written again"}
	if r.p.Report.Named() {
		f.ID = r.view(d.Node).ID.Text() // the record is read for it
	}
	r.report(f, outline.Value{})
	r.p.Remove(d.Ref)
}

// removeTwins removes records that a repair of an earlier round, such as another parent, has
// made equal to another one, and reports whether there are any: what hangs on them hangs on
// that one then.
func (r *repair) removeTwins() (some bool) {
	for _, t := range r.x.Twins {
		if a, b := r.ref(t[0]), r.ref(t[1]); !r.p.Away(b) && bytes.Equal(bytes.TrimSpace(r.p.Text(a)), bytes.TrimSpace(r.p.Text(b))) {
			r.removeRepeat(history.Repeat{Node: t[0], Ref: b})
			some = true
		}
	}
	return some
}

func (r *repair) repeatCode(d history.Repeat) (code transcript.Code) {
	code = transcript.DuplicateRecord
	if d.Rollback {
		return code
	}
	for k := range r.x.PartsOf(d.Node) {
		if !r.x.Part(k).Is(history.Result) {
			return transcript.DuplicateCall
		}
		code = transcript.DuplicateResult
	}
	return code
}

func (r *repair) ref(i uint32) int64 { return r.x.Node(i).Ref() }

// at names a call or result as a plan does.
func (r *repair) at(x part) plan.Part {
	return plan.Part{Ref: r.ref(x.node), N: x.n, Result: x.res}
}
