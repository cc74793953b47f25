package prune

import (
	"strings"

	"trtools/pkg/transcript/history"
)

// choice is what goes of one history.
type choice struct {
	before, after history.Size
	exceeded      []string     // limits that the history is over
	gone          map[int]bool // units that go
	fits          bool         // what is left is inside the limits
	least         history.Size // what must stay
}

// choose takes units away until the limits hold. If they cannot hold nothing
// goes: a history that is refused anyway should not be lost as well.
func (o *Options) choose(h *history.History) choice {
	c := choice{before: h.Size(), gone: map[int]bool{}}
	c.after = c.before
	c.exceeded = o.over(c.before)
	for _, k := range o.order(h) {
		if c.fits = len(o.over(c.after)) == 0; c.fits {
			return c
		}
		c.gone[k] = true
		c.after = c.after.Plus(h.Units[k], -1)
	}
	if c.fits = len(o.over(c.after)) == 0; !c.fits {
		c.least, c.after, c.gone = c.after, c.before, nil
	}
	return c
}

// over returns the limits that a size is over.
func (o *Options) over(s history.Size) (names []string) {
	for _, l := range []struct {
		name      string
		size, max int64
	}{
		{"--max-tokens", s.Tokens, o.MaxTokens}, {"--max-chars", s.Chars, o.MaxChars},
		{"--max-messages", s.Messages, o.MaxMessages}, {"--max-payload", s.Payload, o.MaxPayload},
	} {
		if l.max > 0 && l.size > l.max {
			names = append(names, l.name)
		}
	}
	return names
}

// order returns the units that may go: the oldest first, but summaries last, as
// each of them stands for all that was before it.
func (o *Options) order(h *history.History) (list []int) {
	stays := h.Stays(history.Keep{
		System: true, FirstUser: true, LastUser: true, First: o.KeepFirst, Last: max(1, o.KeepLast),
	})
	for _, summaries := range []bool{false, true} {
		for k := range h.Units {
			if !stays[k] && summarizes(h, k) == summaries {
				list = append(list, k)
			}
		}
	}
	return list
}

// summarizes reports whether a unit is a summary.
func summarizes(h *history.History, k int) bool {
	for _, m := range h.Messages[h.Units[k].From:h.Units[k].To] {
		if m.Summary {
			return true
		}
	}
	return false
}

// drops returns what history.Plan.Remove asks.
func (c *choice) drops(h *history.History) func(int) bool {
	return func(i int) bool { return c.gone[h.UnitOf(i)] }
}

// limits names the limits that are exceeded.
func (c *choice) limits() string { return strings.Join(c.exceeded, ", ") }
