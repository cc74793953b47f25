package recover

import (
	"trtools/internal/history"
)

// gradual shortens messages from the oldest on until the target is reached, and then
// drops the oldest units, as far as the level allows. In the end the newest messages
// become whole again as far as there is room.
func (s *subject) gradual(n *need, level int) (*shape, error) {
	within, err := s.prepareTrial(n, level)
	if err != nil {
		return nil, err
	}
	sh := s.newShape(n, level)
	if within != nil {
		sh.keepOnly(within)
	}
	for i := range sh.form {
		if !sh.keep[i] || s.saves(i, level) == (history.Size{}) {
			continue
		}
		if sh.setForm(i, level); level == light && sh.reachesAim() {
			break
		}
	}
	if level > light {
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
	if _, err := s.prepareTrial(n, bare); err != nil {
		return err
	}
	for i := range sh.form {
		if s.saves(i, bare) != (history.Size{}) {
			sh.setForm(i, bare)
		}
		if (i+1 == len(sh.form) || s.isUser(i+1)) && sh.reachesAim() {
			return nil
		}
	}
	return nil
}

// prepareTrial makes the trial of a level, unless there is one. It returns the messages that may
// stay at all, nil for all of them: at level 3 there is no need to read the others again.
func (s *subject) prepareTrial(n *need, level int) (within []bool, err error) {
	if level == hard {
		within = s.withinReach(n, s.floor(s.opt.keepCount(level)))
	}
	switch {
	case s.forms[level] != nil:
	case level == bare && !s.anyIs(hasImages|hasThoughts):
		s.forms[bare] = s.forms[light]
	default:
		s.forms[level], err = s.try(s.opt.caps(n, level), within)
	}
	return within, err
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
