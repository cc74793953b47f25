package pair

import (
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
)

// message is what pairing needs of one record: who speaks, and the calls and
// results in it as hashes. Ids are compared by 64-bit hash; whatever is edited
// is read again.
type message struct {
	at      int64  // where the record is: its offset, or its index in a conversation
	node    uint32 // its number in the index of a linked format
	pos     int    // its place on the live path there
	format  dialect.Format
	role    dialect.Role
	calls   []*call
	results []*result
	lead    int // results that stand before every other block

	text, meta, dropped bool
	same                bool // another record of the calling message before it
	replaced            bool // stands in for the history before a compaction
}

// part names a call or a result: the n-th of its record.
type part struct {
	at   int64
	node uint32
	n    int
	res  bool
}

type call struct {
	part
	id, name uint64
	kind     dialect.Kind
	noID     bool
	empty    bool
	bad      string

	result *result // what answers it
	moved  bool    // result stands in the wrong place
	drop   bool    // the call goes
	rename bool    // it gets an id of its own, on both sides
	twin   bool    // because another call of the same message has it
}

type result struct {
	part
	id, name  uint64
	kind      dialect.Kind
	noID      bool
	empty     bool
	synthetic bool
}

// newMessage returns the pairing view of a record at the given place.
func newMessage(h links.Hasher, v *dialect.View, at int64, node uint32) *message {
	m := &message{
		at: at, node: node, format: v.Format, role: v.Role, lead: v.Lead,
		text: v.Text, meta: v.Meta, dropped: v.Dropped,
	}
	for i := range v.Calls {
		c := &v.Calls[i]
		m.calls = append(m.calls, &call{
			part: part{at: at, node: node, n: i}, id: h.Of(c.ID), name: h.Of(c.Name),
			kind: c.Kind, noID: c.NoID, bad: c.Bad,
			empty: c.ID.Blank() && !c.NoID,
		})
	}
	for i := range v.Results {
		r := &v.Results[i]
		m.results = append(m.results, &result{
			part: part{at: at, node: node, n: i, res: true}, id: h.Of(r.ID), name: h.Of(r.Name),
			kind: r.Kind, noID: r.NoID, synthetic: r.Synthetic,
			empty: r.ID.Blank() && !r.NoID,
		})
	}
	return m
}

// answers reports whether r can be the result of c: ids decide where both have
// one, names where one of them has none.
func (r *result) answers(c *call) bool {
	switch {
	case r.kind != c.kind || r.empty || c.empty:
		return false
	case r.noID || c.noID:
		return r.name == c.name
	}
	return r.id == c.id
}
