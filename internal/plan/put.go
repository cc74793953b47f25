package plan

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/pairing"
	"trtools/pkg/transcript/outline"
)

// Text writes the text of a record that is put in.
type Text interface {
	// write returns the text, from the records as they read before the layer in which the
	// record was put in.
	write(p *Plan, at spot) []byte
	// format is what writes the record, nil where it is told by the record: of a message of
	// nothing but text others could have written it.
	format() dialect.Format
}

// spot is where a record is put in, and what its place gives it.
type spot struct {
	behind int64
	layer  int
	stamp  dialect.Stamp // of one that is put into a chain
}

// TextFunc is a Text that is told its stamp, and the layer.
type TextFunc func(p *Plan, s dialect.Stamp, layer int) []byte

func (f TextFunc) format() dialect.Format { return nil }

func (f TextFunc) write(p *Plan, at spot) []byte { return f(p, at.stamp, at.layer) }

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
func (a Answer) Record() Text { return &a }

func (a *Answer) format() dialect.Format { return nil }

func (a *Answer) write(p *Plan, at spot) []byte { return p.result(a, at.stamp, nil, at.layer) }

// plain is a new result as a record without links, behind some others that are put in with it.
type plain struct {
	Answer
	others int
}

func (a *plain) write(p *Plan, at spot) []byte {
	return p.result(&a.Answer, p.stampPlain(a.Call.Ref, a.others, at), nil, at.layer)
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
	p.put(behind, &wrapped{f, slices.Clone(list)})
}

// wrapped is a new message that holds results.
type wrapped struct {
	f    dialect.Format
	list []Insert
}

func (w *wrapped) format() dialect.Format { return w.f }

func (w *wrapped) write(p *Plan, at spot) []byte {
	blocks := p.blocks(w.list, w.f, at.layer)
	_, like := p.viewAt(at.behind, nil, at.layer)
	return w.f.Message(dialect.NewMessage{Like: like, Blocks: blocks})
}

// Apart takes a result out of a record that holds more than that, and returns what writes
// it as a record of its own. F is the format of both.
func (p *Plan) Apart(in Insert, f dialect.Format) Text {
	p.Drop(*in.Moved)
	return TextFunc(func(p *Plan, s dialect.Stamp, layer int) []byte {
		blocks := p.blocks([]Insert{in}, f, layer)
		_, like := p.viewAt(in.Call.Ref, nil, layer)
		return f.Message(dialect.NewMessage{Like: like, Blocks: blocks, Stamp: s})
	})
}

// Behind puts results behind a record as records of their own.
func (p *Plan) Behind(ref int64, list []Insert) {
	for k, in := range list {
		if in.Moved != nil {
			p.Move(in.Moved.Ref, ref)
			continue
		}
		p.put(ref, &plain{in.Answer, k})
	}
}

// stampPlain returns the time and the ordinal number of a new record without links. The
// time is that of the record which it stands behind, plus a millisecond for every new record
// up to it; before counts the new ones in front of it. The number is that of the record which
// it answers, or, at the end of the file, the next one, because Codex counts on from the
// number on the last line.
func (p *Plan) stampPlain(answers int64, before int, at spot) (s dialect.Stamp) {
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
	p.put(behind, &said{f, text})
}

// said is a new message with a text.
type said struct {
	f    dialect.Format
	text string
}

func (m *said) format() dialect.Format { return m.f }

func (m *said) write(p *Plan, at spot) []byte {
	made := dialect.NewMessage{Text: m.text, Stamp: p.stampPlain(at.behind, 0, at)}
	_, made.Like = p.viewAt(at.behind, nil, at.layer)
	return m.f.Message(made)
}

// AppendText puts a text at the end of a message, as a part of its content.
func (p *Plan) AppendText(ref int64, f dialect.Format, text string) {
	e := p.edit(ref).own()
	e.tail = append(e.tail, f.Part(text))
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
		if !in.Moved.of(v) {
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
			if pairing.Hash(c.ID.Text()) == a.Hash {
				return c
			}
		}
	}
	return dialect.Call{}
}
