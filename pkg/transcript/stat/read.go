package stat

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"trtools/internal/dialect"
	"trtools/internal/pair"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// see notes a record. No repair is held back for what is noted.
func (s *stage) see(at, end int64, rec outline.Value, v *dialect.View) bool {
	s.tellInside()
	if s.opt.Session != nil {
		s.opt.Session.lookAt(rec, v)
	}
	switch {
	case v == nil:
		s.total.Unknown++
	case v.List.Exists() && v.Class == dialect.Other:
		s.total.Records++
		s.list = v.List
	default:
		s.total.Records++
		s.facts.add(v, at, end-at)
		s.facts.addBeside(v, rec)
		s.total.Where.aside(v.Aside(rec), end-at)
	}
	return false
}

// listed puts the messages of a conversation together. They are told once its findings
// are known.
func (s *stage) listed(at int64, c *pair.Conversation) {
	f := &s.listFacts
	f.reset()
	line := s.places.Line(at)
	var v dialect.View
	elements := plan.NewElements(s.list)
	for i, el := range elements {
		if s.detect.View(el, &v) {
			f.add(&v, int64(i), int64(len(el.Raw())))
			f.addBeside(&v, el)
		}
	}
	for k := range f.list.Len() {
		f.list.At(k).line = line
	}
	t := s.newTeller(c.Index(), f)
	t.offset = func(i int64) int64 { start, _ := elements[i].Span(); return s.offset(at + int64(start)) }
	s.inside = s.inside[:0]
	for m := range t.all() {
		m.Number = len(s.inside) + 1
		s.inside = append(s.inside, *m)
	}
	s.noted = s.pairs.Plan().Report.Len()
}

// tellInside tells of the last conversation, with the findings about its line. A
// conversation between other lines waits for those.
func (s *stage) tellInside() {
	if len(s.inside) == 0 {
		return
	}
	for _, f := range s.pairs.Plan().Report.From(s.noted) {
		k := sort.Search(len(s.inside), func(k int) bool { return s.inside[k].Offset > s.offset(f.Start) })
		note(&s.inside[max(k-1, 0)], f.Code)
	}
	for i := range s.inside {
		if s.facts.list.Len() > 0 {
			s.waiting = append(s.waiting, s.inside[i])
		} else {
			s.tell(&s.inside[i])
		}
	}
	s.inside = s.inside[:0]
}

// note adds the code of a finding to a message, once.
func note(m *Message, c transcript.Code) {
	if !slices.Contains(m.Findings, c) {
		m.Findings = append(m.Findings, c)
	}
}

// tellLines tells of the messages that the input's own lines hold.
func (s *stage) tellLines() error {
	s.facts.called = nil // all results have come
	places := plan.PlacesIn(&s.job)
	for k := range s.facts.list.Len() {
		f := s.facts.list.At(k)
		f.line = places.Line(f.at)
	}
	if err := cmp.Or(places.Err, s.places.Err); err != nil {
		return err
	}
	t := s.newTeller(s.pairs.Before(), &s.facts)
	t.codes = t.codesOf(s.pairs.Plan().Report.Sorted())
	for m := range t.all() {
		s.pushWaiting(m.Offset)
		s.tell(m)
		if s.failure != nil {
			break
		}
	}
	s.pushWaiting(1 << 62)
	return s.failure
}

// pushWaiting tells of the conversations that stand before an offset.
func (s *stage) pushWaiting(before int64) {
	for len(s.waiting) > 0 && s.waiting[0].Offset < before {
		s.tell(&s.waiting[0])
		s.waiting = s.waiting[1:]
	}
}

// offset returns where a place of the source is in what the input is: a file, or a
// document that has the source in it.
func (s *stage) offset(at int64) int64 {
	if s.job.Frame != nil {
		at, _ = s.job.Frame.Place(at)
	}
	return at
}

// codesOf files the codes of findings, which come in the order of their places, under the
// facts of the records that they are about.
func (t *teller) codesOf(found iter.Seq[plan.Finding]) *noted[transcript.Code] {
	list, facts := new(noted[transcript.Code]), &t.facts.list
	for f := range found {
		k := t.facts.search(f.Start+1) - 1
		if k < 0 || f.Start >= facts.At(k).at+int64(facts.At(k).bytes) {
			continue // about no record that can be read
		}
		for k > 0 && facts.At(k-1).at == facts.At(k).at && facts.At(k-1).role != dialect.NoRole {
			k-- // what a compaction puts in stands in its record
		}
		list.add(k, f.Code)
	}
	return list
}
