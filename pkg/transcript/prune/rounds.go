package prune

import (
	"slices"

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

	inside bool  // the history is a conversation on one line
	dead   *dead // what goes whatever the limits say; nil inside

	plan *plan.Plan
	tally
	first int64              // the first record of the history, -1 if there is none
	gone  []packed.Ascending // records that go, by round, those that were put in included
	hosts []int64            // records of the input that a notice becomes a part of
	fixed []string
}

// tally is what became of a history.
type tally struct {
	before, after history.Size
	units         int      // of the history
	removed       int      // units that go
	exceeded      []string // limits that it was over
	named         bool     // units go that were asked for
	fits          bool     // what is left is inside the limits
	least         history.Size
}

// run plans the removals. The planned result is looked at as if it were an input,
// until nothing of it has to go: where links are damaged another path may be live
// then. If it cannot be made to fit nothing goes at all: a history that is refused
// anyway should not be lost as well.
func (w *work) run() {
	w.plan, w.first = w.fresh(), -1
	x := w.dead.plan(w.plan, w.x, w.span)
	for round := 0; ; round++ {
		h := x.Main(nil)
		c := w.choose(h)
		if round == 0 {
			w.begin(h, &c)
		}
		w.after, w.fits = c.after, c.fits
		if !c.fits {
			w.giveUp(&c)
			return
		}
		if c.goes == 0 {
			break
		}
		w.removed += c.goes
		w.remove(h, &c)
		x = w.plan.Replay(x)
	}
	slices.Sort(w.hosts)
	w.hosts = slices.Compact(w.hosts)
}

// begin notes what the history was.
func (w *work) begin(h *history.History, c *choice) {
	w.before, w.units, w.exceeded, w.fixed = c.before, h.UnitLen(), c.exceeded, c.fixed
	w.named = c.named > 0
	for _, m := range h.All() {
		if first, ok := m.First(); ok {
			for ref := range m.Records() {
				first = min(first, ref)
			}
			w.first = first
			return
		}
	}
}

func (w *work) giveUp(c *choice) {
	w.plan, w.gone, w.hosts, w.removed = w.fresh(), nil, nil, 0
	w.dead.plan(w.plan, w.x, w.span)
	w.least, w.after, w.exceeded = c.least, w.before, c.exceeded
}

// remove plans the removal of what was chosen.
func (w *work) remove(h *history.History, c *choice) {
	s := plan.Shorten{Plan: w.plan, History: h, Span: w.span}
	s.Remove(c.drops(h))
	if c.notice != "" {
		from, to := c.firstGone(h)
		s.StandIn(from, to, c.notice)
	}
	w.gone = append(w.gone, s.Close())
	for _, ref := range s.Hosts() {
		if w.plan.Origin(ref) == ref {
			w.hosts = append(w.hosts, ref)
		}
	}
}
