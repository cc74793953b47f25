package plan

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
)

// Shorten plans the removal of messages of a history, and the texts that take their
// place. Decide everything first, then Close.
type Shorten struct {
	Plan    *Plan
	History *history.History
	Span    func(ref int64) (start, end int64)

	gone       []int64
	away       []bool // by message: it goes
	insertions []insertion
	hosts      []int64 // records that a text becomes a part of
	owners     []int32 // of the records of the live path
}

// insertion is a text that is put in: at the end of the history, behind a message, or in
// place of some.
type insertion struct {
	from, to int // in place of messages from:to; from == to: behind message to-1
	text     string
}

// Remove removes the messages for which drop is true, except those that a compaction
// keeps.
func (s *Shorten) Remove(drop func(message int) bool) {
	s.away = make([]bool, s.History.Len())
	for i := range s.away {
		s.away[i] = !s.History.Message(i).Fixed && drop(i)
	}
}

// goes reports whether message i goes.
func (s *Shorten) goes(i int) bool { return i < len(s.away) && s.away[i] }

// Insert puts a user message with a text behind message i.
func (s *Shorten) Insert(i int, text string) {
	s.insertions = append(s.insertions, insertion{i + 1, i + 1, text})
}

// StandIn puts a user message in place of messages from:to, which are removed.
// Stand-ins come in the order of the messages.
func (s *Shorten) StandIn(from, to int, text string) {
	s.insertions = append(s.insertions, insertion{from, to, text})
}

// Close plans the removals and the texts that are put in. It returns the removed
// records: in the order of the input, and behind them those that were put in before.
func (s *Shorten) Close() packed.Ascending {
	s.takeAway()
	if s.History.Linked() {
		s.chained()
	} else {
		for _, x := range s.insertions {
			s.insertPlain(x)
		}
	}
	s.addCopies()
	gone := packed.Sorted(s.gone)
	s.Plan.RemoveAll(gone)
	return gone
}

// takeAway notes the records of the messages that go.
func (s *Shorten) takeAway() {
	for i, away := range s.away {
		if m := s.History.Message(i); away {
			for ref := range m.Records() {
				s.gone = append(s.gone, ref)
			}
		}
	}
}

// Hosts returns the records that a text became a part of.
func (s *Shorten) Hosts() []int64 { return s.hosts }

// addCopies notes the copies of the removed records.
func (s *Shorten) addCopies() {
	if len(s.History.Index.Repeats) == 0 {
		return
	}
	gone := packed.Sorted(s.gone)
	for _, r := range s.History.Index.Repeats {
		if !r.Rollback && gone.Has(s.History.Index.Node(r.Node).Ref()) {
			s.gone = append(s.gone, r.Ref)
		}
	}
}

// insertPlain puts a text into a history without links: behind the last record that it
// stands for, or as a part of a user's message where the roles have to alternate.
func (s *Shorten) insertPlain(x insertion) {
	f := s.History.Format()
	if host := s.host(x, f); host >= 0 {
		m := s.History.Message(host)
		last, _ := m.Last()
		s.hosts = append(s.hosts, last)
		s.Plan.AppendText(last, f, x.text)
		return
	}
	if ref := s.lastRecord(x); ref >= 0 {
		ref = s.behindRollbacks(ref)
		s.Plan.PutMessage(ref, s.formatBehind(ref, f), x.text)
	}
}

// formatBehind returns the format of a message that is put behind a record: that of the
// history, but where the record is one of another format, which the message takes its time
// from, that one.
func (s *Shorten) formatBehind(ref int64, f dialect.Format) dialect.Format {
	if v, _ := s.Plan.View(ref, f); v.Format != nil {
		return v.Format
	}
	return f
}

// behindRollbacks returns the record that a user's message is put behind instead of
// another one: a rollback behind that one which would take the message back.
func (s *Shorten) behindRollbacks(ref int64) int64 {
	for _, b := range s.History.Index.Greedy() {
		if s.Plan.Origin(ref) < b.Ref {
			ref = b.Ref
		}
	}
	return ref
}

// host returns the user's message that a text becomes a part of, -1 if the text has to
// be a message of its own.
func (s *Shorten) host(x insertion, f dialect.Format) int {
	if x.from == x.to || !f.Rules().Alternates {
		return -1
	}
	i := x.from - 1
	for i >= 0 && s.goes(i) {
		i--
	}
	if i < 0 {
		return -1
	}
	m := s.History.Message(i)
	if _, stands := m.First(); m.Role != dialect.User || m.Results || !stands {
		return -1
	}
	return i
}

// lastRecord returns the last record of the messages that a text stands for, or of the
// message that it stands behind.
func (s *Shorten) lastRecord(x insertion) int64 {
	last := int64(-1)
	for i := min(x.from, x.to-1); i < x.to; i++ {
		m := s.History.Message(i)
		for ref := range m.Records() {
			last = max(last, ref)
		}
	}
	return last
}

// chained plans the removals in a history whose records name their parents. With a
// removed record go the records below it that are not messages.
func (s *Shorten) chained() {
	c := s.Plan.NewChain(s.History.Index, s.History.Live)
	c.Span, c.Quiet, s.owners = s.Span, true, s.History.Owners()
	s.drop(c)
	var groups []Group
	for _, x := range s.insertions {
		groups = s.insertChained(c, groups, x)
	}
	for _, g := range groups {
		c.Put(g)
	}
	c.Close()
}

// drop drops the removed records from the chain. A compaction boundary and the header
// always stay, and so do records that change how the session continues.
func (s *Shorten) drop(c *Chain) {
	x, l := s.History.Index, s.History.Live
	stays := history.Boundary | history.Header | history.Setting
	out := func(i uint32) {
		c.Drop(i)
		s.gone = append(s.gone, x.Node(i).Ref())
	}
	for k, i := range l.Path {
		if owner := int(s.owners[k]); owner >= 0 && s.goes(owner) && !x.Node(i).Is(stays) {
			out(i)
		}
	}
	for i := range uint32(x.Len()) {
		n := x.Node(i)
		if l.OnPath(i) || c.Gone(i) {
			continue
		}
		owner, live := s.History.MessageAt(i)
		hangs := n.Parent() != history.None && c.Gone(n.Parent())
		if live && s.goes(owner) || !live && hangs && !n.Speaks() && !n.Is(stays) {
			out(i)
		}
	}
}

// insertChained adds a text to the groups that are put on the live path. Its line is
// behind the last record of the messages that it stands for or behind; it hangs on the
// last record before that which stays, or on the text that was put there already.
func (s *Shorten) insertChained(c *Chain, groups []Group, x insertion) []Group {
	path := s.History.Live.Path
	place := len(path) - 1
	for k := place; k >= 0; k-- {
		if owner := int(s.owners[k]); owner >= min(x.from, x.to-1) && owner < x.to {
			place = k
			break
		}
	}
	place, base := s.outside(c, place)
	g := Group{Place: place, Base: history.None, At: s.History.Index.Node(path[place]).Ref()}
	if base >= 0 {
		g.Base = path[base]
	}
	if x.from == x.to && g.Base != history.None {
		g.At = s.History.Index.Node(g.Base).Ref()
	}
	g.Items = []Item{s.item(g.At, x.text)}
	if n := len(groups); n > 0 && groups[n-1].Base == g.Base {
		last := &groups[n-1]
		last.At, last.Items = max(last.At, g.At), append(last.Items, g.Items...)
		return groups
	}
	return append(groups, g)
}

// outside returns where on the path a record can really be put that is wanted behind
// place, and the place of the record that it hangs on, -1 for none. The two differ from
// place inside what a compaction keeps: only the lists of the boundary put those records
// behind its anchor, what follows them hangs on the anchor too, and so nothing can be
// put in between.
func (s *Shorten) outside(c *Chain, place int) (at, base int) {
	k := s.History.Live.Kept
	base = s.staying(c, place)
	switch {
	case k == nil || k.Holds(place) && k.Holds(base):
	case k.Holds(base):
		base = s.staying(c, k.From-1)
	case k.Holds(place) && s.keepsSome(c, k):
		place = max(0, k.From-2)
		base = s.staying(c, place)
	case k.Holds(place):
		place = k.From - 1
	}
	return place, base
}

// staying returns the last place of the path up to one whose record stays, -1 if
// there is none.
func (s *Shorten) staying(c *Chain, place int) int {
	for place >= 0 && c.Gone(s.History.Live.Path[place]) {
		place--
	}
	return place
}

// keepsSome reports whether one of the records stays that a boundary keeps.
func (s *Shorten) keepsSome(c *Chain, k *history.Kept) bool {
	for _, i := range s.History.Live.Path[k.From:k.To] {
		if !c.Gone(i) {
			return true
		}
	}
	return false
}

// item returns a new record with a text that follows another record.
func (s *Shorten) item(like int64, text string) Item {
	f := s.History.Format()
	v, _ := s.Plan.View(like, nil)
	write := func(p *Plan, at Spot) []byte {
		_, rec := p.viewAt(like, nil, at.layer)
		return f.Message(dialect.NewMessage{Like: rec, Text: text, Stamp: at.Stamp})
	}
	return Item{Node: history.None, Like: like, Seed: v.ID.Text() + "\x00" + text, Text: write}
}
