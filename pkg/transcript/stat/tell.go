package stat

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"trtools/internal/dialect"
	"trtools/internal/plan"
	"trtools/pkg/transcript/outline"
)

// see notes a record. No repair is held back for what is noted.
func (s *stage) see(at, end int64, rec outline.Value, v *dialect.View) bool {
	if s.opt.Session != nil {
		s.opt.Session.lookAt(rec, v)
	}
	found := s.pairs.Plan.Report.Len()
	if n := len(s.lists); n > 0 && s.lists[n-1].to < 0 {
		s.lists[n-1].to = found
	}
	switch {
	case v == nil:
		s.total.Unknown++
		return false
	case v.List.Exists() && v.Class == dialect.Other:
		s.lists = append(s.lists, whole{at, found, -1})
	default:
		s.usage.see(v, rec, at)
		s.total.Where.aside(v.Aside(rec), end-at)
	}
	s.total.Records++
	return false
}

// tellMessages reads the records of the history again, and the conversations that are one line
// each, and tells of their messages, with the findings about them.
func (s *stage) tellMessages() error {
	x := s.pairs.Before
	next, stop := iter.Pull(s.pairs.Plan.Report.Sorted())
	defer stop()
	f, more := next()
	places, t := plan.PlacesIn(&s.job), s.newTeller(x, s.tell)
	refs := x.Refs()
	for _, l := range s.lists {
		refs = append(refs, l.at)
	}
	slices.Sort(refs)
	for _, at := range slices.Compact(refs) {
		_, end, err := s.pairs.File.Extent(at)
		if err != nil {
			return err
		}
		r := record{at: at, line: places.Line(at), offset: s.offset(at), bytes: end - at}
		for ; more && f.Start < end; f, more = next() {
			if f.Start >= at { // what stands in front is about no record that can be read
				r.found = append(r.found, f)
			}
		}
		if err := cmp.Or(t.takeLine(&r), s.pairs.Plan.Err(), s.failure); err != nil {
			return err
		}
	}
	t.flush(true)
	return cmp.Or(places.Err, s.failure)
}

// takeLine takes a record of the history, or the conversation in one.
func (t *teller) takeLine(r *record) error {
	if l := t.s.lists; len(l) > 0 && l[0].at == r.at {
		t.s.lists = l[1:]
		return t.takeInside(r, l[0])
	}
	in := t.s.pairs.Plan
	v, rec := in.View(r.at, nil)
	t.s.usage.find(r)
	t.take(r, v, rec)
	if r.bytes > plan.LongRecord {
		in.Forget()
	}
	return nil
}

// whole is a record that holds a whole conversation, and the numbers of the findings from it to
// the next record.
type whole struct {
	at       int64
	from, to int // -1: to the last one
}

// takeInside takes the messages of a conversation.
func (t *teller) takeInside(in *record, l whole) error {
	s := t.s
	c, err := s.pairs.Conversation(l.at, s.pairs.File)
	if err != nil {
		return err
	}
	defer c.Release()
	var list []*Message
	var v dialect.View
	inside, usage := s.newTeller(c.Index(), func(m *Message) { list = append(list, m) }), newCounter()
	for i, el := range plan.NewElements(c.List()) {
		if s.detect.View(el, &v) {
			start, _ := el.Span()
			r := record{at: int64(i), line: in.line, offset: s.offset(l.at + int64(start)), bytes: int64(len(el.Raw()))}
			usage.see(&v, el, r.at)
			usage.find(&r)
			inside.take(&r, &v, el)
		}
	}
	inside.flush(true)
	for i, f := range s.pairs.Plan.Report.From(l.from) {
		if i == l.to {
			break
		}
		k := sort.Search(len(list), func(k int) bool { return list[k].Offset > s.offset(f.Start) })
		if k = max(k-1, 0); k < len(list) {
			list[k].note(f.Code)
		}
	}
	for i, m := range list {
		m.Number = i + 1
		t.queue = append(t.queue, begun{m, -1})
	}
	t.flush(false)
	return nil
}

// offset returns where a place of the source is in what the input is: a file, or a
// document that has the source in it.
func (s *stage) offset(at int64) int64 {
	if s.job.Frame != nil {
		at, _ = s.job.Frame.Place(at)
	}
	return at
}
