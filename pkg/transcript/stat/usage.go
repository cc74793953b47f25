package stat

import (
	"math"

	"trtools/internal/dialect"
)

// Usage is what the API counted of one request, in tokens, and what that cost.
type Usage struct {
	Input  int64   `json:"input"`          // all of it
	Cached int64   `json:"cached"`         // of the input, what came from a cache
	Output int64   `json:"output"`         // thinking included
	Cost   float64 `json:"cost,omitempty"` // in US dollars, where the client wrote it
}

// Used is what the API counted of all requests that the file records, of those on left
// branches and of sub-agents, too.
type Used struct {
	Requests int64 `json:"requests"`
	Usage
	// Newest is the input and the output of the newest live answer: what the API would count
	// of the live messages up to it, with the system prompt and the tools, which are in no file.
	Newest int64 `json:"newest"`
}

func (u *Used) add(x Usage) {
	u.Requests++
	u.Usage.add(x)
}

func (u *Usage) add(x Usage) {
	u.Input, u.Cached, u.Output = u.Input+x.Input, u.Cached+x.Cached, u.Output+x.Output
	u.Cost = math.Round((u.Cost+x.Cost)*nano) / nano
}

const nano = 1e9 // a dollar is so many of the units in which costs are noted

// counted is a Usage as it was noted of a fact.
type counted struct {
	Usage
	more bool // it is added to what stands there
}

// counter notes what an API counted, as records are read.
type counter struct {
	rows   noted[counted]
	answer int   // the fact of the newest answer, counted from 1
	sum    int64 // of the session, as Codex wrote it last
}

// see notes the usage of a record with fact k. Codex writes it behind the answer, and some
// more than once.
func (c *counter) see(v *dialect.View, u dialect.Usage, k int) {
	switch {
	case u.Sum > 0 && u.Sum != c.sum && c.answer > 0:
		c.sum = u.Sum
		c.add(c.answer-1, true, u)
	case u.Sum == 0 && v.Class == dialect.Message && v.Role == dialect.Assistant:
		c.add(k, false, u)
	}
}

func (c *counter) add(k int, more bool, u dialect.Usage) {
	c.rows.add(k, counted{Usage{u.Input, u.Cached, max(0, u.Output), math.Round(u.Cost*nano) / nano}, more})
}

// of adds the usage of fact k to that of its message. The records of one message repeat its
// usage, and the last one has all of its output.
func (c *counter) of(k int, m *Message) {
	for u := range c.rows.of(k) {
		switch {
		case m.Usage == nil:
			m.Usage = &u.Usage
		case u.more:
			m.Usage.add(u.Usage)
		case u.Output >= m.Usage.Output:
			*m.Usage = u.Usage
		}
	}
}
