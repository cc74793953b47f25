package recover

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/preview"
	"trtools/pkg/transcript/outline"
)

// facts are what a trial has seen in a message.
type facts uint8

const (
	isRead facts = 1 << iota // its records have been looked at
	hasImages
	hasThoughts // it has reasoning
)

func (f facts) is(x facts) bool { return f&x != 0 }

// see notes what a record of message i holds.
func (s *subject) see(i int, v *dialect.View) {
	s.facts[i] |= isRead
	if len(v.Images()) > 0 {
		s.facts[i] |= hasImages
	}
	if len(v.Thoughts())+len(v.Reasoning()) > 0 || v.Think && v.Model {
		s.facts[i] |= hasThoughts
	}
}

func (s *subject) anyIs(x facts) bool {
	return slices.ContainsFunc(s.facts, func(f facts) bool { return f.is(x) })
}

// notices are messages of this stage to the model that a message or a history holds.
type notices struct {
	alone     bool // the message holds nothing else
	payload   bool
	dropped   bool
	shortened dialect.Shortened // what the one about dropped messages counts
}

// findNotices finds the notices that an earlier run left, and the newest message in the user's own
// words.
func (s *subject) findNotices() error {
	s.facts, s.told = make([]facts, s.h.Len()), map[int]notices{}
	for i, m := range s.h.All() {
		for ref := range m.Records() {
			if !s.mayNotify(ref, m.Role == dialect.User && !m.Results) {
				continue
			}
			n := s.noticesIn(&m)
			s.told[i] = n
			s.earlier.payload = s.earlier.payload || n.payload
			if n.dropped && !s.earlier.dropped {
				s.earlier.dropped, s.earlier.shortened = true, n.shortened
			}
			break
		}
	}
	s.newest = s.user(s.h.Len()-1, -1)
	return s.plan.Err()
}

// mayNotify reports whether a record may hold a notice.
func mayNotify(raw []byte) bool {
	return bytes.Contains(raw, []byte(noticeWord)) || bytes.Contains(raw, []byte(cutOff))
}

// spelledOut reports whether an escape may stand in place of an ASCII character, as those that are looked
// for are. Hardly anybody writes one, and to look takes time: only messages of the user are searched, where
// a continuation would count as the newest words.
func spelledOut(raw []byte) bool { return bytes.Contains(raw, []byte(`\u00`)) }

// noticesIn returns which notices a message holds.
func (s *subject) noticesIn(m *history.Message) (n notices) {
	texts := 0
	n.alone = m.User || m.Notice && !m.Results
	for ref := range m.Records() {
		v, _ := s.plan.View(ref, m.Format)
		before := texts
		for t := range v.Words() {
			texts++
			text := t.Text()
			n.payload = n.payload || strings.Contains(text, payloadStart)
			if strings.Contains(text, droppedStart) {
				n.dropped = true
				n.shortened, _ = readDropped(text)
			}
			n.alone = n.alone && isNotice(text)
		}
		n.alone = n.alone && (!v.Text || texts > before) // an image is a user's own
	}
	n.alone = n.alone && texts > 0
	return n
}

// showsPath reports whether a preview in a record names the file that holds the full
// text.
func showsPath(raw []byte) bool {
	return bytes.Contains(raw, []byte("saved to ")) &&
		(bytes.Contains(raw, []byte(" chars omitted, ")) || bytes.Contains(raw, []byte("[Old tool result cleared -- ")) ||
			bytes.Contains(raw, []byte("<persisted-output>")))
}

// cutText shortens a JSON string to a limit in chars: three quarters of what is
// left is head, one is tail. It returns false if the text is no longer than that.
func cutText(t outline.Value, limit int) (raw []byte, ok bool) {
	quoted := t.Raw()
	if len(quoted)-2 <= limit || t.Chars() <= limit {
		return nil, false
	}
	b := preview.Read(preview.NewJSONString(quoted))
	if b.StandsIn() {
		return nil, false
	}
	facts := b.Facts("")
	room := limit - utf8.RuneCountInString(facts.Marker(facts.Chars, 0))
	tail := max(0, room) / answerQuarter
	c, ok := b.Cut(preview.Limit{Cap: limit, Head: max(0, room) - tail, Tail: tail}, "")
	return c.Raw, ok
}
