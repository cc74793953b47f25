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
	User       Kind = 'U' // text of a user
	Call       Kind = 'A' // an assistant message with calls
	Result     Kind = 'R' // a tool's result
	Synthetic  Kind = 'S' // a text that stands in for a lost result
	Note       Kind = 'N' // an assistant message that only shows something
	Final      Kind = 'F' // the assistant's answer
	Meta       Kind = 'M' // a record that is no message
	Compaction Kind = 'C' // what stands before is dead, but for the last N events
	Turn       Kind = 'T' // the beginning of a turn
	Rollback   Kind = 'B' // the last N turns are taken back
	Fork       Kind = '@' // what follows hangs on word N
	Pointer    Kind = 'P' // names word N as the leaf
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

// Event is one step of a transcript.
type Event struct {
	Kind  Kind
	Refs  []Ref
	N     int    // number of a text, or what the kind says
	Words bool   // calls that come with text
	Think bool   // calls that come with reasoning
	Same  bool   // calls that belong to the message of the last ones
	Old   bool   // written as older clients do
	Side  string // name of the sidechain, "" in the main thread
}

var token = regexp.MustCompile(`^(?:([sa]\d*)\.)?([UARSNFMCTBP@])(-?)(\d*)([+*&]*)(?:[\[(]([^\])]*)[\])])?$`)

// Parse reads a transcript, such as "U A[x,y] R(y) R(x) N U A+[z] S(z) F". It
// panics on a typing error, as it is for tests' own text.
func Parse(text string) []Event {
	var list []Event
	users := 0
	for _, word := range strings.Fields(text) {
		m := token.FindStringSubmatch(word)
		if m == nil {
			panic("transcripttest: no event: " + word)
		}
		e := Event{Kind: Kind(m[2][0]), Side: m[1], Old: m[3] != ""}
		e.Words, e.Think, e.Same = strings.Contains(m[5], "+"), strings.Contains(m[5], "*"), strings.Contains(m[5], "&")
		if e.Kind == User {
			users++
		}
		e.N = e.usual(users, len(list))
		if m[4] != "" {
			e.N, _ = strconv.Atoi(m[4])
		}
		if strings.ContainsAny(word, "[(") {
			e.Refs = parseRefs(m[6])
		}
		list = append(list, e)
	}
	return list
}

// usual is the number of an event that brings none, after so many users and in
// front of it so many words.
func (e Event) usual(users, words int) int {
	switch e.Kind {
	case User:
		return users
	case Compaction, Fork:
		return 0
	case Rollback:
		return 1
	case Pointer:
		return words
	}
	return words + 1
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

// Format is the inverse of Parse. Numbers are shown where they are not what
// the event's place gives it; those of notes and answers never are.
func Format(list []Event) string {
	var words []string
	users := 0
	for i, e := range list {
		if e.Kind == User {
			users++
		}
		words = append(words, e.format(e.usual(users, i)))
	}
	return strings.Join(words, " ")
}

func (e Event) format(usual int) string {
	text := string(rune(e.Kind))
	if e.Side != "" {
		text = e.Side + "." + text
	}
	if e.Old {
		text += "-"
	}
	switch e.Kind {
	case Call:
		return text + e.marks() + "[" + joinRefs(e.Refs) + "]"
	case Result, Synthetic:
		return text + "(" + joinRefs(e.Refs) + ")"
	case Note, Final, Meta, Turn:
		return text
	}
	if e.N != usual || e.Kind == Fork {
		return fmt.Sprintf("%s%d", text, e.N)
	}
	return text
}

func (e Event) marks() string {
	text := ""
	for _, m := range []struct {
		on   bool
		mark string
	}{{e.Words, "+"}, {e.Think, "*"}, {e.Same, "&"}} {
		if m.on {
			text += m.mark
		}
	}
	return text
}

func joinRefs(refs []Ref) string {
	var parts []string
	for _, r := range refs {
		parts = append(parts, r.String())
	}
	return strings.Join(parts, ",")
}
