package stat

import (
	"cmp"
	"slices"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
)

// Totals are what is told of a whole input. Sizes, calls, roles, tools and the largest
// results are those of the live messages.
type Totals struct {
	File    string   `json:"file"`
	Formats []string `json:"formats"`
	Bytes   int64    `json:"bytes"`
	Lines   int64    `json:"lines"`

	Records    int64 `json:"records"`    // of a known format
	Unknown    int64 `json:"unknown"`    // JSON of no known format
	Unreadable int64 `json:"unreadable"` // lines that are no JSON, or too long

	Messages int64            `json:"messages"`
	Live     int64            `json:"live"`
	Dead     map[string]int64 `json:"dead"` // messages, by why they are dead

	Chars   int64 `json:"chars"`
	Tokens  int64 `json:"tokens"` // estimated
	Payload int64 `json:"payload"`

	Calls     int64 `json:"calls"`
	OpenCalls int64 `json:"open_calls"` // without a result
	Failed    int64 `json:"failed"`     // results of tools that reported an error

	Usage *Used `json:"usage,omitempty"` // what the API counted, where that was written
	Where Where `json:"where"`

	Roles   map[string]Share `json:"roles"`
	Tools   map[string]Use   `json:"tools"`
	Largest []Large          `json:"largest"` // at most ten results, the largest first

	Compactions int64   `json:"compactions"`
	CompactedAt []int64 `json:"compacted_at"` // their lines
	Branches    int64   `json:"branches"`     // that were left

	Findings map[transcript.Code]int64 `json:"findings"` // of tr-pair
	Stages   []Cost                    `json:"stages,omitempty"`
}

// Share is what the messages of a role hold.
type Share struct {
	Messages int64 `json:"messages"`
	Chars    int64 `json:"chars"`
	Tokens   int64 `json:"tokens"`
}

// Use is what a tool's calls and results are; sizes are those of the results.
type Use struct {
	Calls   int64 `json:"calls"`
	Results int64 `json:"results"`
	Chars   int64 `json:"chars"`
	Tokens  int64 `json:"tokens"`

	Failed   int64 `json:"failed"`                // results that are errors
	Duration int64 `json:"duration_ms,omitempty"` // of those calls together of which it is known
}

// Where says what the bytes of the file are.
type Where struct {
	Payload   int64 `json:"payload"`   // live messages, as a request holds them
	Copies    int64 `json:"copies"`    // what a client shows beside them: copies of live results, events
	Progress  int64 `json:"progress"`  // how calls got on while they ran
	Snapshots int64 `json:"snapshots"` // what files were before the client changed them
	Dead      int64 `json:"dead"`      // records of messages that no request holds
	Other     int64 `json:"other"`     // all else: what stands around the messages, headers, settings
}

// aside adds a record that no request holds.
func (w *Where) aside(a dialect.Aside, bytes int64) {
	switch a {
	case dialect.Shown:
		w.Copies += bytes
	case dialect.Underway:
		w.Progress += bytes
	case dialect.Snapshots:
		w.Snapshots += bytes
	}
}

// rest sets what is neither of the others in so many bytes.
func (w *Where) rest(bytes int64) {
	w.Other = max(0, bytes-w.Payload-w.Copies-w.Progress-w.Snapshots-w.Dead)
}

// Large is a large result.
type Large struct {
	Result
	// ShrunkBy are the stages among tr-budget and tr-microcompact that would shrink it with their
	// default options; with NoCosts none is named.
	ShrunkBy []string `json:"shrunk_by"`
}

// mostLargest is how many results are told of as the largest.
const mostLargest = 10

func newTotals(name string) Totals {
	return Totals{
		File: name, Formats: []string{}, Dead: map[string]int64{}, Roles: map[string]Share{}, Tools: map[string]Use{},
		Largest: []Large{}, CompactedAt: []int64{}, Findings: map[transcript.Code]int64{},
	}
}

// add adds a message.
func (t *Totals) add(m *Message) {
	t.Messages++
	t.addUsage(m)
	if !m.Live {
		t.Dead[m.Why]++
		t.Where.Dead += m.Bytes
		return
	}
	t.Where.Payload, t.Where.Copies = t.Where.Payload+m.Payload, t.Where.Copies+m.Copies
	t.Live++
	t.Chars, t.Tokens, t.Payload = t.Chars+m.Chars, t.Tokens+m.Tokens, t.Payload+m.Payload
	r := t.Roles[m.Role]
	t.Roles[m.Role] = Share{r.Messages + 1, r.Chars + m.Chars, r.Tokens + m.Tokens}
	for _, c := range m.Calls {
		u := t.Tools[c.Tool]
		u.Calls++
		t.Tools[c.Tool] = u
		t.Calls++
	}
	for _, r := range m.Results {
		u := t.Tools[r.Tool]
		u.Results, u.Chars, u.Tokens, u.Duration = u.Results+1, u.Chars+r.Chars, u.Tokens+r.Tokens, u.Duration+r.Duration
		if r.Failed {
			t.Failed, u.Failed = t.Failed+1, u.Failed+1
		}
		t.Tools[r.Tool] = u
		t.addLargest(r)
	}
}

// addUsage adds what the API counted of a message, once where it is written again.
func (t *Totals) addUsage(m *Message) {
	if m.Usage == nil || m.Why == Duplicate {
		return
	}
	if t.Usage == nil {
		t.Usage = new(Used)
	}
	if t.Usage.add(*m.Usage); m.Live {
		t.Usage.Newest = m.Usage.Input + m.Usage.Output
	}
}

// addLargest keeps a result if it is one of the largest; of equal ones the first.
func (t *Totals) addLargest(r Result) {
	k, _ := slices.BinarySearchFunc(t.Largest, r, func(a Large, b Result) int {
		return cmp.Or(cmp.Compare(b.Tokens, a.Tokens), -1)
	})
	if k < mostLargest {
		t.Largest = slices.Insert(t.Largest, k, Large{r, []string{}})
		t.Largest = t.Largest[:min(len(t.Largest), mostLargest)]
	}
}

// tellTotal passes the object of the whole input on.
func (s *stage) tellTotal() error {
	t := &s.total
	t.Formats = append(t.Formats, s.pairs.Formats()...)
	t.Where.rest(t.Bytes)
	if !s.opt.NoCosts {
		s.pairs.Release() // each stage reads the input for itself
		var err error
		if t.Stages, err = s.costs(); err != nil {
			return err
		}
	}
	s.push(t, 1)
	return s.failure
}
