package dialect

import (
	"fmt"
	"strconv"
	"strings"
)

// shortenedStart is how a notice of messages that were dropped begins.
const shortenedStart = "[SYSTEM NOTICE - HISTORY SHORTENED]"

// Shortened is what the model is told of messages that are dropped.
type Shortened struct {
	Messages int64
	From     string // when the first of them was written, RFC 3339; "" if nothing tells
}

// Text returns the notice. It warns that requests which are left may have been carried
// out: agents have been seen to begin again with the first one.
func (s Shortened) Text() string {
	return s.Head() + " dropped to make the request fit. " +
		"Requests in the messages that remain may have been carried out already."
}

// Head returns the part of the notice that counts the messages.
func (s Shortened) Head() string {
	messages, since, were := "messages", "", "were"
	if s.Messages == 1 {
		messages, were = "message", "was"
	}
	if s.From != "" {
		since = ", from " + s.From + " on,"
	}
	return fmt.Sprintf("%s %d older %s of this conversation%s %s", shortenedStart, s.Messages, messages, since, were)
}

// ReadShortened returns what such a notice says, false if a text is none.
func ReadShortened(text string) (s Shortened, ok bool) {
	rest, ok := strings.CutPrefix(text, shortenedStart+" ")
	count, rest, found := strings.Cut(rest, " older message")
	n, err := strconv.ParseInt(count, 10, 32)
	if !ok || !found || err != nil || n < 0 {
		return s, false
	}
	s.Messages = n
	_, rest, _ = strings.Cut(rest, "of this conversation")
	if since, ok := strings.CutPrefix(rest, ", from "); ok {
		since, _, _ = strings.Cut(since, " on,")
		if _, ms := Later(since, 0, ""); ms != 0 {
			s.From = since
		}
	}
	return s, true
}

// Plus adds what one more notice, or one more message, says.
func (s Shortened) Plus(more Shortened) Shortened {
	s.Messages += more.Messages
	if s.From == "" || more.From != "" && more.From < s.From {
		s.From = more.From
	}
	return s
}
