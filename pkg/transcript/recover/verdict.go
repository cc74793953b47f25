package recover

import (
	"fmt"
	"strconv"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/outline"
)

// verdict is what the stream says about the last error. What it does not say is 0.
type verdict struct {
	class       classify.Class
	action      classify.Action
	recoverable bool
	attempt     int
	limit       int64  // tokens that a request may have
	actual      int64  // tokens that the rejected request had, reserved ones included
	reserved    int64  // tokens that the request reserved for its answer
	limitBytes  int64  // bytes that a request may have
	seconds     string // to wait by, as the verdict writes them
	line        int64  // that the error names, 0 for none
	at          int64  // where its line begins
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
	m.last = readVerdict(c, line.at)
	if !line.own && v != nil && !v.Format.Rules().Session {
		start, end := c.MemberSpan()
		m.extra += int64(end - start + len(","))
	}
	return line.own
}

// pass notes a record without a verdict.
func (m *marks) pass(v *dialect.View) {
	if v == nil || v.Class != dialect.Message || m.last == nil {
		return
	}
	if v.Role == dialect.Assistant || m.last.class == classify.OutputTruncated {
		m.last = nil // the model has answered since, or somebody has spoken to it after a cut answer
	}
}

// readVerdict reads the object that tr-classify writes.
func readVerdict(v outline.Value, at int64) *verdict {
	seconds := v.Get("retry_after_s")
	x := &verdict{
		class: classify.Class(v.Get("class").Text()), action: classify.Action(v.Get("action").Text()),
		recoverable: v.Get("recoverable").True(), attempt: int(number(v.Get("attempt"))),
		limit: number(v.Get("limit_tokens")), actual: number(v.Get("actual_tokens")),
		reserved: number(v.Get("reserved_tokens")), limitBytes: number(v.Get("limit_bytes")), line: number(v.Get("line")), at: at,
	}
	if x.action == classify.ShrinkImages || x.action == classify.DropReasoning {
		x.recoverable = false // of fewer messages nothing is cured: images or reasoning have to go
	}
	if seconds.Kind() == outline.Number {
		x.seconds = string(seconds.Raw())
	}
	return x
}

// number returns a whole number that is not negative, 0 for anything else.
func number(v outline.Value) int64 {
	n, _ := strconv.ParseInt(string(v.Raw()), 10, 64)
	return max(0, n)
}

// advice says what helps after an error that a smaller history does not cure.
func (v *verdict) advice() string {
	switch {
	case v.action == classify.Wait && v.seconds != "":
		return fmt.Sprintf("%s: wait %s s and repeat the request", v.class, v.seconds)
	case v.action == classify.Wait:
		return fmt.Sprintf("%s: wait and repeat the request", v.class)
	case v.action == classify.Retry:
		return fmt.Sprintf("%s: repeat the request", v.class)
	case v.class == classify.OutputTruncated:
		return fmt.Sprintf("%s: raise max_tokens, or ask for the rest with --continue", v.class)
	}
	return fmt.Sprintf("%s: %s: %s", v.class, v.action, v.action.Meaning())
}

// A number that an error names may be that of something else: of tokens a minute, of an
// answer, or of a request that held more than this history. What it would make of the history
// shows that.
const (
	leastLimit      = 4_000  // tokens that a model takes at least,
	leastLimitBytes = 16_000 // and bytes that a gateway does
	leastShare      = 2      // percent of the history that a limit is at least
	mostTimes       = 2      // times the estimate that a request has at most
)

// doubtTokens says why the tokens that an error names are not those of a history with so
// many, as they are estimated; "" if they may be.
func (v *verdict) doubtTokens(estimated int64) string {
	why, n := doubt(v.limit, leastLimit, estimated, "tokens", "model"), v.actual-v.reserved
	if why == "" && n > estimated*mostTimes {
		return fmt.Sprintf("a request of %d tokens is more than %d times this history, which has about %d", n, mostTimes, estimated)
	}
	return why
}

// doubt says why a limit is none that a history of a size may have been over.
func doubt(limit, least, size int64, unit, taker string) string {
	switch {
	case limit < least:
		return fmt.Sprintf("a limit of %d %s is under %d, which every %s takes", limit, unit, least, taker)
	case limit*100 < size*leastShare:
		return fmt.Sprintf("a limit of %d %s is less than %d%% of this history, which has about %d", limit, unit, leastShare, size)
	}
	return ""
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
