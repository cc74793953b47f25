package stat

import (
	"cmp"
	"maps"
	"slices"

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

	Roles   map[string]Share `json:"roles"`
	Tools   map[string]Use   `json:"tools"`
	Largest []Large          `json:"largest"` // at most ten results, the largest first

	Compactions int64 `json:"compactions"`
	Branches    int64 `json:"branches"` // that were left

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
		Largest: []Large{}, Findings: map[transcript.Code]int64{},
	}
}

// add adds a message.
func (t *Totals) add(m *Message) {
	t.Messages++
	if !m.Live {
		t.Dead[m.Why]++
		return
	}
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
		t.Tools[r.Tool] = Use{u.Calls, u.Results + 1, u.Chars + r.Chars, u.Tokens + r.Tokens}
		t.addLargest(r)
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

// addHistory adds what only the whole history tells.
func (s *stage) addHistory(t *teller) {
	if s.opt.Total {
		s.total.Compactions += int64(t.x.Compactions())
		s.total.Branches += int64(t.main.Branches(t.fates))
		s.total.OpenCalls += int64(t.main.OpenCalls())
	}
}

// tellTotal passes the object of the whole input on.
func (s *stage) tellTotal() error {
	t := &s.total
	t.Formats = append(t.Formats, s.pairs.Formats()...)
	if !s.opt.NoCosts {
		s.facts, s.listFacts = facts{}, facts{} // each stage reads the input for itself
		s.pairs.Release()
		var err error
		if t.Stages, err = s.costs(); err != nil {
			return err
		}
	}
	s.push(t, 1)
	return s.failure
}

// Codes returns the codes of findings in their order.
func Codes(found map[transcript.Code]int64) []transcript.Code {
	return slices.Sorted(maps.Keys(found))
}
