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
	actual      int64 // tokens that the rejected request had, reserved ones included
	reserved    int64 // tokens that the request reserved for its answer
}

// payload reports whether a proxy or gateway rejected the request for its bytes,
// rather than the model's API for its tokens.
func (v *verdict) payload() bool {
	switch v.class {
	case classify.PayloadTooLarge, classify.WAFBlock, classify.StreamCut:
		return v.recoverable
	}
	return false
}

// markedLine is a record of the input with a verdict.
type markedLine struct {
	at, end int64 // where its line begins and ends
	own     bool  // the record is there only for the verdict
}

// marks finds the verdicts in an input.
type marks struct {
	list  []markedLine
	last  *verdict // of the last error, nil if the model has answered since
	extra int64    // bytes that verdicts add to records which are messages themselves
}

// add notes the verdict c of a record, and reports whether the record holds nothing else. V
// is what a format sees in the record, nil if none does.
func (m *marks) add(line markedLine, c outline.Value, v *dialect.View) (own bool) {
	m.list = append(m.list, line)
	m.last = readVerdict(c)
	if !line.own && v != nil && !v.Format.Rules().Session {
		start, end := c.MemberSpan()
		m.extra += int64(end - start + len(","))
	}
	return line.own
}

// pass notes a record without a verdict.
func (m *marks) pass(v *dialect.View) {
	if v != nil && v.Class == dialect.Message && v.Role == dialect.Assistant {
		m.last = nil // the model has answered since
	}
}

// readVerdict reads the object that tr-classify writes.
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

// trailing returns how many records at the very end of an input hold nothing but a
// verdict, and where the input ends without them. Size is the size of the input.
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
