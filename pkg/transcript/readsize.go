package transcript

import "io"

// bufferFor returns a buffer to read r with: of readSize, or of what is known to
// be in it, if that is less. A stage that reads many short spans of an input
// again would else spend its time on clearing memory.
func bufferFor(r io.Reader) []byte {
	size := int64(readSize)
	switch r := r.(type) {
	case *io.SectionReader:
		size = r.Size()
	case interface{ Len() int }: // bytes.Reader, strings.Reader
		size = int64(r.Len())
	}
	return make([]byte, min(readSize, max(size, 0)+1)) // one more to see the end without growing
}
