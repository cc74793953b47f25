package plan

import "trtools/internal/dialect"

// added is a record that is put in.
type added struct {
	text   Text
	format dialect.Format // what writes it, nil where the record tells: of a message of nothing but text others could have written it
	behind int64
	layer  int32
	stamp  *stamp // that a chain gave it; nil for none
}

// stamp is the place and time of a record of a chain. The text of the time is made again where it is
// needed: of a session there may be one for every call.
type stamp struct {
	id, parent string
	millis     int64
	timed      bool
}

// firstAdded is the reference of the first record that is put in.
const firstAdded = int64(1) << 39

// addedAt returns the record with a reference, of those that are put in.
func (p *Plan) addedAt(ref int64) *added { return p.added.At(int(ref - firstAdded)) }

// put adds a record behind another one and returns its reference.
func (p *Plan) put(behind int64, f dialect.Format, text Text) int64 {
	ref := firstAdded + int64(p.added.Add(added{text: text, format: f, layer: int32(p.layer), behind: behind}))
	p.follow(behind, ref)
	return ref
}

// putStamped is put for a record of a chain.
func (p *Plan) putStamped(behind int64, text Text, s dialect.Stamp) {
	p.addedAt(p.put(behind, nil, text)).stamp = &stamp{s.RecordID, s.Parent, s.Millis, s.Time != ""}
}

// spot returns where a new record is put in.
func (p *Plan) spot(a *added) Spot {
	at := Spot{behind: a.behind, layer: int(a.layer)}
	if s := a.stamp; s != nil {
		at.Stamp.RecordID, at.Stamp.Parent = s.id, s.parent
		if s.timed {
			at.Stamp.Time, at.Stamp.Millis = dialect.TimeOf(s.millis), s.millis
		}
	}
	return at
}
