package recover

import (
	"fmt"

	"trtools/internal/history"
)

// need says what has to be done to one history.
type need struct {
	from     int   // the level to begin with; 0: none
	asked    bool  // the user asked for this level: no other one is tried
	gradual  bool  // there is a target: as much stays as fits
	rejected bool  // an API said that it is too large
	ratio    int64 // percent of the limits of results and turns that may be used
	limits   history.Size
	room     int64 // tokens that the error's limit leaves, as they are estimated, without a margin
	scale    scale

	notice    bool     // the payload notice has to be put in
	continues bool     // the continuation message has to be put in
	early     bool     // the history fits as it is, but is over the threshold of the payload limit
	exhausted int      // the number of the attempt, if it is over the most that are allowed
	statuses  []string // texts for the summary
}

// needOf decides what a history of a size needs.
func (o *Options) needOf(size history.Size, v *verdict) need {
	n := need{ratio: half, limits: history.Size{Chars: o.MaxChars, Tokens: o.MaxTokens, Payload: o.MaxPayload}}
	n.continues = o.Continue && (v == nil || !v.recoverable)
	if v != nil && v.recoverable {
		o.afterError(&n, size, v)
	}
	o.beforeSending(&n, size)
	if o.Level > 0 && n.exhausted == 0 {
		n.from, n.asked, n.gradual = o.Level, true, false
	}
	return n
}

// afterError sets what a rejected history needs. The first attempt begins at level 1,
// the second at level 2, and so on; if the error names a limit, that is the target.
func (o *Options) afterError(n *need, size history.Size, v *verdict) {
	attempt := max(v.attempt, 1)
	if o.Attempt > 0 {
		attempt = o.Attempt
	}
	if attempt > o.MaxAttempts {
		n.exhausted = attempt
		return
	}
	n.rejected = true
	n.from = min(attempt, lastLevel)
	n.notice = v.payload()
	n.scaleToError(size, v, attempt)
	if n.notice && o.MaxPayload == 0 {
		n.limits.Payload = assumed
		n.addStatus("assuming a 4 MB payload cap, set CHATCLI_MAX_PAYLOAD (e.g. 5MB, 512KB) to adjust")
	}
}

// scaleToError sets the target from the numbers in the error: the size that the API
// counted scales the estimate, and the target is its limit less a margin and less
// what is reserved for the answer. Because the API rejected the request, the size is
// taken to be at least the limit.
func (n *need) scaleToError(size history.Size, v *verdict, attempt int) {
	if v.limit == 0 || size.Tokens == 0 {
		return
	}
	room, counted := v.limit, size.Tokens
	if v.reserved < room {
		room -= v.reserved
	}
	if v.actual > 0 {
		counted = v.actual - v.reserved
	}
	n.scale = scale{size.Tokens, max(counted, room)}
	target := int64(float64(room) * float64(100-min(margin*attempt, maxMargin)) / 100)
	if n.limits.Tokens > 0 {
		room = min(room, n.limits.Tokens)
	}
	n.room = n.scale.estimate(room)
	n.limits.Tokens = n.scale.estimate(min(room, target))
	n.from, n.gradual = 1, true
}

// useMargin allows what the margin kept free, and reports whether that is anything. It
// is for what does not fit otherwise: a request that may be accepted is worth more than
// none.
func (n *need) useMargin() bool {
	more := n.room > n.limits.Tokens
	n.limits.Tokens = max(n.limits.Tokens, n.room)
	return more
}

// beforeSending asks for a smaller history where it is over a target, before an API
// has rejected it.
func (o *Options) beforeSending(n *need, size history.Size) {
	switch limit := n.limits.Payload; {
	case n.exhausted > 0:
		return
	case limit == 0 && size.Payload > hintFrom && !n.rejected:
		n.addStatus(fmt.Sprintf("history %s: behind a proxy or gateway, set CHATCLI_MAX_PAYLOAD=5MB (adjust to its limit)", megabytes(size.Payload)))
	case limit > 0 && size.Payload*100 > limit*threshold:
		n.early = !n.rejected && n.fits(size, 100)
		n.ratio = preflight
		n.from = max(n.from, 1)
		if o.MaxPayload > 0 {
			n.from, n.gradual = 1, true
			n.addStatus(fmt.Sprintf("pre-flight: history %s = %d%% of configured cap (%s), compacting",
				megabytes(size.Payload), (size.Payload*100+limit/2)/limit, megabytes(limit)))
		}
	}
	if over(size.Chars, n.limits.Chars) || over(size.Tokens, n.limits.Tokens) {
		n.from, n.gradual = 1, true
	}
}

func (n *need) addStatus(text string) { n.statuses = append(n.statuses, text) }

// isEmpty reports whether there is nothing to do: the history stays as it is.
func (n *need) isEmpty() bool { return n.from == 0 && !n.continues }

// limited reports whether there is a target.
func (n *need) limited() bool { return n.limits != (history.Size{}) }

func over(size, limit int64) bool { return limit > 0 && size > limit }

// fits reports whether a size reaches the targets: percent is how much of the
// payload limit may be used.
func (n *need) fits(s history.Size, percent int64) bool {
	return !over(s.Chars, n.limits.Chars) && !over(s.Tokens, n.limits.Tokens) &&
		(n.limits.Payload == 0 || s.Payload*100 <= n.limits.Payload*percent)
}

// missedTarget says which target a size does not reach.
func (n *need) missedTarget(s history.Size) string {
	switch {
	case over(s.Chars, n.limits.Chars):
		return fmt.Sprintf("%d chars, over %d", s.Chars, n.limits.Chars)
	case over(s.Tokens, n.limits.Tokens):
		return fmt.Sprintf("about %d tokens, over %d", n.scale.tokens(s.Tokens), n.scale.tokens(n.limits.Tokens))
	}
	return fmt.Sprintf("%s, over %s", bytesText(s.Payload), bytesText(n.limits.Payload))
}

// megabytes writes a size as the status messages do: 4.2 MB.
func megabytes(n int64) string {
	if n < 1e6 {
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// bytesText writes a size for people: a small one exactly.
func bytesText(n int64) string {
	if n < 1e5 {
		return fmt.Sprintf("%d bytes", n)
	}
	return megabytes(n)
}
