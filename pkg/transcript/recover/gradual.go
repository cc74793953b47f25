package recover

import (
	"slices"

	"trtools/internal/history"
)

// gradual shortens messages from the oldest on until the target is reached, and then
// drops the oldest units, as far as the level allows. In the end the newest messages
// become whole again as far as there is room.
func (s *subject) gradual(n *need, level int) (*shape, error) {
	k := formOf(level)
	within, err := s.prepareTrial(n, level, k)
	if err != nil {
		return nil, err
	}
	sh := s.newShape(n, level)
	if within != nil {
		sh.keepOnly(within)
	}
	for i := range sh.form {
		if !sh.keep[i] || s.saves(i, k) == (history.Size{}) {
			continue
		}
		if sh.setForm(i, k); level == 1 && sh.reachesAim() {
			break
		}
	}
	if level > 1 {
		sh.dropOldest(s.floor(s.opt.keepCount(level)))
	} else if err := sh.bareOldest(n); err != nil {
		return nil, err
	}
	sh.restoreNewest()
	return sh, nil
}

// bareOldest takes images and reasoning out, from the oldest turn on, until the target is
// reached.
func (sh *shape) bareOldest(n *need) error {
	s := sh.s
	if sh.reachesAim() || !s.anyIs(hasImages|hasThoughts) {
		return nil
	}
	if _, err := s.prepareTrial(n, 2, bare); err != nil {
		return err
	}
	for i := range sh.form {
		if s.saves(i, bare) != (history.Size{}) {
			sh.setForm(i, bare)
		}
		if (i+1 == len(s.facts) || s.facts[i+1].is(isUser)) && sh.reachesAim() {
			return nil
		}
	}
	return nil
}

func (s *subject) anyIs(x facts) bool {
	return slices.ContainsFunc(s.facts, func(f facts) bool { return f.is(x) })
}

// prepareTrial makes the trial of a form, unless there is one with the same caps. It
// returns the messages that may stay at all, nil for all of them: at level 3 there is
// no need to read the others again.
func (s *subject) prepareTrial(n *need, level, k int) (within []bool, err error) {
	if level == lastLevel && s.facts != nil {
		within = s.withinReach(n, s.floor(s.opt.keepCount(level)))
	}
	if t := s.forms[k]; t != nil && t.caps == s.opt.caps(n, level) {
		return within, nil
	}
	if k == bare && s.forms[light] != nil && !s.anyIs(hasImages|hasThoughts) {
		s.forms[k] = s.forms[light]
		return within, nil
	}
	t := s.newTrial(s.opt.caps(n, level), within)
	if err := s.read(t, func(i int) bool { return within == nil || within[i] }); err != nil {
		return nil, err
	}
	s.noteNotices()
	s.forms[k] = t
	return within, nil
}

// withinReach returns the messages that may be inside the targets: beside those that stay in
// any case the newest ones, with the least that they can weigh.
func (s *subject) withinReach(n *need, stays []bool) []bool {
	var sum history.Size
	for i, stay := range stays {
		if stay {
			sum = sum.Plus(s.least(i), 1)
		}
	}
	within := make([]bool, len(stays))
	for i := len(stays) - 1; i >= 0; i-- {
		if within[i] = stays[i]; !stays[i] {
			sum = sum.Plus(s.least(i), 1)
			within[i] = fits(history.Sized(s.opt.Estimate, sum), n.aim)
		}
	}
	for k := range s.h.UnitLen() { // a unit is inside the targets with its first message, or not at all
		from, to := s.h.Bounds(k)
		for i := from; i < to; i++ {
			within[i] = stays[i] || within[from]
		}
	}
	return within
}

// least returns a lower bound for what a message weighs at level 3: what level 1 leaves of it,
// if there is nothing that level 3 cuts.
func (s *subject) least(i int) history.Size {
	m := s.h.Message(i)
	was := m.Size()
	if m.Results || was.Chars > longText || s.facts[i].is(hasImages|hasThoughts) {
		return history.Size{}
	}
	return was.Plus(s.saves(i, light), -1)
}

// dropOldest takes out the oldest units until the target is reached; what stays is given.
func (sh *shape) dropOldest(stays []bool) {
	for k := range sh.s.h.UnitLen() {
		if sh.reachesAim() {
			return
		}
		from, to := sh.s.h.Bounds(k)
		for i := from; i < to; i++ {
			if !stays[i] {
				sh.drop(i)
			}
		}
	}
}

// restoreNewest gives messages a milder form where there is room, from the newest on:
// first as lower levels leave them, then whole. Reasoning that went comes back in none.
func (sh *shape) restoreNewest() {
	if !sh.reachesAim() {
		return
	}
	over := sh.s.h.Over()
	for _, form := range []int{bare, light, whole} {
		if form != whole && sh.s.forms[form] == nil {
			continue
		}
		for i := len(sh.form) - 1; i >= 0; i-- {
			old := int(sh.form[i])
			if !sh.keep[i] || old <= form || form < bare && sh.s.facts[i].is(hasThoughts) && i < over && old >= bare {
				continue
			}
			if sh.setForm(i, form); !sh.reachesAim() {
				sh.setForm(i, old)
			}
		}
	}
}
