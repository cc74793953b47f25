package pair

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
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

// call is a call. There may be one for every record of an input: the fields stand so that
// they need little room.
type call struct {
	part
	index    int32 // in its frame
	id, name uint64
	result   answer // what answers it
	kind     dialect.Kind
	noID     bool // its format pairs by name
	empty    bool // its id is missing or blank
	bad      bool // no API accepts it
	answered bool // see dialect.Call.Answered
	healed   bool // the client answers it
	sealed   bool // a compaction put it in: it is never edited

	moved  bool // result stands in the wrong place
	drop   bool // the call is removed
	rename bool // the call and its result get a new id
	twin   bool // another call of the same message has its id
}

// answer is what is noted of the result of a call. The result itself need not be held.
type answer struct {
	part
	there, synthetic, sealed bool
}

// noted returns what is noted of a result.
func (r *result) noted() answer { return answer{r.part, true, r.synthetic, r.sealed} }

type result struct {
	id, name uint64
	part
	kind      dialect.Kind
	noID      bool
	empty     bool
	late      bool // another block stands before it in its message
	sealed    bool
	synthetic bool
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
		calls: m.calls[:0], results: m.results[:0], node: i, pos: pos, format: r.x.Format(i), role: n.Role(), textFrom: -1, sealed: pos < l.Sealed,
		meta: n.Is(history.Meta), dropped: n.Is(history.Dropped), text: n.Is(history.Text), heals: n.Is(history.Heals),
		model: n.Is(history.Model), think: n.Is(history.Think),
	}
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
			c := &call{
				part: part{node: i, n: int32(p.N())}, id: p.ID, name: r.x.Name(k), kind: p.Kind(), sealed: m.sealed,
				noID: p.Is(history.NoID), empty: p.Is(history.Empty), bad: p.Is(history.Bad), answered: p.Is(history.Answered),
			}
			m.calls = append(m.calls, c)
		} else if i == m.node {
			x := r.result(k)
			x.sealed = m.sealed
			m.results = append(m.results, x)
		}
	}
}

func (r *repair) result(k int) result {
	p := r.x.Part(k)
	return result{
		part: part{node: p.Node, n: int32(p.N()), res: true}, id: p.ID, name: r.x.Name(k), kind: p.Kind(),
		noID: p.Is(history.NoID), empty: p.Is(history.Empty), late: p.Is(history.Late), synthetic: p.Is(history.StandIn),
	}
}

// answers reports whether r can be the result of c. Their ids decide if both have one,
// and otherwise their names; where a result has neither, any call without an id will
// do, and the order decides.
func (r *result) answers(c *call) bool {
	switch {
	case r.kind != c.kind || r.empty || c.empty:
		return false
	case r.noID || c.noID:
		return r.name == c.name || r.name == 0 && r.noID && c.noID
	}
	return r.id == c.id
}

// replaceable reports whether a result only stands in for a real one, and may go.
func (a *answer) replaceable() bool { return a.there && a.synthetic && !a.sealed }
