package plan

import (
	"errors"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/pkg/transcript/outline"
)

// Records reads records again, as they were read the first time: mended, and
// without their line ending. Nobody changes the bytes.
type Records interface {
	Text(ref int64) ([]byte, error)
}

// Plan holds the changes to the records of one input, or to the messages of one
// conversation.
type Plan struct {
	Records Records
	Fixed   dialect.Format // of all records; nil to detect it
	Own     string         // an additional text that marks a stand-in for a lost result
	Wording Wording        // of results that are put in
	Last    int64          // the last record of the input, -1 if there is none
	// Seen holds the records of the input in the formats in which their calls and results
	// were counted: among other records one may be of another format than by itself.
	// With nil every record is looked at by itself.
	Seen *history.Index

	// Numbered says that records of the input are numbered, Misnumbered that their numbers may
	// have a gap or a double which is to be mended: see Renumber.
	// KeepNumbers leaves such numbers alone where nothing else changes.
	Numbered, Misnumbered, KeepNumbers bool
	renumber                           bool // the result gets other numbers when it is carried out

	Report Findings

	layer   int
	changes map[int64]*change
	removed packed.Ascending // records that go and have no other change
	added   packed.List[added]
	front   []int64 // records that stand before all others
	read    []*reading
	err     error // the first error of reading
}

// place is where the plan puts a record that is new or moves.
type place struct {
	behind int64
	layer  int // in which it was put there
}

// Part names a call or a result: the n-th of its record.
type Part struct {
	Ref    int64
	N      int32
	Result bool
}

// change holds the changes to one record.
type change struct {
	gone  bool    // it is removed, or it moved away from its place
	moved bool    // it was put behind another record, or in front of all
	front bool    // it was put in front of all: the records behind it stay where they were
	at    *place  // where it was put, if it moved
	edits []*edit // one a layer
	// behind is what was put behind it, in that order: new records, and those that moved there.
	behind []int64
}

// edit holds the changes that one layer makes inside a record. Most records that change only get
// another parent.
type edit struct {
	*parts
	layer  int
	format dialect.Format // nil: what it is detected as
	parent *string        // the id of its new parent, nil to keep the old one
	fixed  []outline.Edit // at places of the record's text that are known
}

// parts are the changes that an edit makes in the parts of a record, and what few edits change.
type parts struct {
	dialect.Change          // without Lead, and the texts of Words
	time           string   // its new time stamp, "" to keep the old one
	lead           []Insert // results that are put at the head of the message
	more           []EditFunc
}

// noParts are those of an edit that changes none. They are never changed.
var noParts parts

// own returns the changes in the parts, to be added to.
func (e *edit) own() *parts {
	if e.parts == &noParts {
		e.parts = new(parts)
	}
	return e.parts
}

// EditFunc returns edits of a record that v was seen in, at positions of the text
// that v's Doc was parsed from.
type EditFunc func(v *dialect.View, rec outline.Value) []outline.Edit

// New returns an empty plan. It takes no memory until something is planned: of many
// conversations most have an empty one.
func New(r Records) *Plan {
	return &Plan{Records: r, Last: -1}
}

// Reset makes p an empty plan for the records of another input. It keeps nothing of what was
// planned, and no setting, but the memory that it read records in.
func (p *Plan) Reset(r Records) {
	*p = Plan{Records: r, Last: -1, read: p.read}
	for _, s := range p.read {
		s.ref = -1
	}
}

// Err returns the first error of reading a record again, or anything else of the file.
func (p *Plan) Err() error {
	if f, ok := p.Records.(*File); ok && p.err == nil {
		return f.Err()
	}
	return p.err
}

// Fail notes an error of reading a record again, nil if there is none: what is planned
// without it is not carried out.
func (p *Plan) Fail(err error) {
	if p.err == nil && err != nil {
		p.err = err
	}
}

// Empty reports whether nothing changes.
func (p *Plan) Empty() bool {
	return len(p.changes) == 0 && p.removed.Len() == 0 && len(p.front) == 0
}

// passes reports whether all of the input comes out as it is.
func (p *Plan) passes(o Output) bool {
	return p.Empty() && p.added.Len() == 0 && len(o.Regions) == 0
}

// Layer begins a new layer: from now on, Text and View return records with the edits
// that have been planned so far.
func (p *Plan) Layer() { p.layer++ }

// Touched reports whether the plan removes, moves or changes a record, or puts
// something behind it.
func (p *Plan) Touched(ref int64) bool { return p.at(ref) != nil }

// now returns the edit of a record in this layer, nil if there is none.
func (p *Plan) now(ref int64) *edit {
	if c := p.at(ref); c != nil && len(c.edits) > 0 {
		if e := c.edits[len(c.edits)-1]; e.layer == p.layer {
			return e
		}
	}
	return nil
}

// edit returns the edit of a record in this layer, to be added to.
func (p *Plan) edit(ref int64) *edit {
	e := p.now(ref)
	if e == nil {
		c := p.change(ref)
		e = &edit{parts: &noParts, layer: p.layer}
		c.edits = append(c.edits, e)
	}
	return e
}

// Remove takes a record out of the place that it has in the current layer. One with no other
// change is only noted in a list, if it stands behind all others that are removed.
func (p *Plan) Remove(ref int64) {
	if ref < firstAdded && (p.removed.Len() == 0 || ref > p.removed.Last()) && p.at(ref) == nil {
		p.removed.Add(ref)
		return
	}
	c := p.change(ref)
	c.gone, c.moved = true, false
}

// RemoveAll removes many records.
func (p *Plan) RemoveAll(refs packed.Ascending) {
	for ref := range refs.All() {
		if c := p.at(ref); c != nil && c != goes { // it is no change that many have
			c = p.change(ref)
			c.gone, c.moved = true, false
		}
	}
	if p.removed.Len() > 0 {
		refs = packed.Sorted(slices.AppendSeq(slices.Collect(p.removed.All()), refs.All()))
	}
	p.removed = refs
}

// Away reports whether a record is not where it was, because it is removed or moves
// behind another one.
func (p *Plan) Away(ref int64) bool {
	c := p.at(ref)
	return c != nil && c.gone && !slices.Contains(p.front, ref)
}

// Move puts a record behind another one.
func (p *Plan) Move(ref, behind int64) {
	p.detach(ref)
	c := p.change(ref)
	c.gone, c.moved, c.at = true, true, &place{behind, p.layer}
	p.follow(behind, ref)
}

// follow has a record stand behind another one, whatever becomes of that one.
func (p *Plan) follow(behind, ref int64) {
	c := p.change(behind)
	c.behind = append(c.behind, ref)
}

// detach takes a record out of the place that an earlier layer put it in.
func (p *Plan) detach(ref int64) {
	at, ok := p.placeOf(ref)
	if !ok {
		return
	}
	c := p.change(at.behind)
	c.behind = slices.DeleteFunc(c.behind, func(r int64) bool { return r == ref })
}

// Front puts a record before all others. What is put in behind it stays at its old
// place.
func (p *Plan) Front(ref int64) {
	c := p.change(ref)
	c.gone, c.moved, c.front = true, true, true
	p.front = append(p.front, ref)
}

// takesAlong reports whether what is behind the record is written at its new place.
func (c *change) takesAlong() bool { return c.moved && !c.front }

// placeOf returns where a record was put that is new or moved, false for others.
func (p *Plan) placeOf(ref int64) (place, bool) {
	if c := p.changes[ref]; c != nil && c.at != nil {
		return *c.at, true
	}
	if ref < firstAdded {
		return place{}, false
	}
	a := p.addedAt(ref)
	return place{a.behind, int(a.layer)}, true
}

// in returns a part as its record knows it.
func (x Part) in() dialect.Part { return dialect.Part{N: int(x.N), Result: x.Result} }

// Drop takes a call or result out of its record.
func (p *Plan) Drop(x Part) { e := p.edit(x.Ref).own(); e.Drop = append(e.Drop, x.in()) }

// Dropped returns the calls and results that this layer takes out of a record.
func (p *Plan) Dropped(ref int64) []dialect.Part {
	if e := p.now(ref); e != nil {
		return e.Drop
	}
	return nil
}

// MakeText turns a result into a text of the user.
func (p *Plan) MakeText(x Part) {
	e := p.edit(x.Ref).own()
	e.Words = append(e.Words, dialect.PartText{Part: x.in()})
}

// Rename gives a call or result another id.
func (p *Plan) Rename(x Part, id string) {
	e := p.edit(x.Ref).own()
	e.Rename = append(e.Rename, dialect.PartText{Part: x.in(), Text: id})
}

// Fill writes results into the calls of a record.
func (p *Plan) Fill(ref int64, list []dialect.Completion) {
	e := p.edit(ref).own()
	e.Fill = append(e.Fill, list...)
}

// SeeAs fixes the format of a record that several formats could have written.
func (p *Plan) SeeAs(ref int64, f dialect.Format) {
	e := p.edit(ref)
	e.format = f
}

// Relink has a record name another parent, "" for none.
func (p *Plan) Relink(ref int64, parent string) {
	p.edit(ref).parent = &parent
}

// Retime gives a record another time stamp.
func (p *Plan) Retime(ref int64, time string) { p.edit(ref).own().time = time }

// Edit adds a function to the edits of a record in this layer.
func (p *Plan) Edit(ref int64, f EditFunc) { e := p.edit(ref).own(); e.more = append(e.more, f) }

// EditAt adds edits of a record in this layer, at positions of the text that Text returns.
// The list is sorted.
func (p *Plan) EditAt(ref int64, list []outline.Edit) {
	if len(list) > 0 {
		sortEdits(list)
		e := p.edit(ref)
		e.fixed = append(e.fixed, list...)
	}
}

// isFixed reports whether nothing has to be seen in a record to edit it.
func (e *edit) isFixed() bool {
	return len(e.fixed) > 0 && e.format == nil && e.parent == nil && e.time == "" &&
		len(e.Drop)+len(e.Words)+len(e.Rename)+len(e.lead)+len(e.Tail)+len(e.Fill)+len(e.more) == 0
}

// onlyEdits returns the edits at known places of a record that stays where it is, and of
// which nothing else changes; nil of any other.
func (c *change) onlyEdits() []outline.Edit {
	if len(c.edits) != 1 || !c.edits[0].isFixed() || c.gone || c.moved || len(c.behind) > 0 {
		return nil
	}
	return c.edits[0].fixed
}

// ChangeLike makes the changes that this layer makes in one record in another one with
// the same bytes too. It reports whether there are any.
func (p *Plan) ChangeLike(ref, other int64) bool {
	e := p.now(other)
	if e == nil || p.Away(ref) {
		return false
	}
	like := *e
	if e.parts != &noParts {
		all := *e.parts
		like.parts = &all
	}
	*p.edit(ref) = like
	return true
}

// Inside makes what another plan does to the messages of the conversation that a record
// holds edits of the record. List is where the messages stand in it. That plan is for the
// record as the earlier layers left it; nothing is asked of it any more.
func (p *Plan) Inside(ref int64, list outline.Value, inner *Plan) {
	if edits := inner.ListEdits(list); len(edits) > 0 {
		p.EditAt(ref, edits)
	}
	p.Fail(inner.Err())
}

// errFormat means that a plan names a call or result which the record does not have in
// the format that it is read in. That is a bug here.
var errFormat = errors.New("a planned change does not fit its record; nothing was written, please report this")

// errChanged means that the input is not what it was when it was read first.
var errChanged = errors.New("a record changed while it was read")

// Lost reports whether a record is in no place of the planned result.
func (p *Plan) Lost(ref int64) bool {
	c := p.at(ref)
	return c != nil && c.gone && !c.moved
}

// Origin returns ref itself for a record of the input. For a new record it returns the
// record of the input that the new one was put behind.
func (p *Plan) Origin(ref int64) int64 {
	for ref >= firstAdded {
		ref = p.addedAt(ref).behind
	}
	return ref
}

// Number returns the number of a message of a conversation among those that were read, from
// 1; that of a new one is that of the message which it stands behind.
func (p *Plan) Number(ref int64) int { return int(p.Origin(ref)) + 1 }

// Tell adds a finding about a record of the plan to others, with its number in a conversation.
func (p *Plan) Tell(to *Findings, f Finding) {
	if _, lines := p.Records.(*File); !lines {
		f.Number = p.Number(f.Ref)
	}
	to.Add(f)
}

// Edited reports whether a record reads differently since an earlier layer.
func (p *Plan) Edited(ref int64) bool {
	c := p.at(ref)
	return c != nil && len(c.edits) > 0 && c.edits[0].layer < p.layer
}
