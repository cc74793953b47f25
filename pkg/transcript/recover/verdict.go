package recover

import (
	"strconv"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/outline"
)

// verdict is what the stream says about the last error.
type verdict struct {
	class       classify.Class
	recoverable bool
	attempt     int
	limit       int64 // tokens that a request may have, 0 if the error does not say
	actual      int64 // that this one had, its answer's share included
	reserved    int64 // the answer's share
}

// payload reports whether somebody on the way found the request too large, and
// not the model.
func (v *verdict) payload() bool {
	switch v.class {
	case classify.PayloadTooLarge, classify.WAFBlock, classify.StreamCut:
		return v.recoverable
	}
	return false
}

// mark is a record of the input with a verdict.
type mark struct {
	at, end int64 // of its line
	own     bool  // the record is there only for the verdict
}

// marks finds the verdicts in an input.
type marks struct {
	list  []mark
	ends  map[int64]int64 // where the lines end that may hold a verdict, by where they begin
	last  *verdict        // of the last error that no answer followed
	extra int64           // bytes of verdicts in records that are messages themselves
}

var word = []byte(`"classification"`)

// checkRecord looks at a record that is a line of its own, and reports whether it is there
// only for its verdict.
func (m *marks) checkRecord(at int64, rec outline.Value, v *dialect.View) (own bool) {
	end, ok := m.ends[at]
	if ok {
		if how, c := classify.MarkOf(rec); how != classify.NoMark {
			m.list = append(m.list, mark{at, end, how == classify.Own})
			m.last = readVerdict(c)
			if how == classify.Member && v != nil && !v.Format.Rules().Session {
				m.extra += int64(len(c.Raw()) + len(word) + 2)
			}
			return how == classify.Own
		}
	}
	if v != nil && v.Class == dialect.Message && v.Role == dialect.Assistant {
		m.last = nil // the model has answered since
	}
	return false
}

func readVerdict(v outline.Value) *verdict {
	return &verdict{
		class: classify.Class(v.Get("class").Text()), recoverable: v.Get("recoverable").True(),
		attempt: int(number(v.Get("attempt"))), limit: number(v.Get("limit_tokens")),
		actual: number(v.Get("actual_tokens")), reserved: number(v.Get("reserved_tokens")),
	}
}

// number returns a whole number that is not negative, 0 for anything else.
func number(v outline.Value) int64 {
	n, _ := strconv.ParseInt(string(v.Raw()), 10, 64)
	return max(0, n)
}

// trailing returns how many marks at the end of an input are records of their
// own with nothing behind them, and where the input ends without them.
func (m *marks) trailing(size int64) (n int, end int64) {
	end = size
	for n < len(m.list) {
		k := m.list[len(m.list)-1-n]
		if !k.own || k.end != end {
			break
		}
		n, end = n+1, k.at
	}
	return n, end
}
