package recover

import (
	"cmp"
	"fmt"
	"math"

	"trtools/internal/history"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
)

// need says what has to be done to one history.
type need struct {
	from     int             // the level to begin with; 0: none
	deepest  int             // what this level leaves is sent even if it is over the aim
	asked    bool            // the user asked for level from: no other one is tried
	rejected bool            // an API said that it is too large
	ratio    int64           // percent of the limits of results and turns that may be used
	aim      history.Size    // where to stop: as much stays as fits into it,
	most     history.Size    // and what is sent if the aim is out of reach; 0: any size
	counts   float64         // what the API counts of an estimated token, as its error says; 0 is 1
	only     classify.Action // what alone cures the error: shrink_images or drop_reasoning; "" for nothing

	imageBytes int64 // of an image that the API takes, 0 if the error does not say
	line       int64 // with the image that the API refused, 0 if the error does not say

	notice    bool     // the payload notice has to be put in
	continues bool     // the continuation message has to be put in
	early     bool     // the history fits as it is, but is over the threshold of the payload limit
	exhausted int      // the number of the attempt, if it is over the most that are allowed
	incurable string   // a smaller history does not cure the error: what does
	doubts    []string // numbers of the error that are not believed, and why
	statuses  []string // texts for the summary
}

// needOf decides what a history of a size needs.
func (o *Options) needOf(size history.Size, v *verdict) need {
	n := need{ratio: half, deepest: lastLevel}
	n.aim = history.Size{Chars: o.MaxChars, Tokens: o.MaxTokens}
	n.most = n.aim
	n.continues = o.Continue && (v == nil || v.class == classify.OutputTruncated)
	cures := v != nil && o.Level == 0 && (v.action == classify.ShrinkImages || v.action == classify.DropReasoning)
	switch {
	case v == nil:
	case (cures || v.recoverable) && o.attempt(v) > o.MaxAttempts:
		n.exhausted = o.attempt(v)
		return n
	case cures:
		n.from, n.rejected, n.only, n.imageBytes, n.line = 1, true, v.action, v.limitBytes, v.line
		return n
	case v.recoverable:
		o.afterError(&n, size, v)
	case o.Level == 0 && !n.continues:
		n.incurable = v.advice()
		return n
	}
	o.beforeSending(&n, size)
	if o.Level > 0 {
		n.from, n.asked = o.Level, true
	}
	return n
}

// afterError sets what a rejected history needs. The target is what the error names; if it
// names nothing, or what does not fit this history, the target is a share of the history, which
// the levels up to that of the attempt may work for.
func (o *Options) afterError(n *need, size history.Size, v *verdict) {
	attempt := o.attempt(v)
	n.rejected, n.notice = true, v.payload()
	n.from = 1
	n.limitTokens(size, v, attempt)
	if n.notice {
		o.limitPayload(n, size, v)
	}
	if fits(size, n.aim) {
		n.guess(size, min(attempt, lastLevel))
	}
}

// attempt returns the number of the attempt to recover.
func (o *Options) attempt(v *verdict) int {
	if o.Attempt > 0 {
		return o.Attempt
	}
	return max(v.attempt, 1)
}

// limitTokens sets the target from the tokens that the error names: the size that the API
// counted scales the estimate, and the target is its limit less a margin and less
// what is reserved for the answer. Because the API rejected the request, the size is
// taken to be at least the limit.
func (n *need) limitTokens(size history.Size, v *verdict, attempt int) {
	if v.limit == 0 || size.Tokens == 0 {
		return
	}
	if why := v.doubtTokens(size.Tokens); why != "" {
		n.doubts = append(n.doubts, why)
		return
	}
	room, counted := v.limit, size.Tokens
	if v.reserved < room {
		room -= v.reserved
	}
	if v.actual > 0 {
		counted = v.actual - v.reserved
	}
	counted = max(counted, room)
	n.counts = float64(counted) / float64(max(1, size.Tokens))
	estimate := func(tokens int64) int64 { // the largest of what the API counts as no more
		return max(1, min(size.Tokens, int64(float64(tokens)*float64(size.Tokens)/float64(counted))))
	}
	target := int64(float64(room) * float64(100-min(margin*attempt, maxMargin)) / 100)
	if n.most.Tokens > 0 {
		room = min(room, n.most.Tokens)
	}
	n.most.Tokens = estimate(room)
	n.aim.Tokens = estimate(min(room, target))
}

// limitPayload sets the target after a proxy or gateway rejected a request for its bytes.
func (o *Options) limitPayload(n *need, size history.Size, v *verdict) {
	limit := o.MaxPayload
	if v.limitBytes > 0 {
		if why := doubt(v.limitBytes, leastLimitBytes, size.Payload, "bytes", "gateway"); why != "" {
			n.doubts = append(n.doubts, why)
		} else {
			limit = smaller(limit, v.limitBytes)
		}
	}
	if limit == 0 {
		limit = assumed
		n.addStatus("assuming a 4 MB payload cap, set TR_MAX_PAYLOAD (e.g. 5MB, 512KB) to adjust")
	}
	n.most.Payload, n.aim.Payload = limit, max(1, limit*threshold/100)
	if over(size.Payload, n.aim.Payload) {
		n.ratio = preflight
	}
}

// guess sets a target where nothing says by how much the request was too large: a share of
// the history, which gets smaller with every attempt. What the level of the attempt leaves is
// sent, even where its messages are more than that.
func (n *need) guess(size history.Size, attempt int) {
	percent := shares[attempt]
	n.deepest = attempt
	if n.notice {
		n.aim.Payload = max(1, size.Payload*percent/100)
	} else {
		n.aim.Tokens = max(1, size.Tokens*percent/100)
	}
}

// settle makes the target what may be sent at most, and reports whether that is more. It
// is for what does not fit otherwise: a request that may be accepted is worth more than
// none.
func (n *need) settle() bool {
	more := n.aim != n.most && n.deepest == lastLevel
	n.aim = n.most
	return more
}

// beforeSending asks for a smaller history where it is over a target, before an API
// has rejected it. From a threshold of the payload limit on as much goes as leaves room for
// some more turns: each time that a history changes, the prompt's cache is lost.
func (o *Options) beforeSending(n *need, size history.Size) {
	switch limit := o.MaxPayload; {
	case limit == 0 && size.Payload > hintFrom && !n.rejected:
		n.addStatus(fmt.Sprintf("history %s: behind a proxy or gateway, set TR_MAX_PAYLOAD=5MB (adjust to its limit)", transcript.FormatBytes(size.Payload)))
	case limit > 0 && size.Payload*100 > limit*threshold:
		n.early = !n.rejected && fits(size, n.most) && size.Payload <= limit
		n.from, n.deepest, n.ratio = 1, lastLevel, preflight
		n.most.Payload = smaller(limit, n.most.Payload)
		n.aim.Payload = smaller(max(1, limit*headroom/100), n.aim.Payload)
		n.addStatus(fmt.Sprintf("pre-flight: history %s = %d%% of configured cap (%s), compacting",
			transcript.FormatBytes(size.Payload), (size.Payload*100+limit/2)/limit, transcript.FormatBytes(limit)))
	case limit > 0:
		n.most.Payload = smaller(limit, n.most.Payload)
	}
	if over(size.Chars, n.aim.Chars) || over(size.Tokens, n.aim.Tokens) {
		n.from = 1
	}
}

func (n *need) addStatus(text string) { n.statuses = append(n.statuses, text) }

// isEmpty reports whether there is nothing to do: the history stays as it is.
func (n *need) isEmpty() bool { return n.from == 0 && !n.continues }

func over(size, limit int64) bool { return limit > 0 && size > limit }

// smaller returns the smaller one of two limits, of which 0 is none.
func smaller(a, b int64) int64 {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// fits reports whether a size is inside limits.
func fits(s, limits history.Size) bool {
	return !over(s.Chars, limits.Chars) && !over(s.Tokens, limits.Tokens) && !over(s.Payload, limits.Payload)
}

// missedTarget says which target a size does not reach.
func (n *need) missedTarget(s history.Size) string {
	switch {
	case over(s.Chars, n.most.Chars):
		return fmt.Sprintf("%d chars, over %d", s.Chars, n.most.Chars)
	case over(s.Tokens, n.most.Tokens):
		as := cmp.Or(n.counts, 1)
		return fmt.Sprintf("about %.0f tokens, over %.0f", math.Ceil(float64(s.Tokens)*as), math.Ceil(float64(n.most.Tokens)*as))
	}
	return fmt.Sprintf("%s, over %s", bytesText(s.Payload), bytesText(n.most.Payload))
}

// bytesText writes a size for people: a small one exactly.
func bytesText(n int64) string {
	if n < 1e5 {
		return fmt.Sprintf("%d bytes", n)
	}
	return transcript.FormatBytes(n)
}
