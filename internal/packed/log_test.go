package packed

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"trtools/internal/transcripttest"
)

// entry is something that is put into a log, and where.
type entry struct {
	at    Place
	n     uint64
	v     int64
	bytes []byte
}

// filled returns a log, and what was put into it: now and then more than a block.
func filled(r *rand.Rand, n int) (l Log, list []entry) {
	for range n {
		e := entry{n: r.Uint64() >> r.IntN(64), v: r.Int64() >> r.IntN(64), bytes: bytes.Repeat([]byte{byte(r.Int())}, r.IntN(60))}
		if r.IntN(200) == 0 {
			e.bytes = bytes.Repeat([]byte("x"), logBlock-10+r.IntN(20))
		}
		e.at = l.Room(40 + len(e.bytes))
		l.Uvarint(e.n)
		l.Varint(e.v)
		l.Uvarint(uint64(len(e.bytes)))
		l.Bytes(e.bytes)
		list = append(list, e)
	}
	return l, list
}

// check checks that a reader comes upon some entries, and that they stand together.
func check(t *testing.T, l *Log, r Reader, list []entry) {
	t.Helper()
	for i, e := range list {
		if !r.More() || r.Place() != e.at {
			t.Fatalf("entry %d is at %x, want %x", i, r.Place(), e.at)
		}
		n, v := r.Uvarint(), r.Varint()
		if b := r.Bytes(int(r.Uvarint())); n != e.n || v != e.v || !bytes.Equal(b, e.bytes) {
			t.Fatalf("entry %d reads %d, %d, %d bytes, want %d, %d, %d", i, n, v, len(b), e.n, e.v, len(e.bytes))
		}
		if !bytes.Contains(l.From(e.at), e.bytes) {
			t.Fatalf("entry %d does not stand together", i)
		}
	}
	if r.More() || r.Place() != l.End() {
		t.Fatalf("there is more behind %d entries", len(list))
	}
}

// What was put into a log comes out of it, from the beginning or from any entry on.
func TestLog(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 5))
		l, list := filled(r, int(seed*seed*10))
		check(t, &l, l.Read(0), list)
		for range 20 {
			if len(list) > 0 {
				i := r.IntN(len(list))
				check(t, &l, l.Read(list[i].at), list[i:])
			}
		}
	}
}

// What is behind a place is deleted, and the log goes on from there.
func TestTruncatedLog(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	for _, n := range []int{1, 500, 4000} {
		for range 10 {
			l, list := filled(r, n)
			i := r.IntN(n)
			l.Truncate(list[i].at)
			check(t, &l, l.Read(0), list[:i])
			at := l.Room(1)
			l.Uvarint(7)
			if rest := l.Read(at); !rest.More() || rest.Uvarint() != 7 || rest.More() {
				t.Fatalf("cut at %d of %d: what comes behind is not there", i, n)
			}
		}
	}
}

// Full blocks do not move, and there is room for no more than a block beyond what is in
// a log.
func TestRoomOfLogs(t *testing.T) {
	for _, n := range []int{0, 1, 100, logBlock, 10 * logBlock} {
		var l Log
		var first *byte
		for i := range n {
			l.Room(1)
			l.Bytes([]byte{byte(i)})
			if len(l.full) == 1 && first == nil {
				first = &l.full[0][0]
			}
		}
		room := cap(l.last)
		for _, b := range l.full {
			room += cap(b)
		}
		if room > n+logBlock+logBlock/4 || n < logBlock/4 && room > 2*n+8 {
			t.Errorf("room for %d bytes, with %d in it", room, n)
		}
		if first != nil && first != &l.full[0][0] {
			t.Errorf("the first block of %d bytes has moved", n)
		}
	}
}

// What grows to a block is hardly copied: memory that is left again costs its first touch.
func TestGrowingIsNoCopying(t *testing.T) {
	for name, c := range map[string]struct {
		size int
		grow func(n int)
	}{
		"a list": {8 * ListBlock, func(n int) {
			var l List[uint64]
			for i := range n / 8 {
				l.Add(uint64(i))
			}
		}},
		"a log": {logBlock, func(n int) {
			var l Log
			for range n / 16 {
				l.Room(16)
				l.String("sixteen bytes...")
			}
		}},
	} {
		for _, n := range []int{c.size, 3 * c.size} {
			if got := transcripttest.Allocated(func() { c.grow(n) }); got > uint64(n+n/4+1024) {
				t.Errorf("%s of %d bytes: %d were allocated", name, n, got)
			}
		}
	}
}
