package pair_test

import (
	"bytes"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
)

// seeds are healthy and damaged samples of all dialects.
func seeds() [][]byte {
	var list [][]byte
	for _, d := range transcripttest.All() {
		for _, text := range []string{"U A[x] R(x) F", "U A[x] F", "U R(x) F", "U A+[a] S(a) M N U R(a) F A[b]", "U A[x] R(x) R(x=2) A[x] R(x) F"} {
			list = append(list, d.Bytes(text))
		}
		two := d.Bytes("U A[x] R(x) F")
		list = append(list, bytes.ReplaceAll(two, []byte("\n"), nil), two[:len(two)-9], bytes.Replace(two, []byte("text 1"), []byte(`\ud83d`), 1))
	}
	return list
}

// FuzzPair checks what holds for any input, with options made from bits.
func FuzzPair(f *testing.F) {
	for i, data := range seeds() {
		f.Add(data, uint16(i*37))
		f.Add(data, uint16(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, bits uint16) {
		opt := fromBits(bits)
		invariants(t, opt, data, run(t, opt, data))
	})
}

// fromBits makes options of bits; 0 gives the usual ones.
func fromBits(b uint16) pair.Options {
	o := pair.Options{}
	o.Missing, o.Tail = pair.Missing(b%3), 2*pair.Tail(b>>2&1)
	o.Orphans, o.Duplicates = pair.Orphans(b>>3&3)%3, pair.Duplicates(b>>5&3)%3
	o.NoMend, o.NoRelink = b>>7&1 == 1, b>>8&1 == 1
	o.HoldBack, o.NoErrorFlag = b>>9&1 == 1, b>>10&1 == 1
	return o
}
