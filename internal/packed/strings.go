package packed

// Strings is a list of many short strings of bytes, one behind the other. The zero value is
// an empty list.
type Strings struct {
	begins Ascending
	log    Log
}

// Add adds a string, and returns its number.
func (s *Strings) Add(b []byte) int {
	s.begins.Add(int64(s.log.Room(len(b))))
	s.log.Bytes(b)
	return s.begins.n - 1
}

// At returns string i. Nobody changes it.
func (s *Strings) At(i int) []byte {
	from := Place(s.begins.At(i))
	b := s.log.From(from)
	if i+1 < s.begins.n {
		if n := Place(s.begins.At(i+1)) - from; n < Place(len(b)) {
			b = b[:n]
		}
	}
	return b[:len(b):len(b)]
}
