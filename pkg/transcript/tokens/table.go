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
	list, number := []place{{}}, map[place]int{{}: 0}
	for from := 0; from < len(list); from++ {
		at, to := list[from], from
		for _, b := range at.follow() {
			s := at.over(b, json)
			if s.to != list[to] { // most bytes lead where the byte before them led
				var known bool
				if to, known = number[s.to]; !known {
					to = len(list)
					list, number[s.to] = append(list, s.to), to
				}
			}
			visit(from, b, to, s.costs)
		}
	}
	return list
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
