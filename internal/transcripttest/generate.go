package transcripttest

import (
	"fmt"

	"pgregory.net/rapid"
)

// Conversation draws a healthy conversation of a dialect.
func Conversation(d Dialect) *rapid.Generator[[]Event] {
	return rapid.Custom(func(t *rapid.T) []Event {
		g := &generator{t: t, d: d, reuse: !d.Unique && !d.Single && rapid.Bool().Draw(t, "reuse")}
		for range rapid.IntRange(1, 4).Draw(t, "turns") {
			g.turn()
		}
		return g.list
	})
}

type generator struct {
	t     *rapid.T
	d     Dialect
	reuse bool // ids of a message come again in later ones
	list  []Event
	users int
	calls int
}

func (g *generator) turn() {
	g.users++
	g.add(Event{Kind: User, N: g.users})
	for range rapid.IntRange(0, 3).Draw(g.t, "rounds") {
		g.maybe(Meta)
		g.maybe(Note)
		g.round()
	}
	g.maybe(Meta)
	g.add(Event{Kind: Final, N: len(g.list) + 1})
}

func (g *generator) round() {
	most := 4
	if g.d.Single {
		most = 1
	}
	var refs []Ref
	for i := range rapid.IntRange(1, most).Draw(g.t, "calls") {
		g.calls++
		if g.reuse {
			refs = append(refs, Ref{fmt.Sprintf("f%d", i), g.calls})
		} else {
			refs = append(refs, Ref{fmt.Sprintf("c%d", g.calls), 0})
		}
	}
	g.add(Event{Kind: Call, Refs: refs, Words: rapid.Bool().Draw(g.t, "words")})
	for _, r := range rapid.Permutation(refs).Draw(g.t, "order") {
		g.maybe(Meta)
		g.add(Event{Kind: Result, Refs: []Ref{r}})
	}
}

func (g *generator) maybe(k Kind) {
	if rapid.IntRange(0, 3).Draw(g.t, "extra") == 0 {
		g.add(Event{Kind: k, N: len(g.list) + 1})
	}
}

func (g *generator) add(e Event) { g.list = append(g.list, e) }

// Picker draws numbers.
func Picker(t *rapid.T) Pick {
	return func(n int) int { return rapid.IntRange(0, max(0, n-1)).Draw(t, "pick") }
}
