package prune

import (
	"iter"
	"strings"

	"trtools/internal/history"
)

// choose takes away the oldest units until the limits hold.
func (w *work) choose() {
	for k := range w.opt.order(w.h) {
		if w.settled() {
			return
		}
		if w.goes[k] {
			continue
		}
		if w.take(k); w.notice != "" { // one that is made later counts all that went before it
			w.count(k)
		}
	}
	w.settled()
}

// take takes a unit away.
func (w *work) take(k int) {
	w.goes[k] = true
	w.taken++
	w.after = history.Sized(w.h.Index.Model, w.after.Plus(w.h.Unit(k).Size, -1))
}

// settled reports whether what is left is inside the limits, with the notice that
// is left of what went.
func (w *work) settled() bool {
	if w.fits = len(w.opt.exceeded(w.after)) == 0; w.fits && w.opt.Notice && w.taken > 0 {
		w.fits = len(w.opt.exceeded(w.addNotice())) == 0 // the next round counts it as what is there
	}
	return w.fits
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

// limits names the limits that are exceeded.
func limits(names []string) string {
	if len(names) == 1 {
		return "the limit of " + names[0]
	}
	return "the limits of " + strings.Join(names, ", ")
}
