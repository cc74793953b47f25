package estimates

import "trtools/pkg/transcript/tokens"

// batch holds texts that are estimated together: texts as such, and JSON strings.
type batch struct{ texts, raws list }

func (b *batch) size() int { return len(b.texts.all) + len(b.raws.all) }

// estimate fills in the tokens of the texts.
func (b *batch) estimate(m tokens.Model) {
	m.Each(b.texts.split())
	m.EachJSON(b.raws.split())
}

// list is a list of texts, each of which has an owner.
type list struct {
	all    []byte
	ends   []int // where each text ends in all
	owners []int
	tokens []int
	parts  [][]byte // what split returned
}

func (l *list) put(text []byte, owner int) {
	l.all = append(l.all, text...)
	l.ends = append(l.ends, len(l.all))
	l.owners = append(l.owners, owner)
	l.tokens = append(l.tokens, 0)
}

// split returns the texts, and a function that files the tokens of one.
func (l *list) split() (parts [][]byte, add func(i, tokens int)) {
	l.parts = l.parts[:0]
	at := 0
	for _, end := range l.ends {
		l.parts = append(l.parts, l.all[at:end])
		at = end
	}
	return l.parts, func(i, tokens int) { l.tokens[i] = tokens }
}

func (l *list) reset() {
	l.all, l.ends, l.owners, l.tokens = l.all[:0], l.ends[:0], l.owners[:0], l.tokens[:0]
}
