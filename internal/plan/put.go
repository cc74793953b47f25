package plan

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/pairing"
	"trtools/pkg/transcript/outline"
)

// Text writes the text of a record that is put in, from the records as they read before the
// layer in which it was put in.
type Text func(p *Plan, at Spot) []byte

// Spot is where a record is put in, and what its place gives it.
type Spot struct {
	behind int64
	layer  int
	Stamp  dialect.Stamp // of one that is put into a chain
}

// Answer is a result that a call gets.
type Answer struct {
	Call Part
	Hash uint64 // of the call's id
	ID   string // the call's new id, "" if it keeps the one that it has
}

// Wording is what all new results of a plan say.
type Wording struct {
	Text      string
	ErrorFlag bool
}

// Insert is a result that is put somewhere: one that moves, or a new one.
type Insert struct {
	Answer
	Moved *Part  // nil: it is new
	Node  uint32 // of the record that a result moves out of, or history.None
}

// Record returns the text of a new result as a record of its own in a chain.
func (a Answer) Record() Text {
	return func(p *Plan, at Spot) []byte { return p.result(&a, at.Stamp, nil, at.layer) }
}

// Leads reports whether this layer puts results at the head of a message.
func (p *Plan) Leads(ref int64) bool {
	c := p.at(ref)
	return c != nil && len(c.edits) > 0 && len(c.edits[len(c.edits)-1].lead) > 0
}

// Lead puts results at the head of a message, behind the results that it begins with.
// F is the format that the message is read in.
func (p *Plan) Lead(ref int64, f dialect.Format, list []Insert) {
	e := p.edit(ref)
	e.format = f
	for _, in := range list {
		if in.Moved != nil {
			p.Drop(*in.Moved)
			e = p.edit(ref)
		}
		own := e.own()
		own.lead = append(own.lead, in)
	}
}

// Wrap puts a new user message, which holds the results, behind a record.
func (p *Plan) Wrap(behind int64, f dialect.Format, list []Insert) {
	for _, in := range list {
		if in.Moved != nil {
			p.Drop(*in.Moved)
		}
	}
	list = slices.Clone(list)
	p.put(behind, f, func(p *Plan, at Spot) []byte {
		blocks := p.blocks(list, f, at.layer)
		_, like := p.viewAt(at.behind, nil, at.layer)
		return f.Message(dialect.NewMessage{Like: like, Blocks: blocks})
	})
}

// Apart takes a result out of a record that holds more than that, and returns what writes
// it as a record of its own. F is the format of both.
func (p *Plan) Apart(in Insert, f dialect.Format) Text {
	p.Drop(*in.Moved)
	return func(p *Plan, at Spot) []byte {
		blocks := p.blocks([]Insert{in}, f, at.layer)
		_, like := p.viewAt(in.Call.Ref, nil, at.layer)
		return f.Message(dialect.NewMessage{Like: like, Blocks: blocks, Stamp: at.Stamp})
	}
}

// Behind puts results behind a record as records of their own.
func (p *Plan) Behind(ref int64, list []Insert) {
	for k, in := range list {
		if in.Moved != nil {
			p.Move(in.Moved.Ref, ref)
			continue
		}
		a := in.Answer
		p.put(ref, nil, func(p *Plan, at Spot) []byte {
			return p.result(&a, p.stampPlain(a.Call.Ref, k, at), nil, at.layer)
		})
	}
}

// stampPlain returns the time and the ordinal number of a new record without links. The
// time is that of the record which it stands behind, plus a millisecond for every new record
// up to it; before counts the new ones in front of it. The number is that of the record which
// it answers, or, at the end of the file, the next one, because Codex counts on from the
// number on the last line.
func (p *Plan) stampPlain(answers int64, before int, at Spot) (s dialect.Stamp) {
	v, _ := p.viewAt(answers, nil, at.layer)
	s.Ordinal = string(v.Ordinal.Raw())
	v, _ = p.viewAt(at.behind, nil, at.layer)
	next := v.Stamp().Follow(before + 1)
	if s.Ordinal != "" && at.behind == p.Last && next.Ordinal != "" {
		s.Ordinal = next.Ordinal
	}
	s.Time, s.Millis = next.Time, next.Millis
	return s
}

// PutMessage puts a user message with a text behind a record. F is its format.
func (p *Plan) PutMessage(behind int64, f dialect.Format, text string) {
	p.put(behind, f, func(p *Plan, at Spot) []byte {
		made := dialect.NewMessage{Text: text, Stamp: p.stampPlain(at.behind, 0, at)}
		_, made.Like = p.viewAt(at.behind, nil, at.layer)
		return f.Message(made)
	})
}

// AppendText puts a text at the end of a message, as a part of its content.
func (p *Plan) AppendText(ref int64, f dialect.Format, text string) {
	e := p.edit(ref).own()
	e.Tail = append(e.Tail, f.Part(text))
}

// blocks returns results as blocks of a message in format f.
func (p *Plan) blocks(list []Insert, f dialect.Format, layer int) (blocks [][]byte) {
	for i := range list {
		in := &list[i]
		if in.Moved == nil {
			blocks = append(blocks, p.result(&in.Answer, dialect.Stamp{}, f, layer))
			continue
		}
		v, _ := p.viewAt(in.Moved.Ref, nil, layer)
		if !has(v, in.Moved.in()) {
			p.Fail(errFormat)
			continue
		}
		res := v.Results[in.Moved.N]
		raw := append([]byte(nil), res.Item.Raw()...)
		if in.ID != "" {
			at, _ := res.Item.Span()
			start, end := res.ID.Span()
			raw = outline.Splice(raw, []outline.Edit{{Start: start - at, End: end - at, Text: outline.Quote(in.ID)}})
		}
		blocks = append(blocks, raw)
	}
	return blocks
}

// result writes an answer in format f, or, if that is nil, in the format of the call's
// record. S is the stamp of a record of its own.
func (p *Plan) result(a *Answer, s dialect.Stamp, f dialect.Format, layer int) []byte {
	v, root := p.viewAt(a.Call.Ref, f, layer)
	c := p.call(v, a)
	made := dialect.NewResult{
		Call: root, ID: c.ID.Text(), Name: c.Name.Text(), Kind: c.Kind, Text: p.Wording.Text, ErrorFlag: p.Wording.ErrorFlag, Stamp: s,
	}
	if a.ID != "" {
		made.ID = a.ID
	}
	return v.Format.Result(made)
}

// call returns the call that an answer is for. A call that a compaction put in is in the
// list of messages of its boundary record; v is what a format sees in that record.
func (p *Plan) call(v *dialect.View, a *Answer) dialect.Call {
	if v.Class != dialect.Boundary {
		if has(v, a.Call.in()) {
			return v.Calls[a.Call.N]
		}
		p.Fail(errFormat)
		return dialect.Call{}
	}
	found := dialect.NewDetector(nil, p.Own)
	var inner dialect.View
	list := v.List
	for el := range list.All() {
		if !found.View(el, &inner) {
			continue
		}
		for _, c := range inner.Calls {
			if pairing.Hash(c.ID.Text()) == a.Hash {
				return c
			}
		}
	}
	return dialect.Call{}
}
