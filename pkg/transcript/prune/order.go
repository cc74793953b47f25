package prune

import (
	"iter"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/history"
)

// choice is the set of units that are removed from one history.
type choice struct {
	before, after history.Size
	exceeded      []string     // limits that the history is over
	gone          []bool       // by unit: it goes; nil if nothing can be made to fit
	goes          int          // how many do
	named         int          // how many of them were asked for
	fixed         []string     // ids that were asked for and are part of a compaction
	fits          bool         // what is left is inside the limits
	least         history.Size // what must stay

	notice    string            // the text for the model that takes the place of the first that go,
	shortened dialect.Shortened // and what it says
}

// choose takes away the units that are asked for, and then the oldest ones until
// the limits hold.
func (w *work) choose(h *history.History) choice {
	c := choice{before: h.Size(), gone: make([]bool, h.UnitLen())}
	c.after = c.before
	c.exceeded = w.opt.exceeded(c.before)
	w.removeNamed(h, &c)
	for k := range w.opt.order(h) {
		if w.settled(h, &c) {
			return c
		}
		if c.gone[k] {
			continue
		}
		if c.take(h, k); c.notice != "" { // one that is made later counts all that went before it
			w.count(h, &c, k)
		}
	}
	if !w.settled(h, &c) {
		c.exceeded = w.opt.exceeded(c.after)
		c.least, c.after, c.gone, c.goes = c.after, c.before, nil, 0
	}
	return c
}

// take takes a unit away.
func (c *choice) take(h *history.History, k int) {
	c.gone[k] = true
	c.goes++
	c.after = history.Sized(h.Index.Model, c.after.Plus(h.Unit(k).Size, -1))
}

// settled reports whether what is left is inside the limits, with the notice that
// is left of what went.
func (w *work) settled(h *history.History, c *choice) bool {
	if c.fits = len(w.opt.exceeded(c.after)) == 0; c.fits && w.opt.Notice && c.goes > 0 {
		c.fits = len(w.opt.exceeded(w.addNotice(h, c))) == 0 // the next round counts it as what is there
	}
	return c.fits
}

// exceeded returns the limits that a size is over.
func (o *Options) exceeded(s history.Size) (names []string) {
	for _, l := range []struct {
		name      string
		size, max int64
	}{
		{"tokens", s.Tokens, o.MaxTokens}, {"chars", s.Chars, o.MaxChars},
		{"messages", s.Messages, o.MaxMessages}, {"bytes", s.Payload, o.MaxPayload},
	} {
		if l.max > 0 && l.size > l.max {
			names = append(names, l.name)
		}
	}
	return names
}

// stays reports for every unit whether it stays, as far as nobody asks for its
// removal.
func (o *Options) stays(h *history.History, last int) []bool {
	return h.Stays(history.Keep{System: true, FirstUser: true, LastUser: true, First: o.KeepFirst, Last: last})
}

// order yields the units that may go: the oldest first, but summaries last, as
// each of them stands for all that was before it.
func (o *Options) order(h *history.History) iter.Seq[int] {
	stays := o.stays(h, max(1, o.KeepLast))
	return func(yield func(int) bool) {
		for _, summaries := range []bool{false, true} {
			for k := range stays {
				if !stays[k] && summarizes(h, k) == summaries && !yield(k) {
					return
				}
			}
		}
	}
}

// summarizes reports whether a unit is a summary.
func summarizes(h *history.History, k int) bool {
	for m := range h.UnitMessages(k) {
		if m.Summary {
			return true
		}
	}
	return false
}

// drops returns what plan.Shorten.Remove asks.
func (c *choice) drops(h *history.History) func(int) bool {
	return func(i int) bool { return c.gone[h.UnitOf(i)] }
}

// limits names the limits that are exceeded.
func limits(names []string) string {
	if len(names) == 1 {
		return "the limit of " + names[0]
	}
	return "the limits of " + strings.Join(names, ", ")
}
