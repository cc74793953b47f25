package classify

import (
	"regexp"
	"strconv"
	"strings"
)

// statusWord finds an HTTP status of an error after a word that announces one.
// The third group is what follows, so that "error 404 tests" is no status.
var statusWord = lazy(`(?:\bhttp(?:/[\d.]+)?[ :]+|\b(?:http[_ ]?status|httpstatuscode|http[_ ]code|status[_ ]?code|status|error[_ ]?code|` +
	`err[_ ]?code|code|api error|api_error|\w*error|\w*exception|unexpected status|failed with|responded with|response|returned|server)["']?(?: ?[:=-] ?| )` +
	`(?:<?(?:http|status|code|error)[ :]*)*["'(\[<]{0,3})([45]\d\d)\b(?:[^\w.%,]|\.(?: |$)|[,"']|$)`)

// statusStart finds one that a text or a line of a page begins with.
var statusStart = lazy(`(?:^[^\w]{0,8}(?:error:? ?|err:? ?)?|<(?:title|h1|h2|center)>(?:<h1>)? ?(?:error ?|http ?)?)[\[("']{0,2}([45]\d\d)["')\]]{0,2}(?: ?[{<("'\[|:·,-]| ` + reasons + `)`)

// statusReason finds one that its reason phrase follows.
var statusReason = lazy(`\b([45]\d\d)[:)\]]?(?: -|,)? \(?(?:` + reasons + `)`)

const reasons = `(?:bad request|unauthorized|payment required|forbidden|not found|method not allowed|not acceptable|request time-?out|` +
	`conflict|gone|length required|payload too large|request entity too large|content too large|uri too long|unprocessable|locked|` +
	`too many requests|request header|internal server error|not implemented|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|` +
	`status code|resource_exhausted|invalid_argument|permission_denied|unauthenticated|unavailable|deadline_exceeded|site is overloaded|` +
	`error|\(no body\)|html|insufficient|maximum|request|function_|too |overloaded|model|the |this |you |your |prompt|input|invalid)`

// statusIn returns the HTTP error status that a text states and where, 0 if it
// states none. A number counts only where a status is expected: never a line
// number, a size, a duration or an id.
func statusIn(low string) (status, at int) {
	if !mayState(low) {
		return 0, 0
	}
	at = len(low)
	for _, re := range []func() *regexp.Regexp{statusWord, statusStart, statusReason} {
		if m := re().FindStringSubmatchIndex(low); m != nil && m[2] < at {
			status, _ = strconv.Atoi(low[m[2]:m[3]])
			at = m[2]
		}
	}
	return status, at
}

// statusOfText finds the status of a text with lines: each line may begin with
// one. The last one counts where attempts follow one another.
func (vw *view) statusOfText() (status, at int) {
	if status, at = statusIn(vw.low); status != 0 || len(vw.starts) == 1 {
		return status, at
	}
	for i := range vw.starts {
		s := vw.lineSpan(i)
		if status, at = statusIn(vw.low[s.from:s.to]); status != 0 {
			return status, s.from + at
		}
	}
	return 0, 0
}

// mayState reports whether a text has a number of three digits that might be a
// status.
func mayState(s string) bool {
	digits := 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] >= '0' && s[i] <= '9' {
			digits++
			continue
		}
		if digits == 3 && (s[i-3] == '4' || s[i-3] == '5') {
			return true
		}
		digits = 0
	}
	return false
}

// telling holds the statuses that say more than a generic code beside them.
var telling = map[int]bool{401: true, 402: true, 408: true, 413: true, 429: true, 431: true, 504: true, 529: true}

// statusRule returns the rule for a status that no words explain.
func statusRule(status int) *Rule {
	for i := range statusRules {
		r := &statusRules[i]
		for s := range strings.SplitSeq(r.Pattern, "|") {
			if s == strconv.Itoa(status) {
				return r
			}
		}
	}
	return nil
}
