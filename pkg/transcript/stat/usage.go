package stat

import (
	"math"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
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

// counted is what was counted of the message that holds a record.
type counted struct {
	at int64 // the record
	Usage
	more bool // it is added to what stands there
}

// counter notes what an API counted, as records are read, and finds it when they are read again.
type counter struct {
	list   []counted // in the order of the records
	answer int64     // the newest one, -1 if there is none
	sum    int64     // of the session, as Codex wrote it last
}

func newCounter() counter { return counter{answer: -1} }

// see notes the usage that a record states. Codex writes it behind the answer, and some
// more than once.
func (c *counter) see(v *dialect.View, rec outline.Value, at int64) {
	answers := v.Class == dialect.Message && v.Role == dialect.Assistant
	if answers {
		c.answer = at
	}
	u, ok := dialect.UsageOf(rec)
	x := counted{at, Usage{u.Input, u.Cached, max(0, u.Output), math.Round(u.Cost*nano) / nano}, u.Sum > 0}
	switch {
	case !ok:
	case u.Sum > 0 && u.Sum != c.sum && c.answer >= 0:
		c.sum, x.at = u.Sum, c.answer
		c.list = append(c.list, x)
	case u.Sum == 0 && answers:
		c.list = append(c.list, x)
	}
}

// find finds what was counted of a record. They are asked for in order.
func (c *counter) find(r *record) {
	for len(c.list) > 0 && c.list[0].at <= r.at {
		if c.list[0].at == r.at {
			r.usage = append(r.usage, c.list[0])
		}
		c.list = c.list[1:]
	}
}

// count adds what was counted. The records of one message repeat its usage, and the last one has
// all of its output.
func (m *Message) count(u counted) {
	switch {
	case m.Usage == nil:
		m.Usage = &u.Usage
	case u.more:
		m.Usage.add(u.Usage)
	case u.Output >= m.Usage.Output:
		*m.Usage = u.Usage
	}
}
