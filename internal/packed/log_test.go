package packed

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// entry is something that is put into a log, and where.
type entry struct {
	at    Place
	n     uint64
	v     int64
	bytes []byte
}

// filled returns a log, and what was put into it.
func filled(r *rand.Rand, n int) (l Log, list []entry) {
	for range n {
		e := entry{n: r.Uint64() >> r.IntN(64), v: r.Int64() >> r.IntN(64), bytes: bytes.Repeat([]byte{byte(r.Int())}, r.IntN(60))}
		e.at = l.End()
		l.Uvarint(e.n)
		l.Varint(e.v)
		l.Uvarint(uint64(len(e.bytes)))
		l.Bytes(e.bytes)
		list = append(list, e)
	}
	return l, list
}

// check checks that a reader comes upon some entries.
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
	}
	if r.More() || r.Place() != l.End() || len(l.From(r.Place())) > 0 {
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
			at := l.End()
			l.Uvarint(7)
			if rest := l.Read(at); !rest.More() || rest.Uvarint() != 7 || rest.More() {
				t.Fatalf("cut at %d of %d: what comes behind is not there", i, n)
			}
		}
	}
}
