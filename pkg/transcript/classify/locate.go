package classify

import (
	"bytes"
	"io"
	"strings"

	"trtools/internal/dialect"
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
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
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
	return nil
}

// names reports whether a record may be one that the locator looks for.
func (l *locator) names(raw []byte) bool {
	if len(l.places) > 0 {
		return true // it counts
	}
	for _, id := range l.ids {
		if bytes.Contains(raw, []byte(id)) {
			return true
		}
	}
	return false
}

// see looks at one record.
func (l *locator) see(v *dialect.View, line int64) {
	rules := v.Format.Rules()
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
	for _, p := range l.places {
		if (p.List == "input") == item && p.Index == l.messages {
			l.place = line
		}
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

func (l *locator) wants(id outline.Value) bool {
	for _, want := range l.ids {
		if id.Is(want) {
			return true
		}
	}
	return false
}

// search is a stage that shows the records of an input to a locator, one part
// of the input after the other.
type search struct {
	l      *locator
	detect *dialect.Detector
	view   dialect.View
	framed transcript.Framed // nil: lines are counted

	at    int64 // offset behind what was shown
	lines int64 // before the part that is shown
	line  int64 // in that part
}

func newSearch(l *locator, job *transcript.Job) *search {
	s := &search{l: l, detect: dialect.NewDetector(dialect.Named(job.Dialect), "")}
	s.framed, _ = job.Source.(transcript.Framed)
	return s
}

func (s *search) Push(r *transcript.Record) error {
	s.line = r.Line
	if r.TooLong || !s.l.names(r.Raw) {
		return nil
	}
	if doc, err := r.Doc(); err == nil && s.detect.View(doc.Root(), &s.view) {
		s.l.see(&s.view, s.lineOf(r))
	}
	return nil
}

// lineOf returns the number of a record's line.
func (s *search) lineOf(r *transcript.Record) int64 {
	if s.framed != nil {
		_, line := s.framed.Place(s.at + r.Offset)
		return line
	}
	return s.lines + r.Line
}

func (s *search) Flush() error { return nil }
func (s *search) Close() error { return nil }

// upTo shows the locator the part of the job's source before an offset that it has not
// seen yet.
func (s *search) upTo(job *transcript.Job, offset int64) error {
	if offset <= s.at {
		return nil
	}
	s.line = 0
	err := transcript.Run(io.NewSectionReader(job.Source, s.at, offset-s.at), job.MaxLine, s)
	s.at, s.lines = offset, s.lines+s.line
	return err
}
