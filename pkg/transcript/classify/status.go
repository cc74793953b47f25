package classify

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// statusForms are where a text states the HTTP status of an answer: at its head, behind
// words that announce one, and before its reason phrase. A number elsewhere is none.
var statusForms = sync.OnceValue(func() []*regexp.Regexp {
	const ends = `(?:[^\w.%-]|\.(?:\D|$)|$)`
	return []*regexp.Regexp{
		regexp.MustCompile(`^\W{0,12}(?:(?:api |http )?(?:error|err|failed)\W{1,3})?([45]\d\d)` + ends),
		regexp.MustCompile(`(?:\b(?:https?(?:/[\d.]+)?|status|statuscode|http_code|http code|error code|error_code|err_code|code|errorcode|api[ _]error|[a-z]*error|exception|response|returned|failed with|responded with)|错误|状态码)["']?(?: ?[:=-] ?| )(?:of )?(?:(?:http|status|code|error)[ :]*)*["'(\[<]{0,3}([45]\d\d)` + ends),
		regexp.MustCompile(`(?:^|[\s(\["':>])([45]\d\d)[)\]"']{0,2}(?:[:,-]| -)? ?["'(]?(?:bad request|unauthorized|payment required|forbidden|not found|method not allowed|request timeout|conflict|length required|payload too large|request entity too large|content too large|uri too long|unprocessable|too many requests|request header|internal server error|not implemented|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|status code|overloaded|site is overloaded|invalid_argument|resource_exhausted|unavailable|错误|请求)`),
		regexp.MustCompile(`[\[(]([45]\d\d)[\])]`),
	}
})

// statusOfText returns the HTTP status that a text states, 0 if it states none: the first,
// but of a gateway that wraps in its own 5xx what the API refused, the API's 4xx.
func statusOfText(s string) int {
	if strings.Trim(s, " .:'") == "000" {
		return NoAnswer
	}
	status, end := firstStatus(s)
	for outer := status; outer >= 500; {
		inner, next := firstStatus(s[end:])
		if inner == 0 {
			break
		}
		if inner < 500 {
			return inner
		}
		end += next
	}
	return status
}

// firstStatus returns the HTTP status that a text states first, and where it ends; 0 if it
// states none.
func firstStatus(s string) (status, end int) {
	at := len(s)
	for _, re := range statusForms() {
		if m := re.FindStringSubmatchIndex(s[:at]); m != nil {
			at, end = m[2], m[3]
			status, _ = strconv.Atoi(s[m[2]:m[3]])
		}
	}
	return status, end
}

// statusClass says what a status means that no words explain, None if it is none of a failed
// request. A telling one says more than a phrase does; the others leave it to the words.
func statusClass(status int) (class Class, telling bool) {
	if row, known := statusRows[status]; known {
		return row.class, row.telling
	}
	switch {
	case status >= 400 && status < 500:
		return InvalidRequest, false
	case status >= 500 && status < 600:
		return ServerError, false
	}
	return None, false
}

// statusRows are the statuses that say more than that the request, or the server, is at fault.
var statusRows = map[int]struct {
	class   Class
	telling bool
}{
	NoAnswer: {StreamCut, true},
	401:      {Auth, true}, 402: {Quota, true}, 403: {Auth, false}, 404: {ModelNotFound, false}, 407: {Auth, false},
	408: {Timeout, true}, 409: {ServerError, false}, 410: {ModelNotFound, false}, 413: {PayloadTooLarge, true},
	424: {ServerError, false}, 425: {Overloaded, false}, 429: {RateLimit, true}, 431: {PayloadTooLarge, true},
	498: {Auth, false}, 499: {StreamCut, false}, 501: {InvalidRequest, false},
	503: {Overloaded, false}, 504: {Timeout, true}, 520: {ServerError, true}, 521: {ServerError, true}, 522: {Timeout, true},
	523: {ServerError, true}, 524: {Timeout, true}, 529: {Overloaded, true}, 530: {ServerError, true},
}

// NoAnswer is the HTTP status of a request that got no answer: curl writes it as 000.
const NoAnswer = -1
