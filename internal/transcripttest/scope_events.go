package transcripttest

import (
	"slices"
	"strings"
)

// eachEvent damages the events: links are made for what is left.
func (s *scope) eachEvent() {
	events := slices.Clone(s.events)
	for i := range events {
		lost := without(events, i)
		s.tryEvents("lost and linked", i, lost)
		s.tryEvents("doubled and linked", i, insert(events, i, events[i]))
		for to := range events {
			if to != i && to != i-1 {
				s.tryEvents("moved and linked", i, insert(lost, to, events[i]))
			}
		}
	}
}

func (s *scope) tryEvents(damage string, i int, events []Event) {
	if len(events) == 0 {
		return
	}
	c := &trial{d: s.d, events: s.events, damage: damage + " " + s.kindOf(Line{Event: i + 1})}
	c.input = Join(s.d.Render(events))
	c.ideal, c.want = c.input, users(s.d, c.input)
	c.run(s.t, s.repair, s.silent)
	s.done(c)
}

// eachDamage damages pairs as Damages and MoreDamages do, at the first and at
// the last place where they can.
func (s *scope) eachDamage() {
	first, last := func(int) int { return 0 }, func(n int) int { return n - 1 }
	for _, how := range slices.Concat(Damages, MoreDamages) {
		for _, pick := range []Pick{first, last} {
			events := how.Apply(slices.Clone(s.events), pick)
			if s.d.Holds(events) && Format(events) != Format(s.events) {
				s.damaged(how.Name, events)
			}
		}
	}
}

// damaged checks the repair of events that were damaged in the named way.
func (s *scope) damaged(how string, events []Event) {
	data := Join(s.d.Render(events))
	if how == "two writers" && s.d.Linked {
		if !strings.Contains(s.features(), "sidechain") {
			s.healthy("two writers", data)
		}
		return
	}
	c := &trial{d: s.d, events: events, damage: how + s.features(), input: data, ideal: data}
	if how == "stand-in beside" || how == "stand-in later" {
		c.results = answered(events)
	}
	c.run(s.t, s.repair, s.silent)
	s.done(c)
}

// answered returns the calls that have a real result in the main thread.
func answered(events []Event) []Ref {
	var list []Ref
	for _, e := range events {
		if e.Kind == Result && e.Side == "" {
			list = append(list, e.Refs[0])
		}
	}
	return list
}
