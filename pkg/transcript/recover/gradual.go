package recover

// gradual shortens messages from the oldest on until the target is reached, and then
// drops the oldest units, as far as the level allows. In the end the newest messages
// become whole again as far as there is room.
func (s *subject) gradual(n *need, level int) (*shape, error) {
	k := s.formOf(level)
	within, err := s.prepareTrial(n, level, k)
	if err != nil {
		return nil, err
	}
	sh := s.newShape(n, level)
	if within != nil {
		sh.keepOnly(within)
	}
	for i := range sh.form {
		if !sh.keep[i] || s.saves(i, k) == (weight{}) {
			continue
		}
		if sh.setForm(i, k); level == 1 && sh.reachesAim() {
			break
		}
	}
	if level > 1 {
		sh.dropOldest(s.floor(s.opt.keepCount(level)))
	}
	sh.restoreNewest()
	return sh, nil
}

// prepareTrial makes the trial of a form, unless there is one with the same caps. It
// returns the messages that may stay at all, nil for all of them: at level 3 there is
// no need to read the others again.
func (s *subject) prepareTrial(n *need, level, k int) (within []bool, err error) {
	if level == lastLevel && s.facts != nil {
		within = s.withinReach(n, s.floor(s.opt.keepCount(level)))
	}
	if t := s.forms[k].trial; t != nil && t.caps == s.opt.caps(n, level) {
		return within, nil
	}
	t := &trial{caps: s.opt.caps(n, level)}
	if err := s.read(t, func(i int) bool { return within == nil || within[i] }); err != nil {
		return nil, err
	}
	s.noteNotices()
	s.forms[k].trial = t
	return within, nil
}

// withinReach returns the messages that may be inside the targets: beside those that stay in
// any case the newest ones, with the least that they can weigh.
func (s *subject) withinReach(n *need, stays []bool) []bool {
	var sum weight
	for i, stay := range stays {
		if stay {
			sum.plus(s.least(i), 1)
		}
	}
	within := make([]bool, len(stays))
	for i := len(stays) - 1; i >= 0; i-- {
		if within[i] = stays[i]; !stays[i] {
			sum.plus(s.least(i), 1)
			within[i] = fits(s.size(sum), n.aim)
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

// least returns a lower bound for what a message weighs once its results and texts are
// cut.
func (s *subject) least(i int) weight {
	m := s.h.Message(i)
	was := weightOf(&m)
	w := was
	w.plus(s.saves(i, light), -1)
	if m.Results {
		_, results, _ := m.Count()
		few := int64(leastResult * results)
		return weight{min(w.chars, few), min(w.tokens, few*was.tokens/max(was.chars, 1)), min(w.payload, few)}
	}
	cut := s.cut[i][cutAll]
	return weight{min(w.chars, was.chars-cut.chars), min(w.tokens, was.tokens-cut.tokens), min(w.payload, was.payload-cut.payload)}
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
// first as level 1 leaves them, then whole.
func (sh *shape) restoreNewest() {
	if !sh.reachesAim() {
		return
	}
	for _, form := range []int{light, whole} {
		for i := len(sh.form) - 1; i >= 0; i-- {
			old := int(sh.form[i])
			if !sh.keep[i] || old <= form {
				continue
			}
			if sh.setForm(i, form); !sh.reachesAim() {
				sh.setForm(i, old)
			}
		}
	}
}
