package history

import (
	"slices"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/outline"
)

// standIn is a user message that takes the place of messages from:to.
type standIn struct {
	from, to int
	text     string
}

// StandIn has a user message with the text put in place of messages from:to. It
// is to be called before Remove, which must remove them; stand-ins come in the
// order of the messages.
func (p *Plan) StandIn(from, to int, text string) {
	p.standIns = append(p.standIns, standIn{from, to, text})
}

// Merged returns the records that a stand-in was added to.
func (p *Plan) Merged() []int64 {
	slices.Sort(p.merged)
	return slices.Compact(p.merged)
}

// Err returns the first error of making records.
func (p *Plan) Err() error { return p.err }

// placeStandIns puts in the stand-ins of formats without links: behind the last
// record that they stand for, or as a block of the user message before them
// where the roles have to alternate.
func (p *Plan) placeStandIns() {
	for _, s := range p.standIns {
		if p.merge(s) {
			continue
		}
		at := p.h.lastRecord(s.from, s.to)
		p.After(at, p.record(s, at, "", ""))
	}
}

// lastRecord returns the last record of messages from:to in the input.
func (h *History) lastRecord(from, to int) (last int64) {
	last = -1
	for _, m := range h.Messages[from:to] {
		for _, at := range m.Records {
			last = max(last, at)
		}
	}
	return last
}

// lastOnPath returns the place on the live path of the last record of messages
// from:to.
func (h *History) lastOnPath(from, to int) int {
	last := -1
	for k, owner := range h.owner {
		if owner >= from && owner < to {
			last = k
		}
	}
	return last
}

// record writes a stand-in as a record like that at an offset.
func (p *Plan) record(s standIn, like int64, id, parent string) []byte {
	n := dialect.NewMessage{Text: s.text}
	if p.src != nil {
		var v dialect.View
		_, root, err := p.view(like, &v)
		p.keepErr(err)
		n.Like, n.Stamp = root, v.Stamp()
	}
	n.RecordID, n.Parent = id, parent
	return p.h.Format().Message(n)
}

func (p *Plan) keepErr(err error) {
	if p.err == nil {
		p.err = err
	}
}

// merge adds a stand-in to the user message before it, and reports whether that
// is what the format wants.
func (p *Plan) merge(s standIn) bool {
	before := s.from - 1
	for before >= 0 && p.standsFor(before) {
		before--
	}
	if !p.h.Format().Rules().Alternates || before < 0 {
		return false
	}
	m := &p.h.Messages[before]
	if m.Role != dialect.User || m.Results > 0 || len(m.Records) == 0 {
		return false
	}
	p.merged = append(p.merged, m.Records[0])
	block := p.h.Format().Part(s.text)
	p.Edit(m.Records[0], func(v *dialect.View, _ outline.Value) []outline.Edit {
		return v.Edits(&dialect.Change{Tail: [][]byte{block}})
	})
	return true
}

// standsFor reports whether a message is replaced.
func (p *Plan) standsFor(i int) bool {
	for _, s := range p.standIns {
		if i >= s.from && i < s.to {
			return true
		}
	}
	return false
}

// putLinked puts a stand-in behind the record at an offset, as a child of the
// last record that stays, and returns the link to it.
func (p *Plan) putLinked(s *standIn, at int64, parent link) link {
	text, err := p.idOf(parent)
	p.keepErr(err)
	name, _ := outline.Unquote(text)
	id := p.freshID(at, s)
	p.After(at, p.record(*s, at, id, name))
	return link{made: id}
}

// freshID returns an id for a record, made of that of the record that it is put
// behind and of its text.
func (p *Plan) freshID(at int64, s *standIn) string {
	var v dialect.View
	_, _, err := p.view(at, &v)
	p.keepErr(err)
	return p.h.Format().MakeID(v.ID.Text()+"\x00"+s.text, p.taken)
}

func (p *Plan) taken(id string) bool {
	h := p.h.index.Hash(id)
	for i := range uint32(p.h.index.Len()) {
		if p.h.index.Node(i).ID() == h {
			return true
		}
	}
	return false
}
