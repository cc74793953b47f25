package plan

import "trtools/internal/packed"

// Ends says where lines end, as far as it was noted when they were read: then none of them
// has to be read again to find that out. The zero value knows of none.
type Ends struct {
	behind packed.Ascending // where the next line begins
	open   bool             // the last one has no ending
	odd    bool             // another one ends in something else than LF alone
}

// Note takes a line that begins at an offset, with its ending. Lines come in order; there
// may be others between them.
func (e *Ends) Note(at int64, raw []byte) {
	n := len(raw)
	if e.odd || n == 0 {
		return
	}
	e.odd = e.open || raw[n-1] == '\r' || n > 1 && raw[n-1] == '\n' && raw[n-2] == '\r'
	e.open = raw[n-1] != '\n'
	e.behind.Add(at + int64(n))
}

// of returns where the line that begins at an offset ends, before its ending, and where the
// next one begins. It reports whether that is known of a line that was noted.
func (e *Ends) of(at int64) (end, next int64, known bool) {
	if e.odd {
		return 0, 0, false
	}
	i := e.behind.Search(at + 1)
	if i == e.behind.Len() {
		return 0, 0, false
	}
	next = e.behind.At(i)
	if e.open && i == e.behind.Len()-1 {
		return next, next, true
	}
	return next - 1, next, true
}
