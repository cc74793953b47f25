package plan

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/pkg/transcript/outline"
)

// TextFunc writes the text of a record that is put in, from the records as they read
// before a layer.
type TextFunc func(p *Plan, layer int) []byte

// Answer is a result that is put in for a call.
type Answer struct {
	*Wording
	Call Part
	Hash uint64 // of the call's id
	ID   string // the call's new id, "" if it keeps the one that it has
}

// Wording is what all answers of a run say.
type Wording struct {
	Text      string
	ErrorFlag bool
}

// Insert is a result that is put somewhere: one that moves, or a new one.
type Insert struct {
	Moved *Part
	Node  uint32 // of the record that a result moves out of, or history.None
	Made  *Answer
	Call  Part   // the call that it answers
	ID    string // the call's new id, "" if it keeps the one that it has
}

// Record returns the function that writes the answer as a record of its own.
func (a *Answer) Record(s dialect.Stamp) TextFunc {
	return func(p *Plan, layer int) []byte { return p.result(a, s, nil, layer) }
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
		own.lead = append(own.lead, block{in.Moved, in.ID, in.Made})
	}
}

// Wrap puts a new user message, which holds the results, behind a record.
func (p *Plan) Wrap(behind int64, f dialect.Format, list []Insert) {
	var blocks []block
	for _, in := range list {
		if in.Moved != nil {
			p.Drop(*in.Moved)
		}
		blocks = append(blocks, block{in.Moved, in.ID, in.Made})
	}
	p.putAs(behind, f, func(p *Plan, layer int) []byte {
		e := edit{parts: &parts{lead: blocks}, layer: layer, format: f}
		list := p.blocks(&e)
		_, like := p.viewAt(behind, nil, layer)
		return f.Message(dialect.NewMessage{Like: like, Blocks: list})
	})
}

// Apart takes a result out of a record that holds more than that, and returns the
// function that writes it as a record of its own. F is the format of both.
func (p *Plan) Apart(in Insert, f dialect.Format) func(dialect.Stamp) TextFunc {
	p.Drop(*in.Moved)
	blocks := []block{{in.Moved, in.ID, nil}}
	return func(s dialect.Stamp) TextFunc {
		return func(p *Plan, layer int) []byte {
			list := p.blocks(&edit{parts: &parts{lead: blocks}, layer: layer, format: f})
			_, like := p.viewAt(in.Call.Ref, nil, layer)
			return f.Message(dialect.NewMessage{Like: like, Blocks: list, Stamp: s})
		}
	}
}

// Behind puts results behind a record as records of their own.
func (p *Plan) Behind(ref int64, list []Insert) {
	for k, in := range list {
		if in.Moved != nil {
			p.Move(in.Moved.Ref, ref)
			continue
		}
		made := in.Made
		p.put(ref, func(p *Plan, layer int) []byte {
			var s dialect.Stamp
			p.stampPlain(&s, made.Call.Ref, ref, k, layer)
			return p.result(made, s, nil, layer)
		})
	}
}

// stampPlain gives a new record without links a time and an ordinal number. The time is
// that of the record which it stands behind, plus a millisecond for every new record up
// to it; k counts the new ones in front of it. The number is that of the record which it
// answers, or, at the end of the file, the next one, because Codex counts on from the
// number on the last line.
func (p *Plan) stampPlain(s *dialect.Stamp, answers, behind int64, k, layer int) {
	v, _ := p.viewAt(answers, nil, layer)
	s.Ordinal = string(v.Ordinal.Raw())
	v, _ = p.viewAt(behind, nil, layer)
	next := v.Stamp().Follow(k + 1)
	if s.Ordinal != "" && behind == p.Last && next.Ordinal != "" {
		s.Ordinal = next.Ordinal
	}
	s.Time, s.Millis = next.Time, next.Millis
}

// PutMessage puts a user message with a text behind a record. F is its format.
func (p *Plan) PutMessage(behind int64, f dialect.Format, text string) {
	p.putAs(behind, f, func(p *Plan, layer int) []byte {
		m := dialect.NewMessage{Text: text}
		p.stampPlain(&m.Stamp, behind, behind, 0, layer)
		_, m.Like = p.viewAt(behind, nil, layer)
		return f.Message(m)
	})
}

// AppendText puts a text at the end of a message, as a part of its content.
func (p *Plan) AppendText(ref int64, f dialect.Format, text string) {
	e := p.edit(ref).own()
	e.tail = append(e.tail, f.Part(text))
}

// blocks returns the result blocks that an edit puts at the head of its message.
func (p *Plan) blocks(e *edit) (list [][]byte) {
	for _, b := range e.lead {
		if b.moved == nil {
			list = append(list, p.result(b.made, dialect.Stamp{}, e.format, e.layer))
			continue
		}
		v, _ := p.viewAt(b.moved.Ref, nil, e.layer)
		if !b.moved.of(v) {
			p.Fail(errFormat)
			continue
		}
		res := v.Results[b.moved.N]
		raw := append([]byte(nil), res.Item.Raw()...)
		if b.id != "" {
			at, _ := res.Item.Span()
			start, end := res.ID.Span()
			raw = outline.Splice(raw, []outline.Edit{{Start: start - at, End: end - at, Text: outline.Quote(b.id)}})
		}
		list = append(list, raw)
	}
	return list
}

// result writes an answer in format f, or, if that is nil, in the format of the call's
// record. S is the stamp of a record of its own.
func (p *Plan) result(a *Answer, s dialect.Stamp, f dialect.Format, layer int) []byte {
	v, root := p.viewAt(a.Call.Ref, f, layer)
	c := p.call(v, a)
	made := dialect.NewResult{
		Call: root, ID: c.ID.Text(), Name: c.Name.Text(), Kind: c.Kind, Text: a.Text, ErrorFlag: a.ErrorFlag, Stamp: s,
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
		if a.Call.of(v) {
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
			if history.Hash(c.ID.Text()) == a.Hash {
				return c
			}
		}
	}
	return dialect.Call{}
}
