package classify

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// locator finds the line of a transcript that an error names, by the ids of calls or
// else by a position in the request. It sees one record after another, and keeps none.
type locator struct {
	ids    []string
	places []Place
	result bool // the error is about a result and not about its call
	last   bool // of two with the id, the error is about the later one

	messages     int // seen so far, of dialects with one message a line
	call, answer int64
	place        int64
	path         *history.Index // of what is linked or a client's session; nil: it is not followed
}

// newLocator returns a locator for the ids and places of a verdict, nil if it has none.
// The text of the error says whether a call or a result is wrong.
func newLocator(v *Verdict, text string) *locator {
	if len(v.IDs)+len(v.Places) == 0 {
		return nil
	}
	low := strings.ToLower(text)
	return &locator{
		ids: v.IDs, places: v.Places,
		result: holdsOne(low, "unexpected `tool_use_id`", "unexpected tool_use_id", "no tool call found", "must be a response to", "multiple `tool_result`", "multiple tool_result"),
		last:   holdsOne(low, "multiple", "unique", "duplicate"),
	}
}

func holdsOne(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// followPath makes the locator keep an index of the records of sessions, so that it knows
// which message of the live path has the number that an error names.
func (l *locator) followPath() {
	if l != nil && (len(l.places) > 0 || len(l.ids) == 0) {
		l.path = history.New()
	}
}

// line returns the line that was found, nil for none.
func (l *locator) line() *int64 {
	if l == nil {
		return nil
	}
	order := []int64{l.call, l.answer, l.place}
	if l.result {
		order = []int64{l.answer, l.call, l.place}
	}
	for i := range order {
		if order[i] > 0 {
			return &order[i]
		}
	}
	return lineAt(l.path, l.places)
}

// lineAt returns the line of the first message on a live path that has one of the places, nil
// if none has. A request has the results and words of a user in a row as one message, and
// Responses counts items, which are records.
func lineAt(path *history.Index, places []Place) *int64 {
	if path == nil || path.Len() == 0 {
		return nil
	}
	live, byID := path.Main(nil), path.Format(0).Rules().ByID
	n, before := -1, dialect.Assistant
	for _, m := range live.All() {
		merged := m.Role == before && m.Role != dialect.Assistant
		before = m.Role
		for line := range m.Records() {
			if !merged || byID {
				n++
			}
			if isPlace(places, n, byID) {
				return &line
			}
			merged = true
		}
	}
	return nil
}

// isPlace reports whether one of the places is message n, or item n.
func isPlace(places []Place, n int, item bool) bool {
	return slices.ContainsFunc(places, func(p Place) bool { return p.Index == n && (p.List == "input") == item })
}

// names reports whether a record may be one that the locator looks for.
func (l *locator) names(raw []byte) bool {
	counts := len(l.places) > 0 || l.path != nil
	return counts || slices.ContainsFunc(l.ids, func(id string) bool { return bytes.Contains(raw, []byte(id)) })
}

// see looks at one record.
func (l *locator) see(v *dialect.View, rec outline.Value, line int64) {
	rules := v.Format.Rules()
	if l.path != nil && (rules.Linked || rules.Session) {
		l.path.Add(v, rec, line)
	}
	switch {
	case v.List.Exists() && v.Class == dialect.Other:
		l.conversation(v.List, line)
	case v.Class == dialect.Message:
		l.match(v, line)
		if !rules.Linked && !rules.Session {
			l.count(rules.ByID, line)
		}
	}
}

// count gives a message its number and compares that with the places.
func (l *locator) count(item bool, line int64) {
	if isPlace(l.places, l.messages, item) {
		l.place = line
	}
	l.messages++
}

// conversation looks at the messages of a whole request on one line: whatever
// it names is on that line.
func (l *locator) conversation(list outline.Value, line int64) {
	detect := dialect.NewDetector(nil, "")
	var v dialect.View
	for el := range list.All() {
		if detect.View(el, &v) && v.Class == dialect.Message {
			l.match(&v, line)
		}
	}
	n := list.Len()
	for _, p := range l.places {
		if p.Index < n {
			l.place = line
		}
	}
}

// match compares the ids of a record's calls and results.
func (l *locator) match(v *dialect.View, line int64) {
	for i := range v.Calls {
		if l.wants(v.Calls[i].ID) && (l.call == 0 || l.last) {
			l.call = line
		}
	}
	for i := range v.Results {
		if l.wants(v.Results[i].ID) && (l.answer == 0 || l.last) {
			l.answer = line
		}
	}
}

func (l *locator) wants(id outline.Value) bool { return id.IsAny(l.ids...) }

// search shows the records of an input to a locator, one part
// of the input after the other.
type search struct {
	l      *locator
	detect *dialect.Detector
	view   dialect.View
	frame  transcript.Frame // nil: lines are counted

	at    int64 // offset behind what was shown
	lines int64 // before the part that is shown
	line  int64 // in that part
}

func newSearch(l *locator, job *transcript.Job) *search {
	return &search{l: l, detect: dialect.NewDetector(dialect.Named(job.Dialect), ""), frame: job.Frame}
}

func (s *search) show(r *transcript.Record) error {
	s.line = r.Line
	if r.TooLong || !s.l.names(r.Raw) {
		return nil
	}
	if doc, err := r.Doc(); err == nil && s.detect.View(doc.Root(), &s.view) {
		s.l.see(&s.view, doc.Root(), s.lineOf(r))
	}
	return nil
}

// lineOf returns the number of a record's line.
func (s *search) lineOf(r *transcript.Record) int64 {
	if s.frame != nil {
		_, line := s.frame.Place(s.at + r.Offset)
		return line
	}
	return s.lines + r.Line
}

// upTo shows the locator the part of the job's source before an offset that it has not
// seen yet.
func (s *search) upTo(job *transcript.Job, offset int64) error {
	if offset <= s.at {
		return nil
	}
	s.line = 0
	err := transcript.Run(io.NewSectionReader(job.Source, s.at, offset-s.at), job.MaxLine, transcript.Each(s.show))
	s.at, s.lines = offset, s.lines+s.line
	return err
}
