package transcripttest

import (
	"slices"
	"strings"
)

// scope tries a repair on everything that can happen to one transcript.
type scope struct {
	d      Dialect
	t      *Tally
	repair Repair
	events []Event
	lines  []Line
	users  [][]int // that each reader gets of the healthy transcript
	silent map[string]bool
	n      int // cases that have been tried, which decides where lines are cut
	failed int
}

// Exhaust tries a repair on every healthy transcript of up to n events in a
// dialect, and on each with every record lost, doubled, moved to each other
// place and torn, alone and glued.
func Exhaust(d Dialect, n int, repair Repair) *Tally {
	t := &Tally{}
	exhaust(t, d, n, repair)
	return t
}

func exhaust(t *Tally, d Dialect, n int, repair Repair) {
	s := &scope{d: d, t: t, repair: repair}
	count := 0
	for ev := range Transcripts(d, n) {
		count++
		s.events, s.lines, s.silent = ev, d.Render(ev), map[string]bool{}
		healthy := Join(s.lines)
		s.users = users(d, healthy)
		if s.healthy("nothing", healthy) {
			s.respelled()
		}
		if !d.Inside {
			s.eachLine()
		}
		if d.Inside || d.Linked && s.plain() {
			s.eachEvent()
		}
		if s.plain() && !d.Inside {
			s.eachDamage()
		}
	}
	t.add(count, s.n, s.failed)
}

func (s *scope) healthy(how string, data []byte) bool {
	c := &trial{d: s.d, events: s.events, damage: how + s.features(), input: data}
	c.healthy(s.t, s.repair)
	s.silent[string(data)] = !c.failed
	s.done(c)
	return !c.failed
}

func (s *scope) done(c *trial) {
	s.n++
	if c.failed {
		s.failed++
	}
}

// respelled writes the same in other ways, which is healthy as well.
func (s *scope) respelled() {
	s.healthy("CRLF", Join(crlf(s.lines, nil)))
	s.healthy("other key order", Join(eachRaw(s.lines, reordered)))
	s.healthy("other spacing", Join(eachRaw(s.lines, spaced)))
}

// eachLine damages the lines, so that links and numbers name what they named.
func (s *scope) eachLine() {
	for i := range s.lines {
		twice := slices.Concat(s.lines, s.lines[i:])
		s.try("tail twice from", i, twice, twice)
		lost := slices.Delete(slices.Clone(s.lines), i, i+1)
		s.try("lost", i, lost, lost)
		twofold := slices.Insert(slices.Clone(s.lines), i, s.lines[i])
		s.try("doubled", i, twofold, twofold)
		for to := range s.lines {
			if moved := slices.Insert(slices.Clone(lost), to, s.lines[i]); to != i && to != i-1 {
				s.try("moved", i, moved, moved)
			}
		}
		raw := s.lines[i].Raw
		s.torn(i, lost, raw[:1+s.n*7919%(len(raw)-1)])
	}
}

// torn cuts line i off behind what is given.
func (s *scope) torn(i int, lost []Line, start string) {
	alone := slices.Insert(slices.Clone(lost), i, Line{Raw: start})
	s.try("torn", i, alone, lost)
	s.try("torn, then whole", i, slices.Insert(slices.Clone(s.lines), i, Line{Raw: start}), s.lines)
	copied := slices.Clone(s.lines)
	copied[i].Raw = start + copied[i].Raw
	s.try("torn, glued to its copy", i, copied, s.lines)
	if i+1 < len(s.lines) {
		glued := slices.Clone(lost)
		glued[i].Raw = start + glued[i].Raw
		s.try("torn, glued to the next", i, glued, lost)
	}
}

// try repairs lines that are damaged at line i, of which ideal is what can be
// read.
func (s *scope) try(damage string, i int, lines, ideal []Line) {
	l := s.lines[i]
	c := &trial{d: s.d, events: s.events, damage: damage + " " + s.kindOf(l)}
	c.input, c.ideal = Join(lines), Join(ideal)
	gone := len(ideal) < len(s.lines)
	c.lax = l.Event == 0 && gone && s.d.Session
	if damage == "moved" {
		// Where the leaf is not the last line any more, versions that go by time
		// and versions that go by line cannot both be served.
		c.without = "2.1.47"
	}
	if !c.lax {
		c.want = s.wanted(damage, i, gone, c.ideal)
	}
	c.run(s.t, s.repair, s.silent)
	s.done(c)
}

// plain reports whether the transcript has messages only.
func (s *scope) plain() bool {
	return !slices.ContainsFunc(s.events, func(e Event) bool { return strings.ContainsRune("C@BP", rune(e.Kind)) })
}
