package packed

import "encoding/binary"

// Log is a list of bytes that only grows, at its end. They are in blocks that do not move
// once they are full, and are hardly copied before; a short list takes no more memory than it
// needs. The zero value is an empty list.
type Log struct {
	full [][]byte
	last []byte
}

// Place is where something begins in a Log.
type Place int64

// logBlock is how many bytes a block has, unless more belong together.
const logBlock = 32 << 10

// shortLog is how many bytes a Log holds before it has room for a block of them.
const shortLog = logBlock / 16

// Room returns where the bytes begin that come next. So many of them stand together.
func (l *Log) Room(n int) Place {
	switch {
	case len(l.last) > 0 && len(l.last)+n > logBlock:
		l.full = append(l.full, l.last)
		l.last = make([]byte, 0, max(n, logBlock))
	case len(l.last) > shortLog && cap(l.last) < logBlock:
		l.last = append(make([]byte, 0, logBlock), l.last...)
	}
	return l.End()
}

// End returns where the bytes end that are there.
func (l *Log) End() Place { return place(len(l.full), len(l.last)) }

func place(block, at int) Place { return Place(block)<<32 | Place(at) }

// Uvarint, Varint and Bytes add to what Room was asked for.
func (l *Log) Uvarint(v uint64) { l.last = binary.AppendUvarint(l.last, v) }
func (l *Log) Varint(v int64)   { l.last = binary.AppendVarint(l.last, v) }
func (l *Log) Bytes(b []byte)   { l.last = append(l.last, b...) }
func (l *Log) String(s string)  { l.last = append(l.last, s...) }

// Truncate deletes what is behind a place.
func (l *Log) Truncate(at Place) {
	l.last = l.block(int(at >> 32))[:uint32(at)]
	l.full = l.full[:at>>32]
}

func (l *Log) block(i int) []byte {
	if i == len(l.full) {
		return l.last
	}
	return l.full[i]
}

// From returns the bytes from a place on that stand together.
func (l *Log) From(at Place) []byte { return l.block(int(at >> 32))[uint32(at):] }

// Read returns a Reader of what there is from a place on.
func (l *Log) Read(from Place) Reader {
	return Reader{log: l, block: int(from >> 32), rest: l.From(from)}
}

// Reader reads a Log, which must not grow meanwhile.
type Reader struct {
	log   *Log
	block int
	rest  []byte // of the block
}

// Place returns where the reader is.
func (r *Reader) Place() Place { return place(r.block, len(r.log.block(r.block))-len(r.rest)) }

// More reports whether there is anything left. Ask before each thing that stands together.
func (r *Reader) More() bool {
	for len(r.rest) == 0 && r.block < len(r.log.full) {
		r.block++
		r.rest = r.log.block(r.block)
	}
	return len(r.rest) > 0
}

// Uvarint, Varint and Bytes return what was added, in its order. The bytes are those of the
// log.
func (r *Reader) Uvarint() uint64 {
	v, n := binary.Uvarint(r.rest)
	r.rest = r.rest[n:]
	return v
}

func (r *Reader) Varint() int64 {
	v, n := binary.Varint(r.rest)
	r.rest = r.rest[n:]
	return v
}

func (r *Reader) Bytes(n int) []byte {
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}
