package chunk

import "trtools/internal/packed"

// lines are conversations, one a line, in the order of the input. A few bytes are held of
// each, and none of them moves when more come.
type lines struct {
	at    packed.Ascending // where they begin
	sizes packed.List[lineSize]
}

// lineSize is how large a conversation is. No line has 4 GiB.
type lineSize struct{ chars, messages, measure uint32 }

// add adds the conversation on the line that begins at an offset.
func (l *lines) add(at, chars, messages, measure int64) {
	l.at.Add(at)
	l.sizes.Add(lineSize{uint32(chars), uint32(messages), uint32(measure)})
}

// len counts the conversations.
func (l *lines) len() int { return l.at.Len() }

// size returns how large conversation k is.
func (l *lines) size(k int) (chars, messages, measure int64) {
	s := l.sizes.At(k)
	return int64(s.chars), int64(s.messages), int64(s.measure)
}

// spans returns the conversations as runs of lines, with room for so many more.
func (l *lines) spans(more int) []span {
	list := make([]span, 0, l.len()+more)
	for k, at := range l.at.From(0) {
		chars, messages, measure := l.size(k)
		list = append(list, span{at, at, chars, messages, measure})
	}
	return list
}
