package pieces

import "sync"

// Room is memory for bytes that are only needed for a while. Who is done with it gives it
// to the next one: with -j there is a stage for every batch.
type Room struct{ Bytes []byte }

// mostRoom is how large a Room may be that is kept, in bytes: a long line is rare.
const mostRoom = 512 << 10

var rooms = sync.Pool{New: func() any { return new(Room) }}

// TakeRoom returns an empty Room, of any size.
func TakeRoom() *Room { return rooms.Get().(*Room) }

// Give gives the Room back. Nobody may read its bytes any more.
func (r *Room) Give() {
	if cap(r.Bytes) <= mostRoom {
		r.Bytes = r.Bytes[:0]
		rooms.Put(r)
	}
}
