package tokens

import "sync"

const (
	maxPlaces = 512
	unit      = 1 << 10 // a token; weights are whole fractions of it
	placeBits = 8       // a sum holds the number of the place above the next byte,
	sumShift  = 18      // and above that the weights
	placeMask = (maxPlaces - 1) << placeBits
)

// table holds for every place and byte what to add to a sum: the weight, and
// the difference between the numbers of the places. Bytes that cannot follow
// have zero and change nothing.
type table struct {
	steps [maxPlaces << placeBits]uint64
	json  bool // of JSON strings: a backslash begins an escape
}

// The two tables: of texts, and of JSON strings as they are spelled. They are
// made when the first text is estimated, which takes about a millisecond.
var (
	plainTable = sync.OnceValue(func() *table { return newTable(false) })
	jsonTable  = sync.OnceValue(func() *table { return newTable(true) })
)

func newTable(json bool) *table {
	t := &table{json: json}
	var known [allParts]bool
	var weight [allParts]int
	explore(json, func(from int, b byte, to int, costs [2]part) {
		sum := 0
		for _, p := range costs {
			if !known[p] {
				known[p], weight[p] = true, weights[p.String()]
			}
			sum += weight[p]
		}
		t.steps[from<<placeBits|int(b)] = uint64(sum<<sumShift + (to-from)<<placeBits)
	})
	return t
}

// explore calls visit with every step from every place that can be reached.
// Places are numbered as they are found; the first one is the start.
func explore(json bool, visit func(from int, b byte, to int, costs [2]part)) {
	list := []place{{}}
	number := map[place]int{{}: 0}
	for from := 0; from < len(list); from++ {
		for _, b := range list[from].follow() {
			s := list[from].over(b, json)
			to, known := number[s.to]
			if !known {
				to = len(list)
				number[s.to] = to
				list = append(list, s.to)
			}
			visit(from, b, to, s.costs)
		}
	}
}

// follow returns the bytes that may come next at a place.
func (p place) follow() []byte {
	switch p.in {
	case lead:
		return allBytes[continues:two]
	case escape:
		return []byte(`"\/bfnrtu`)
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
