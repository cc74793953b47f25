package pieces

import (
	"bytes"
	"testing"
	"unsafe"
)

// Large memory is as large as was asked for, zero, and begins where a large page does.
func TestLarge(t *testing.T) {
	for _, size := range []int{largePage, 4 * largePage} {
		b := Large(size)
		if bytes.Count(b, []byte{0}) != size || cap(b) != size || uintptr(unsafe.Pointer(&b[0]))%largePage != 0 {
			t.Errorf("%d of %d bytes at %p", len(b), size, b)
		}
		b[0], b[size-1] = 1, 1
	}
}
