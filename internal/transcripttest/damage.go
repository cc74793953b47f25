package transcripttest

import "slices"

// Pick chooses a number below n, which is at least 1.
type Pick func(n int) int

// Damage changes a conversation, as damage does that leaves every record whole.
// In linked dialects the conversation is rendered afterwards, so that the links
// fit what is left. It returns the events as they were if it does not apply.
type Damage struct {
	Name  string
	Apply func([]Event, Pick) []Event
}

// Damages are the ways to break pairs.
var Damages = []Damage{
	{"result lost", func(ev []Event, pick Pick) []Event { return without(ev, pickKind(ev, pick, Result)) }},
	{"call lost", loseCall},
	{"message lost", func(ev []Event, pick Pick) []Event { return without(ev, pickKind(ev, pick, Call)) }},
	{"both halves lost", losePair},
	{"result twice", func(ev []Event, pick Pick) []Event { return again(ev, pickKind(ev, pick, Result)) }},
	{"result moved", moveResult},
	{"result early", earlyResult},
	{"stand-in first", standInFirst},
	{"stand-in later", standInLater},
	{"open tail", openTail},
	{"replay", replay},
}

// pickKind returns the index of an event of a kind, -1 if there is none.
func pickKind(ev []Event, pick Pick, k Kind) int {
	var at []int
	for i, e := range ev {
		if e.Kind == k {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return -1
	}
	return at[pick(len(at))]
}

// without and insert keep words of other words' numbers at what they name.
func without(ev []Event, i int) []Event {
	if i < 0 {
		return ev
	}
	out := slices.Delete(slices.Clone(ev), i, i+1)
	for j, e := range out {
		if e.names() && e.N > i {
			out[j].N--
		}
	}
	return out
}

func insert(ev []Event, i int, e ...Event) []Event {
	out := slices.Insert(slices.Clone(ev), i, e...)
	for j, o := range out {
		if o.names() && o.N > i {
			out[j].N += len(e)
		}
	}
	return out
}

// names reports whether the number of an event is that of a word.
func (e Event) names() bool { return e.Kind == Fork || e.Kind == Pointer }

func again(ev []Event, i int) []Event {
	if i < 0 {
		return ev
	}
	return insert(ev, i+1, ev[i])
}

// loseCall takes one call out of a message that has others.
func loseCall(ev []Event, pick Pick) []Event {
	i := pickKind(ev, pick, Call)
	if i < 0 || len(ev[i].Refs) < 2 {
		return ev
	}
	ev = slices.Clone(ev)
	k := pick(len(ev[i].Refs))
	ev[i].Refs = slices.Delete(slices.Clone(ev[i].Refs), k, k+1)
	return ev
}

// losePair takes one call and its result.
func losePair(ev []Event, pick Pick) []Event {
	i := pickKind(ev, pick, Call)
	if i < 0 || len(ev[i].Refs) < 2 {
		return ev
	}
	ev = slices.Clone(ev)
	k := pick(len(ev[i].Refs))
	id := ev[i].Refs[k].ID
	ev[i].Refs = slices.Delete(slices.Clone(ev[i].Refs), k, k+1)
	for j := i + 1; j < len(ev); j++ {
		if ev[j].Kind == Result && ev[j].Refs[0].ID == id {
			return without(ev, j)
		}
	}
	return ev
}

// moveResult moves a result behind a later user text or to the end.
func moveResult(ev []Event, pick Pick) []Event {
	i := pickKind(ev, pick, Result)
	if i < 0 {
		return ev
	}
	r := ev[i]
	for j := i + 1; j < len(ev); j++ {
		if ev[j].Kind == User {
			return without(insert(ev, j+1, r), i)
		}
	}
	return without(append(slices.Clone(ev), r), i)
}

// earlyResult moves a result in front of its call.
func earlyResult(ev []Event, pick Pick) []Event {
	i := pickKind(ev, pick, Result)
	for j := i - 1; i >= 0 && j >= 0; j-- {
		if ev[j].Kind == Call {
			r := ev[i]
			return insert(without(ev, i), j, r)
		}
	}
	return ev
}

// standInFirst puts a stand-in where a result was, and the result later.
func standInFirst(ev []Event, pick Pick) []Event {
	i := pickKind(ev, pick, Result)
	if i < 0 {
		return ev
	}
	s := ev[i]
	s.Kind = Synthetic
	return insert(moveResult(ev, func(int) int { return nth(ev, i) }), i, s)
}

// nth returns how many results stand before event i.
func nth(ev []Event, i int) (n int) {
	for _, e := range ev[:i] {
		if e.Kind == Result {
			n++
		}
	}
	return n
}

func standInLater(ev []Event, pick Pick) []Event {
	i := pickKind(ev, pick, Result)
	if i < 0 {
		return ev
	}
	s := ev[i]
	s.Kind = Synthetic
	return insert(ev, i+1, s)
}

// openTail cuts the conversation off behind a message with calls.
func openTail(ev []Event, pick Pick) []Event {
	i := pickKind(ev, pick, Call)
	if i < 0 {
		return ev
	}
	return slices.Clone(ev[:i+1])
}

// replay writes a message with calls and its results again at the end.
func replay(ev []Event, pick Pick) []Event {
	i := pickKind(ev, pick, Call)
	if i < 0 {
		return ev
	}
	j := i + 1
	for j < len(ev) && (ev[j].Kind == Result || ev[j].Kind == Meta) {
		j++
	}
	return append(slices.Clone(ev), ev[i:j]...)
}
