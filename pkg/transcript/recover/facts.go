package recover

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/preview"
	"trtools/pkg/transcript/outline"
)

// facts are what has to be known of a message besides its size.
type facts uint16

const (
	isUser     facts = 1 << iota // it is in the user's own words
	isOurs                       // it consists of this stage's notices alone
	hasPayload                   // it holds the payload notice
	hasDropped                   // it holds the notice about dropped messages
	hasWords                     // it has text
	isResult                     // it holds results, and neither calls nor a user's words
	hasImages
	hasThoughts // it has reasoning
	isRead      // its records have been looked at
	hasPaths    // it names files that hold the full texts of results; subject.tellsPaths
)

func (f facts) is(x facts) bool { return f&x != 0 }

// set notes whether a fact holds.
func (f *facts) set(x facts, holds bool) {
	if *f &^= x; holds {
		*f |= x
	}
}

// add notes a fact if it holds.
func (f *facts) add(x facts, holds bool) { f.set(x, holds || f.is(x)) }

// begin sets what is assumed of a message until its texts have been seen.
func (f *facts) begin(m *history.Message) {
	f.set(isOurs, m.User || m.Notice && !m.Results)
}

// mayNotify reports whether a record may be one of this stage's notices, or hold one.
func mayNotify(rec outline.Value, v *dialect.View) bool {
	if bytes.Contains(rec.Raw(), []byte(noticeWord)) {
		return true
	}
	for t := range v.Words() {
		if isContinuation(t.Raw()) {
			return true
		}
	}
	return false
}

// isContinuation reports whether a JSON string is the continuation message.
func isContinuation(quoted []byte) bool {
	if !bytes.HasPrefix(quoted, []byte(`"Y`)) && !bytes.HasPrefix(quoted, []byte(`"\u0059`)) {
		return false
	}
	return string(outline.Decode(quoted[1:len(quoted)-1])) == Continuation
}

// isQuiet reports whether a message is known to hold none of this stage's notices: then
// nothing else has to be known of one that goes.
func (s *subject) isQuiet(m *history.Message) bool {
	if s.quiet == nil {
		return false
	}
	for ref := range m.Records() {
		if !s.quiet(ref) || s.plan.Touched(ref) {
			return false
		}
	}
	return true
}

// addRecord adds the facts about one record of message i.
func (s *subject) addRecord(i int, v *dialect.View, rec outline.Value) {
	f, words := &s.facts[i], 0
	for t := range v.Words() {
		words++
		f.set(hasWords, true)
		s.checkNotice(i, t)
	}
	if v.Text && words == 0 {
		f.set(isOurs, false) // an image is a user's own
	}
	f.add(hasImages, len(v.Images()) > 0)
	f.add(hasThoughts, len(v.Thoughts())+len(v.Reasoning()) > 0 || v.Think && v.Model)
	f.add(hasPaths, s.tellsPaths && len(v.Results) > 0 && showsPath(rec.Raw()))
}

// checkNotice finds out whether a text of message i is one of the notices, or ends with
// some.
func (s *subject) checkNotice(i int, t outline.Value) {
	f := &s.facts[i]
	if !bytes.Contains(t.Raw(), []byte(noticeStart)) && !isContinuation(t.Raw()) {
		f.set(isOurs, false)
		return
	}
	text := string(t.Bytes())
	f.add(hasPayload, strings.Contains(text, payloadStart))
	if strings.Contains(text, droppedStart) {
		f.set(hasDropped, true)
		s.shortened[i], _ = readDropped(text)
	}
	if !isNotice(text) {
		f.set(isOurs, false)
	}
}

// settle decides what the message is once all its records are seen.
func (f *facts) settle(m *history.Message) {
	f.set(isOurs, f.is(isOurs) && f.is(hasWords))
	f.set(isUser, m.User && !f.is(isOurs) && !m.Instructions)
	f.set(isResult, m.Results && !m.Calls && !f.is(isUser))
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
