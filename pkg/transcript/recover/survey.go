package recover

import (
	"io"
	"strings"
	"unicode/utf8"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/preview"
)

// facts are what the plan needs to know of a message, besides its size.
type facts struct {
	user   bool      // a user's own words, ours aside
	ours   bool      // it is one of our notices and nothing else
	saved  [2]weight // by cutting long answers, and by cutting every long text
	holds  [2]bool   // the payload notice, the notice of what was dropped
	words  bool      // it has text
	result bool      // it holds results, and neither calls nor a user's words
}

// weight is a part of a message's size.
type weight struct{ chars, payload int64 }

// The two ways in which texts are cut.
const (
	cutAnswers = iota
	cutAll
)

// limitOf returns the chars that a text of a role may have, 0 for any. What the
// system says is never cut.
func limitOf(how int, role dialect.Role) int {
	switch {
	case role == dialect.System:
		return 0
	case how == cutAll:
		return longText
	case role == dialect.Assistant:
		return longAnswer
	}
	return 0
}

// survey looks at every message of the history once.
func (d *draft) survey(job *transcript.Job) error {
	d.facts = make([]facts, len(d.h.Messages))
	where := map[int64]int{}
	for i := range d.h.Messages {
		m := &d.h.Messages[i]
		d.facts[i].ours = m.User || m.Notice && m.Results == 0
		for _, at := range m.Records {
			where[at] = i
		}
	}
	s := &surveyor{d: d, where: where, detect: dialect.NewDetector(dialect.Named(job.Dialect), "")}
	if d.list.Exists() {
		s.conversation(d.list)
	} else if err := transcript.Run(io.NewSectionReader(&d.ledger.spool, 0, d.ledger.spool.Size()), job.MaxLine, s); err != nil {
		return err
	}
	for i := range d.facts {
		d.settle(i)
	}
	return nil
}

// settle decides what a message is once all its records are seen.
func (d *draft) settle(i int) {
	m, f := &d.h.Messages[i], &d.facts[i]
	f.ours = f.ours && f.words
	f.user = m.User && !f.ours
	f.result = m.Results > 0 && m.Calls == 0 && !f.user
}

// surveyor is a stage that looks at the records of a draft.
type surveyor struct {
	d      *draft
	where  map[int64]int
	detect *dialect.Detector
	view   dialect.View
	at     int64
}

func (s *surveyor) Push(r *transcript.Record) error {
	i, ok := s.where[s.at]
	s.at += int64(len(r.Raw))
	if !ok || r.TooLong {
		return nil
	}
	if doc, err := r.Doc(); err == nil && s.detect.View(doc.Root(), &s.view) {
		s.d.facts[i].see(&s.view, doc.Root())
	}
	return nil
}

func (s *surveyor) Flush() error { return nil }
func (s *surveyor) Close() error { return nil }

func (s *surveyor) conversation(list outline.Value) {
	at := int64(0)
	detect := dialect.NewDetector(nil, "")
	for el := range list.All() {
		if i, ok := s.where[at]; ok && detect.View(el, &s.view) {
			s.d.facts[i].see(&s.view, el)
		}
		at++
	}
}

// see adds what one record of the message says.
func (f *facts) see(v *dialect.View, rec outline.Value) {
	words := 0
	for t := range v.Words() {
		words++
		f.words = true
		f.look(t)
	}
	if v.Text && words == 0 {
		f.ours = false // an image is a user's own
	}
	for how := range f.saved {
		f.saved[how].add(cuts(v, rec, how))
	}
}

// cuts returns the edits that cut the long texts of a record, and the chars that
// each of them saves. A line that is edited is checked whole: none is cut in one
// that is not sound.
func cuts(v *dialect.View, rec outline.Value, how int) (edits []outline.Edit, saved []int) {
	limit := limitOf(how, v.Role)
	if limit == 0 {
		return nil, nil
	}
	for t := range v.Words() {
		if raw, n, ok := cutText(t, limit); ok {
			start, end := t.Span()
			edits, saved = append(edits, outline.Edit{Start: start, End: end, Text: raw}), append(saved, n)
		}
	}
	if len(edits) > 0 && !outline.Strict(rec.Raw()) {
		return nil, nil
	}
	return edits, saved
}

// look sees whether a text is one of our notices, or ends with some.
func (f *facts) look(t outline.Value) {
	text := string(t.Bytes())
	for k, start := range []string{payloadStart, droppedStart} {
		if strings.Contains(text, start) {
			f.holds[k] = true
		}
	}
	if !isNotice(text) {
		f.ours = false
	}
}

// isNotice reports whether a text is put in by this stage.
func isNotice(text string) bool {
	return strings.HasPrefix(text, payloadStart) || strings.HasPrefix(text, droppedStart) || text == Continuation
}

// add adds what edits save.
func (w *weight) add(edits []outline.Edit, saved []int) {
	for i, e := range edits {
		w.chars += int64(saved[i])
		w.payload += int64(e.End - e.Start - len(e.Text))
	}
}

// cutText shortens a JSON string to a limit in chars: three quarters of what is
// left is head, one is tail. It returns how many chars that saves, and false if
// the text is no longer than that.
func cutText(t outline.Value, limit int) (raw []byte, saved int, ok bool) {
	quoted := t.Raw()
	if len(quoted)-2 <= limit || preview.Count(quoted) <= limit {
		return nil, 0, false
	}
	b := preview.Read(preview.NewText(quoted))
	if b.StandsIn() {
		return nil, 0, false
	}
	facts := b.Facts("")
	room := limit - utf8.RuneCountInString(facts.Marker(facts.Chars, 0))
	tail := max(0, room) / answerQuarter
	c, ok := b.Cut(preview.Limit{Cap: limit, Head: max(0, room) - tail, Tail: tail}, "")
	return c.Raw, b.Size - c.Size, ok
}
