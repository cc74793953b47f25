package plan

import (
	"encoding/binary"

	"trtools/internal/dialect"
)

// added is a record that is put in.
type added struct {
	text   Text
	behind int64
	layer  int32
	stamp  uint32 // its number among those that chains gave, from 1 on; 0: it has none
}

// firstAdded is the reference of the first record that is put in.
const firstAdded = int64(1) << 39

// put adds a record behind another one and returns its reference.
func (p *Plan) put(behind int64, text Text) int64 {
	ref := firstAdded + int64(len(p.added))
	p.added = append(p.added, added{text: text, layer: int32(p.layer), behind: behind})
	if c := p.at(behind); c == goes || p.isCut(behind) || !p.behind.inOrder(behind, ref) {
		p.follow(behind, ref)
	}
	return ref
}

// putStamped is put for a record of a chain.
func (p *Plan) putStamped(behind int64, text Text, s dialect.Stamp) {
	a := &p.added[p.put(behind, text)-firstAdded]
	p.stamps = append(p.stamps, packStamp(s))
	a.stamp = uint32(len(p.stamps))
}

// spot returns where a new record is put in.
func (p *Plan) spot(a *added) spot {
	at := spot{behind: a.behind, layer: int(a.layer)}
	if a.stamp > 0 {
		at.stamp = unpackStamp(p.stamps[a.stamp-1])
	}
	return at
}

// packStamp returns the stamp of a record of a chain in few bytes. Its time is what
// dialect.Later returns, or none.
func packStamp(s dialect.Stamp) []byte {
	b := appendID(appendID(nil, s.RecordID), s.Parent)
	if s.Time != "" {
		b = binary.AppendVarint(b, s.Millis)
	}
	return b
}

func unpackStamp(b []byte) (s dialect.Stamp) {
	s.RecordID, b = readID(b)
	s.Parent, b = readID(b)
	if len(b) > 0 {
		s.Millis, _ = binary.Varint(b)
		s.Time = dialect.TimeOf(s.Millis)
	}
	return s
}
