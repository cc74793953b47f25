package recover

import (
	"fmt"

	"trtools/pkg/transcript/history"
)

// need is what is asked of one history.
type need struct {
	from, to  int // levels that may be tried; from 0: none
	asked     bool
	ratio     int64 // of the budgets, in percent
	limits    history.Size
	notice    bool // the payload notice is due
	goOn      bool // the continuation message is
	early     bool // nothing is over 100% of a target, and no error says otherwise
	exhausted int  // attempts, where they are too many
	said      []string
}

// needOf decides what a history of a size needs.
func (o *Options) needOf(size history.Size, v *verdict) need {
	n := need{to: lastLevel, ratio: half, limits: history.Size{Chars: o.MaxChars, Tokens: o.MaxTokens, Payload: o.MaxPayload}}
	n.goOn = o.Continue && (v == nil || !v.recoverable)
	if v != nil && v.recoverable {
		o.afterError(&n, v)
	}
	if o.Level > 0 && n.exhausted == 0 {
		n.from, n.to, n.asked = o.Level, o.Level, true
	}
	o.before(&n, size, v)
	return n
}

// afterError: the level of the attempt.
func (o *Options) afterError(n *need, v *verdict) {
	attempt := max(v.attempt, 1)
	if o.Attempt > 0 {
		attempt = o.Attempt
	}
	if attempt > o.MaxAttempts {
		n.exhausted = attempt
		return
	}
	n.from = min(attempt, lastLevel)
	n.notice = v.payload()
	if n.notice && o.MaxPayload == 0 {
		n.limits.Payload = assumed
		n.say("assuming a 4 MB payload cap, set CHATCLI_MAX_PAYLOAD (e.g. 5MB, 512KB) to adjust")
	}
}

// before: what is over a target is made smaller before it is sent.
func (o *Options) before(n *need, size history.Size, v *verdict) {
	switch limit := n.limits.Payload; {
	case n.exhausted > 0:
		return
	case limit == 0 && size.Payload > hintFrom && (v == nil || !v.recoverable):
		n.say(fmt.Sprintf("history %s: behind a proxy or gateway, set CHATCLI_MAX_PAYLOAD=5MB (adjust to its limit)", megabytes(size.Payload)))
	case limit > 0 && size.Payload*100 > limit*threshold:
		n.early = n.from == 0 && n.fits(size, 100)
		n.ratio = preflight
		n.from = max(n.from, 1)
		if o.MaxPayload > 0 {
			n.say(fmt.Sprintf("pre-flight: history %s = %d%% of configured cap (%s), compacting",
				megabytes(size.Payload), (size.Payload*100+limit/2)/limit, megabytes(limit)))
		}
	}
	if over(size.Chars, n.limits.Chars) || over(size.Tokens, n.limits.Tokens) {
		n.from = max(n.from, 1)
	}
}

func (n *need) say(text string) { n.said = append(n.said, text) }

// nothing reports whether the history stays as it is.
func (n *need) nothing() bool { return n.from == 0 && !n.goOn }

func over(size, limit int64) bool { return limit > 0 && size > limit }

// fits reports whether a size reaches the targets: percent is how much of the
// payload limit may be used.
func (n *need) fits(s history.Size, percent int64) bool {
	return !over(s.Chars, n.limits.Chars) && !over(s.Tokens, n.limits.Tokens) &&
		(n.limits.Payload == 0 || s.Payload*100 <= n.limits.Payload*percent)
}

// missed says which target a size does not reach.
func (n *need) missed(s history.Size) string {
	switch {
	case over(s.Chars, n.limits.Chars):
		return fmt.Sprintf("%d chars, over %d", s.Chars, n.limits.Chars)
	case over(s.Tokens, n.limits.Tokens):
		return fmt.Sprintf("about %d tokens (chars/4), over %d", s.Tokens, n.limits.Tokens)
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
