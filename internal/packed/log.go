package packed

import "encoding/binary"

// Log is a list of bytes that only grows, at its end. The zero value is an empty list.
type Log struct{ bytes []byte }

// Place is where something begins in a Log.
type Place int64

// End returns where the bytes end that are there.
func (l *Log) End() Place { return Place(len(l.bytes)) }

// Uvarint, Varint, Bytes and String add to the end.
func (l *Log) Uvarint(v uint64) { l.bytes = binary.AppendUvarint(l.bytes, v) }
func (l *Log) Varint(v int64)   { l.bytes = binary.AppendVarint(l.bytes, v) }
func (l *Log) Bytes(b []byte)   { l.bytes = append(l.bytes, b...) }
func (l *Log) String(s string)  { l.bytes = append(l.bytes, s...) }

// Truncate deletes what is behind a place.
func (l *Log) Truncate(at Place) { l.bytes = l.bytes[:at] }

// From returns the bytes from a place on.
func (l *Log) From(at Place) []byte { return l.bytes[at:] }

// Read returns a Reader of what there is from a place on.
func (l *Log) Read(from Place) Reader { return Reader{l.bytes, from} }

// Reader reads a Log as it was.
type Reader struct {
	bytes []byte
	at    Place
}

// Place returns where the reader is.
func (r *Reader) Place() Place { return r.at }

// More reports whether there is anything left.
func (r *Reader) More() bool { return int(r.at) < len(r.bytes) }

// Uvarint, Varint and Bytes return what was added, in its order. The bytes are those of the
// log.
func (r *Reader) Uvarint() uint64 {
	v, n := binary.Uvarint(r.bytes[r.at:])
	r.at += Place(n)
	return v
}

func (r *Reader) Varint() int64 {
	v, n := binary.Varint(r.bytes[r.at:])
	r.at += Place(n)
	return v
}

func (r *Reader) Bytes(n int) []byte {
	b := r.bytes[r.at : int(r.at)+n : int(r.at)+n]
	r.at += Place(n)
	return b
}
