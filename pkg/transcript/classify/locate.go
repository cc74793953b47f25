package classify

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/pairing"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// named is what an error names of the history that it is about: ids of calls, or else a position
// in the request.
type named struct {
	ids    []uint64 // hashes
	places []Place
	result bool // the error is about a result and not about its call
	last   bool // of two with the id, the error is about the later one
}

// namedBy returns what a verdict names, nil for nothing. The text of the error says whether a
// call or a result is wrong.
func namedBy(v *Verdict, text string) *named {
	if len(v.IDs)+len(v.Places) == 0 {
		return nil
	}
	low := strings.ToLower(text)
	n := &named{
		places: v.Places,
		result: holdsOne(low, "unexpected `tool_use_id`", "unexpected tool_use_id", "no tool call found", "must be a response to", "multiple `tool_result`", "multiple tool_result"),
		last:   holdsOne(low, "multiple", "unique", "duplicate"),
	}
	for _, id := range v.IDs {
		n.ids = append(n.ids, pairing.Hash(id))
	}
	return n
}

func holdsOne(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// lines knows on which lines of a transcript stands what an error may name. It sees one record
// after another.
type lines struct {
	only    *named          // of calls and results only those that it names are kept; nil: all
	calls   map[uint64]span // by the hashes of their ids
	answers map[uint64]span
	plain   packed.List[message] // of formats with one message a line
	lists   []list
	path    *history.Index // of sessions, whose requests the client makes; nil: no place is asked for
}

// span is the first and the last line on which an id stands, message one of a request, and list
// all of one, on a line.
type (
	span    struct{ first, last int64 }
	message struct {
		line int64
		item bool // of the Responses API
	}
	list struct {
		messages int
		line     int64
	}
)

// see looks at one record.
func (x *lines) see(v *dialect.View, rec outline.Value, line int64) {
	rules := v.Format.Rules()
	session := rules.Linked || rules.Session
	if session && x.path != nil {
		x.path.Add(v, rec, line)
	}
	switch {
	case v.Class == dialect.Message:
		if x.add(v, line); !session && x.path != nil {
			x.plain.Add(message{line, rules.ByID})
		}
	case v.Class == dialect.Other && v.List.Exists():
		x.lists = append(x.lists, list{v.List.Len(), line})
		for el := range history.Elements(v.List) {
			x.add(el, line)
		}
	}
}

func (x *lines) add(v *dialect.View, line int64) {
	put := func(to *map[uint64]span, id outline.Value) {
		if h := pairing.HashOf(id); h != 0 && (x.only == nil || slices.Contains(x.only.ids, h)) {
			packed.Set(to, h, span{cmp.Or((*to)[h].first, line), line})
		}
	}
	for i := range v.Calls {
		put(&x.calls, v.Calls[i].ID)
	}
	for i := range v.Results {
		put(&x.answers, v.Results[i].ID)
	}
}

// of returns the line of what an error names, nil for none.
func (x *lines) of(n *named) *int64 {
	if n == nil {
		return nil
	}
	call, answer := n.lineIn(x.calls), n.lineIn(x.answers)
	if n.result {
		call, answer = answer, call
	}
	if line := cmp.Or(call, answer, x.place(n.places)); line > 0 {
		return &line
	}
	return x.onPath(n.places)
}

// lineIn returns the line of the calls or of the results that an error names, 0 for none.
func (n *named) lineIn(ids map[uint64]span) (line int64) {
	for _, id := range n.ids {
		switch at := ids[id]; {
		case n.last:
			line = max(line, at.last)
		case line == 0 || at.first > 0 && at.first < line:
			line = at.first
		}
	}
	return line
}

// place returns the last line on which a message with one of the places stands, or a request that
// has so many, 0 for none.
func (x *lines) place(places []Place) (line int64) {
	for _, p := range places {
		if p.Index < x.plain.Len() && x.plain.At(p.Index).item == (p.List == "input") {
			line = max(line, x.plain.At(p.Index).line)
		}
		for _, l := range x.lists {
			if p.Index < l.messages {
				line = max(line, l.line)
			}
		}
	}
	return line
}

// onPath returns the line of the first message on the live path that has one of the places, nil
// if none has. A request has the results and words of a user in a row as one message, and
// Responses counts items, which are records.
func (x *lines) onPath(places []Place) *int64 {
	if x.path == nil || x.path.Len() == 0 {
		return nil
	}
	item := x.path.Format(0).Rules().ByID
	n, before := -1, dialect.Assistant
	for _, m := range x.path.Main(nil).All() {
		merged := m.Role == before && m.Role != dialect.Assistant
		before = m.Role
		for line := range m.Records() {
			if !merged || item {
				n++
			}
			if slices.ContainsFunc(places, func(p Place) bool { return p.Index == n && (p.List == "input") == item }) {
				return &line
			}
			merged = true
		}
	}
	return nil
}

// search shows the records of an input that can be read again, one part of it after the other.
type search struct {
	lines
	detect *dialect.Detector
	view   dialect.View
	frame  transcript.Frame // nil: lines are counted

	at    int64 // offset behind what was shown
	count int64 // lines before the part that is shown
	line  int64 // in that part
}

func newSearch(job *transcript.Job) *search {
	return &search{lines: lines{path: history.New()}, detect: dialect.NewDetector(dialect.Named(job.Dialect), ""), frame: job.Frame}
}

func (s *search) show(r *transcript.Record) error {
	s.line = r.Line
	if doc, err := r.Doc(); !r.TooLong && err == nil && s.detect.View(doc.Root(), &s.view) {
		s.see(&s.view, doc.Root(), s.lineOf(r))
	}
	return nil
}

// lineOf returns the number of a record's line.
func (s *search) lineOf(r *transcript.Record) int64 {
	if s.frame != nil {
		_, line := s.frame.Place(s.at + r.Offset)
		return line
	}
	return s.count + r.Line
}

// upTo shows the part of the job's source before an offset that was not shown yet.
func (s *search) upTo(job *transcript.Job, offset int64) error {
	if offset <= s.at {
		return nil
	}
	s.line = 0
	err := transcript.Run(io.NewSectionReader(job.Source, s.at, offset-s.at), job.MaxLine, transcript.Each(s.show))
	s.at, s.count = offset, s.count+s.line
	return err
}
