package pair

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/pairing"
)

// message is what pairing needs of one record: who speaks, and the calls and
// results in it as hashes. Ids are compared by their hash; whatever is edited is
// read again.
type message struct {
	node    uint32
	pos     int // its place on the live path
	format  dialect.Format
	role    dialect.Role
	calls   []*call
	results []result

	meta, dropped, text bool
	heals               bool // see dialect.View.Heals
	model, think        bool // an item that the model produced; nothing but thinking
	same                bool // another record of the calling message before it
	sealed              bool // not to be edited: a compaction kept it or put it in
	loose               bool // of a format with links it is no part of the chain
	textFrom            int  // its first result that becomes a user's text, -1 for none
}

// part names a call or a result: the n-th of its record.
type part struct {
	node uint32
	n    int32
	res  bool
}

// call is a call. If it is Gone, it is removed.
type call struct {
	pairing.Call
	part
	result part  // what answers it
	index  int32 // in its frame
	bad    bool  // no API accepts it
	inline bool  // see dialect.Call.Answered
	healed bool  // the client answers it
	sealed bool  // a compaction put it in: it is never edited

	moved  bool // result stands in the wrong place
	filled bool // its result is put into its own element
	rename bool // the call and its result get a new id
	twin   bool // another call of the same message has its id
}

// answer notes that r is the result of c.
func (c *call) answer(r *result) {
	c.Answer(&r.Result)
	c.result = r.part
}

type result struct {
	pairing.Result
	part
	late   bool // another block stands before it in its message
	sealed bool
}

// message returns the record at a place of the live path as pairing sees it, with
// the calls of its message that are not on the path; nil if it is no message. It is
// valid until the next call.
func (r *repair) messageAt(l *history.Live, pos int) *message {
	i := l.Path[pos]
	n := r.x.Node(i)
	if !n.Speaks() {
		return nil
	}
	m := &r.message
	*m = message{
		calls: m.calls[:0], results: m.results[:0], node: i, pos: pos, format: r.x.Format(i), role: n.Role(), textFrom: -1,
		meta: n.Is(history.Meta), dropped: n.Is(history.Dropped), text: n.Is(history.Text), heals: n.Is(history.Heals),
		model: n.Is(history.Model), think: n.Is(history.Think),
	}
	m.sealed = pos < l.Sealed && !m.format.Rules().Folds
	m.loose = m.format.Rules().Linked && r.x.ID(i) == 0
	r.addParts(m, i)
	for _, b := range l.Beside[i] {
		r.addParts(m, b)
	}
	return m
}

// addParts adds the calls and results of node i to m.
func (r *repair) addParts(m *message, i uint32) {
	for k := range r.x.PartsOf(i) {
		p := r.x.Part(k)
		if !p.Is(history.Result) {
			m.calls = append(m.calls, &call{
				Call: r.x.Call(k), part: part{node: i, n: int32(p.N())}, sealed: m.sealed,
				bad: p.Is(history.Bad), inline: p.Is(history.Answered),
			})
		} else if i == m.node {
			x := r.result(k)
			x.sealed = m.sealed
			x.StandIn = x.StandIn && !m.sealed // what a compaction put in is never edited
			m.results = append(m.results, x)
		}
	}
}

func (r *repair) result(k int) result {
	p := r.x.Part(k)
	return result{Result: r.x.Result(k), part: part{node: p.Node, n: int32(p.N()), res: true}, late: p.Is(history.Late)}
}
