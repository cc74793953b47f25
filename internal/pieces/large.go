package pieces

import "unsafe"

// largePage is the size of a large page, in bytes, on the processors that we know of.
const largePage = 2 << 20

// Large returns memory for so many bytes, a multiple of largePage, in large pages where the
// system has them: where the first touch of a page is dear, as in a virtual machine,
// touching the small ones takes longer than filling them.
func Large(size int) []byte {
	b := make([]byte, size+largePage)
	over := uintptr(unsafe.Pointer(unsafe.SliceData(b))) % largePage
	b = b[(largePage-over)%largePage:][:size:size]
	inLargePages(b)
	return b
}
