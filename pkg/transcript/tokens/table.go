package tokens

import "slices"

const (
	maxPlaces = 512
	unit      = 1 << 10 // a token; weights are whole fractions of it
	placeBits = 8       // a step holds the number of the next place above these bits,
	stepShift = 17      // and above that the weight
	placeMask = (maxPlaces - 1) << placeBits
)

// step32 is a step of the machine in the table: the place that it leads to, and the
// weight that it adds. It is small so that the steps over ordinary text fit into the
// processor's first-level cache.
type step32 uint32

// at returns where the steps from a place stand in the table, for the byte 0.
func (s step32) at() uint32 { return uint32(s) & placeMask }

func (s step32) weight() uint64 { return uint64(s >> stepShift) }

// table holds the step for every place and byte.
type table struct {
	steps [maxPlaces << placeBits]step32
	json  bool // of JSON strings: a backslash begins an escape
}

func newTable(json bool) *table {
	t := &table{json: json}
	weigh := weightOf()
	places := explore(json, func(from int, b byte, to int, costs [2]feature) {
		t.steps[from<<placeBits|int(b)] = step32(weigh.both(costs)<<stepShift | uint64(to)<<placeBits)
	})
	rare := priced("rare")
	broken := step32(weigh.both(rare.costs)<<stepShift | uint64(slices.Index(places, rare.to))<<placeBits)
	for i := range t.steps[:len(places)<<placeBits] {
		if t.steps[i] == 0 { // no step leads back to the start
			t.steps[i] = broken
		}
	}
	return t
}

// explore calls visit with every step from every place that can be reached, but for those
// over bytes that break off what they stand in, as something rare. It returns the places,
// numbered as they are found; the first one is the start.
func explore(json bool, visit func(from int, b byte, to int, costs [2]feature)) []place {
	e := explorer{list: []place{{}}, number: map[place]int{{}: 0}}
	for from := 0; from < len(e.list); from++ {
		at := e.list[from]
		for _, b := range at.follow() {
			s := e.over(at, b, json)
			visit(from, b, e.numberOf(s.to), s.costs)
		}
	}
	return e.list
}

// explorer knows the places that were found, and what need not be worked out again and
// again: most bytes lead where the byte before them led, and those that are not ASCII
// lead to the same place from nearly everywhere.
type explorer struct {
	list   []place
	number map[place]int
	last   place // the last place that was asked for
	to     int   // its number
	known  [256]bool
	wide   [256]step
}

func (e *explorer) over(p place, b byte, json bool) step {
	if b < continues || p.in == lead {
		return p.over(b, json)
	}
	if !e.known[b] {
		e.known[b], e.wide[b] = true, p.over(b, json)
	}
	return e.wide[b]
}

// numberOf returns the number of a place, a new one for a place that is new.
func (e *explorer) numberOf(p place) int {
	if p == e.last {
		return e.to
	}
	to, known := e.number[p]
	if !known {
		to = len(e.list)
		e.number[p] = to
		e.list = append(e.list, p)
	}
	e.last, e.to = p, to
	return to
}

// follow returns the bytes that break nothing off at a place.
func (p place) follow() []byte {
	switch p.in {
	case lead:
		return allBytes[continues:two]
	case unicode:
		return []byte("0123456789abcdefABCDEF")
	}
	return allBytes
}

var allBytes = func() []byte {
	b := make([]byte, 256)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}()
