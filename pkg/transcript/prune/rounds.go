package prune

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/plan"
)

// work prunes one history: that of the input's lines, or of a conversation.
type work struct {
	opt   *Options
	x     *history.Index
	fresh func() *plan.Plan
	span  func(ref int64) (start, end int64)

	dead *dead // what goes whatever the limits say; nil for a conversation on one line

	plan          *plan.Plan
	before, after history.Size
	units         int                // of the history
	removed       int                // units that go
	exceeded      []string           // limits that it was over
	named         bool               // units go that were asked for
	fixed         []string           // ids that were asked for and are part of a compaction
	fits          bool               // what is left is inside the limits
	least         history.Size       // what must stay
	first         int64              // the first record of the history, -1 if there is none
	gone          []packed.Ascending // records that go, by round, those that were put in included
	hosts         []int64            // records of the input that a notice becomes a part of
	round
}

// round is the set of units that are removed from a history at once.
type round struct {
	h     *history.History
	goes  []bool // by unit
	taken int    // how many go

	notice    string            // the text for the model that takes the place of the first that go,
	shortened dialect.Shortened // and what it says
}

// run plans the removals. The planned result is looked at as if it were an input,
// until nothing of it has to go: where links are damaged another path may be live
// then. If it cannot be made to fit nothing goes at all: a history that is refused
// anyway should not be lost as well.
func (w *work) run() {
	w.plan, w.first = w.fresh(), -1
	x := w.dead.plan(w.plan, w.x, w.span)
	for begun := false; ; begun = true {
		h := x.Main(nil)
		w.after, w.round = h.Size(), round{h: h, goes: make([]bool, h.UnitLen())}
		named, fixed := w.removeNamed()
		if !begun {
			w.begin()
			w.named, w.fixed = named, fixed
		}
		w.choose()
		if !w.fits {
			w.giveUp()
			return
		}
		if w.taken == 0 {
			break
		}
		w.removed += w.taken
		w.remove()
		x = w.plan.Replay(x)
	}
	slices.Sort(w.hosts)
	w.hosts = slices.Compact(w.hosts)
}

// begin notes what the history was.
func (w *work) begin() {
	w.before, w.units = w.h.Size(), w.h.UnitLen()
	w.exceeded = w.opt.exceeded(w.before)
	for _, m := range w.h.All() {
		if first, ok := m.First(); ok {
			for ref := range m.Records() {
				first = min(first, ref)
			}
			w.first = first
			return
		}
	}
}

func (w *work) giveUp() {
	w.plan, w.gone, w.hosts, w.removed = w.fresh(), nil, nil, 0
	w.dead.plan(w.plan, w.x, w.span)
	w.exceeded, w.least, w.after = w.opt.exceeded(w.after), w.after, w.before
}

// remove plans the removal of what was chosen.
func (w *work) remove() {
	s := plan.Shorten{Plan: w.plan, History: w.h, Span: w.span}
	s.Remove(func(i int) bool { return w.goes[w.h.UnitOf(i)] })
	if w.notice != "" {
		from, to := w.firstGone()
		s.StandIn(from, to, w.notice)
	}
	w.gone = append(w.gone, s.Close())
	for _, ref := range s.Hosts() {
		if w.plan.Origin(ref) == ref {
			w.hosts = append(w.hosts, ref)
		}
	}
}
