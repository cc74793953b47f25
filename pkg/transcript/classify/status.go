package classify

import (
	"strconv"
	"strings"
)

// statusWord finds an HTTP status of an error after a word that announces one.
// The third group is what follows, so that "error 404 tests" is no status.
var statusWord = lazy(`(?:\bhttp(?:/[\d.]+)?[ :]+|\b(?:http[_ ]?status|httpstatuscode|http[_ ]code|status[_ ]?code|status|error[_ ]?code|` +
	`err[_ ]?code|code|api error|api_error|\w*error|\w*exception|unexpected status|status of|failed with|responded(?: with)?|response|returned|received|server)["']?(?: ?[:=-] ?| )` +
	`(?:of )?(?:<?(?:http|status|code|error)[ :]*)*["'(\[<]{0,3})([45]\d\d)\b(?:[^\w.%,]|\.(?: |$)|[,"']|$)`)

// statusStart finds one that a text begins with.
var statusStart = lazy(`^[^\w]{0,8}(?:error:? ?|err:? ?)?[\[("']{0,2}([45]\d\d)["')\]]{0,2}(?: ?[{<("'\[|:·,-]| ` + reasons + `)`)

// statusTitle finds one that a title or a heading of a page begins with.
var statusTitle = lazy(`<(?:title|h1|h2|center)>(?:<h1>)? ?(?:error ?|http ?)?[\[("']{0,2}([45]\d\d)["')\]]{0,2}(?: ?[{<("'\[|:·,-]| ` + reasons + `)`)

// statusValue finds one that the value of a member begins with.
var statusValue = lazy(`["'](?:message|msg|error|details?)["'] ?: ?["']([45]\d\d)(?: ?[{<("'\[|:·,-]| ` + reasons + `)`)

// statusReason finds one that its reason phrase follows.
var statusReason = lazy(`\b([45]\d\d)[:)\]]?(?: -|,)? \(?(?:` + reasons + `)`)

const reasons = `(?:bad request|unauthorized|payment required|forbidden|not found|method not allowed|not acceptable|request time-?out|` +
	`conflict|gone|length required|payload too large|request entity too large|content too large|uri too long|unprocessable|locked|` +
	`too many requests|request header|internal server error|not implemented|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|` +
	`status code|resource_exhausted|invalid_argument|permission_denied|unauthenticated|unavailable|deadline_exceeded|site is overloaded|` +
	`error|\(no body\)|html|insufficient|maximum|request|function_|too |overloaded|model|the |this |you |your |prompt|input|invalid|provider returned|upstream )`

// What is looked at on either side of a number to tell whether it is a status, in
// bytes.
const (
	statusBefore = 100
	statusBehind = 60
)

// statusIn returns the first HTTP error status that a text states and where, 0 if
// it states none. A number counts only where a status is expected: never a line
// number, a size, a duration or an id.
func statusIn(low string) (status, at int) {
	for i := nextStatus(low, 0); i >= 0; i = nextStatus(low, i+3) {
		from := max(0, i-statusBefore)
		part := low[from:min(len(low), i+statusBehind)]
		forms := []*lazyRegexp{statusWord, statusTitle, statusValue, statusReason}
		if from == 0 {
			forms = append(forms, statusStart)
		}
		for _, re := range forms {
			if m := re.get().FindStringSubmatchIndex(part); m != nil {
				status, _ = strconv.Atoi(part[m[2]:m[3]])
				return status, from + m[2]
			}
		}
	}
	return 0, 0
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

// nextStatus returns where a number of three digits that might be a status begins,
// from an offset on, -1 if there is none.
func nextStatus(s string, from int) int {
	digits := 0
	for i := from; i <= len(s); i++ {
		if i < len(s) && s[i] >= '0' && s[i] <= '9' {
			digits++
			continue
		}
		if digits == 3 && (s[i-3] == '4' || s[i-3] == '5') {
			return i - 3
		}
		digits = 0
	}
	return -1
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
