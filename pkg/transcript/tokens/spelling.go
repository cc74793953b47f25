package tokens

import (
	"sync"
	"sync/atomic"
)

// tablePays is how many bytes are walked over step by step before a table of all steps is
// made: a process that asks about one message does not pay for thousands.
const tablePays = 48 << 10

// spelling estimates the texts of one spelling.
type spelling struct {
	json   bool
	walked atomic.Int64          // bytes, step by step
	table  atomic.Pointer[table] // nil until it pays
	once   sync.Once
}

// Texts, and what stands between the quotes of JSON strings.
var (
	plain   = &spelling{}
	spelled = &spelling{json: true}
)

// walk returns the weights of the steps over a text.
func (s *spelling) walk(text []byte) uint64 {
	if !s.pays(len(text)) {
		return s.stepwise(text)
	}
	return walkLong(s.tabled(), text, 0)
}

// pays reports whether the table is there, or it pays to make it for so many bytes more.
func (s *spelling) pays(size int) bool {
	return s.table.Load() != nil || s.walked.Add(int64(size)) > tablePays
}

// tabled returns the table, which is made by the first that asks for it.
func (s *spelling) tabled() *table {
	if t := s.table.Load(); t != nil {
		return t
	}
	s.once.Do(func() { s.table.Store(newTable(s.json)) })
	return s.table.Load()
}

// stepwise walks as the table says, without one.
func (s *spelling) stepwise(text []byte) (sum uint64) {
	weigh := weightOf()
	at := place{}
	for _, b := range text {
		next := at.over(b, s.json)
		sum += weigh.both(next.costs)
		at = next.to
	}
	return sum
}

// weight is a row of the table of weights: what a feature costs, by name.
type weight struct {
	name string
	cost uint16
}

// prices holds what each feature costs.
type prices [allFeatures]uint16

// both returns what the features of a step cost together.
func (c *prices) both(of [2]feature) uint64 { return uint64(c[of[0]]) + uint64(c[of[1]]) }

var weightOf = sync.OnceValue(func() *prices {
	c := new(prices)
	for _, w := range weights {
		c[featureNamed(w.name)] = w.cost
	}
	return c
})
