package transcripttest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Kind is the letter of an event.
type Kind byte

const (
	User      Kind = 'U' // text of a user
	Call      Kind = 'A' // an assistant message with calls
	Result    Kind = 'R' // a tool's result
	Synthetic Kind = 'S' // a text that stands in for a lost result
	Note      Kind = 'N' // an assistant message that only shows something
	Final     Kind = 'F' // the assistant's answer
	Meta      Kind = 'M' // a record that is no message
)

// Ref names a call: x, or x=2 for a call or result of id x that differs from
// others with the id.
type Ref struct {
	ID  string
	Tag int
}

func (r Ref) String() string {
	if r.Tag == 0 {
		return r.ID
	}
	return r.ID + "=" + strconv.Itoa(r.Tag)
}

// Event is one step of a conversation.
type Event struct {
	Kind  Kind
	Refs  []Ref
	N     int  // number of a user text, note or answer
	Words bool // calls that come with text
}

var token = regexp.MustCompile(`^([UARSNFM])(\d*)(\+?)(?:[\[(]([^\])]*)[\])])?$`)

// Parse reads a conversation, such as "U A[x,y] R(y) R(x) N U A+[z] S(z) F".
// User texts are numbered in order unless they bring a number (U2). It panics
// on a typing error, as it is for tests' own text.
func Parse(text string) []Event {
	var list []Event
	users := 0
	for _, word := range strings.Fields(text) {
		m := token.FindStringSubmatch(word)
		if m == nil {
			panic("transcripttest: no event: " + word)
		}
		e := Event{Kind: Kind(m[1][0]), Words: m[3] == "+", N: len(list) + 1}
		if e.Kind == User {
			users++
			e.N = users
		}
		if m[2] != "" {
			e.N, _ = strconv.Atoi(m[2])
		}
		if strings.ContainsAny(word, "[(") {
			e.Refs = parseRefs(m[4])
		}
		list = append(list, e)
	}
	return list
}

func parseRefs(text string) []Ref {
	var list []Ref
	if text == "" {
		return list
	}
	for _, part := range strings.Split(text, ",") {
		id, tag, _ := strings.Cut(part, "=")
		n, _ := strconv.Atoi(tag)
		list = append(list, Ref{id, n})
	}
	return list
}

// Format is the inverse of Parse. A user text shows its number only where it is
// not the one that its place gives it.
func Format(list []Event) string {
	var words []string
	users := 0
	for _, e := range list {
		if e.Kind == User {
			users++
		}
		words = append(words, e.format(users))
	}
	return strings.Join(words, " ")
}

func (e Event) format(users int) string {
	switch e.Kind {
	case User:
		if e.N != users {
			return fmt.Sprintf("U%d", e.N)
		}
	case Call:
		plus := ""
		if e.Words {
			plus = "+"
		}
		return "A" + plus + "[" + joinRefs(e.Refs) + "]"
	case Result, Synthetic:
		return string(rune(e.Kind)) + "(" + joinRefs(e.Refs) + ")"
	}
	return string(rune(e.Kind))
}

func joinRefs(refs []Ref) string {
	var parts []string
	for _, r := range refs {
		parts = append(parts, r.String())
	}
	return strings.Join(parts, ",")
}
