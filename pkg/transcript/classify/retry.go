package classify

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// waits are the forms in which a text says how long to wait: words of which one stands in
// each, and the form, whose groups are the duration. The first that fits counts.
var waits = []struct {
	words []string
	form  func() *regexp.Regexp
}{
	// google.rpc.RetryInfo and its relatives.
	{[]string{"retry"}, lazy(`\bretry[_ ]?delay["']?:? ?["'{]? ?(?:seconds: ?)?["']?(\d+(?:\.\d+)?)(s|ms)?\b`)},
	// A header, or a member of that name.
	{[]string{"retry"}, lazy(`\bretry[-_ ]?after(?:[-_ ]?(ms|milliseconds|s|sec|secs|seconds))?["']?\s?[:=]\s?["']?(\d+(?:\.\d+)?) ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)?\b(?:$|[^:\w-])`)},
	// What a provider asks for. The back-off of a client ("Retrying in 4 seconds") does not count.
	{[]string{"again", "retry", "wait", "reset", "available", "back", "refreshed", "replenished"},
		lazy(`\b(?:(?:try(?:ing)? again|retry|available|reset|resets|wait|reset after|resets after|back|refreshed|replenished)(?: again| the request| your request| it)?(?: in| after| for| at least| about| another)*|wait) ((?:\d+(?:\.\d+)? ?(?:milliseconds?|millis|msecs?|ms|seconds?|secs?|s|minutes?|mins?|min|m|hours?|hrs?|hr|h|days?|d)\b[ ,]*(?:and )?|\d+(?:\.\d+)?(?:h|m|s|d|hr|min))+)`)},
	{[]string{"requested"}, lazy(`\brequested (?:a )?(\d+(?:\.\d+)?) ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?) (?:wait|delay)\b`)},
	{[]string{"reset", "estimated"}, lazy(`\b(?:resets?[_ ](?:in[_ ])?seconds|estimated[_ ]time)["']?: ?(\d+(?:\.\d+)?)`)},
	// "20 秒后重试" and its like in Japanese and Korean.
	{[]string{"秒", "分", "小时", "时间", "초", "분", "시간"}, lazy(`(\d+(?:\.\d+)?) ?(秒|分钟|小时|秒間|분|초|시간)(?:钟|間)?(?:之)? ?(?:后|以后|후)(?:に|에)? ?(?:再)?(?:重|再|尝|试|다시|재|お試|リトライ|もう一度|やり直)`)},
}

// retryAfter returns how many seconds a text or the header beside it says to wait. It
// ignores dates, because a verdict does not depend on a clock.
func retryAfter(low, header string) *float64 {
	if s, err := strconv.ParseFloat(strings.TrimSpace(header), 64); err == nil && s >= 0 {
		return &s
	}
	for _, w := range waits {
		if !holdsOne(low, w.words...) {
			continue
		}
		if groups := w.form().FindStringSubmatch(low); groups != nil {
			return duration(strings.Join(groups[1:], ""))
		}
	}
	return nil
}

// durationPart is a number and its unit, which may stand in front of it.
var durationPart = lazy(`([a-z]*)(\d+(?:\.\d+)?) ?(\pL*)`)

// duration adds up "6m0s", "1 hour 20 minutes", "4.77s", in seconds; without a unit it is seconds.
func duration(s string) *float64 {
	total := 0.0
	for _, m := range durationPart().FindAllStringSubmatch(s, 8) {
		x, _ := strconv.ParseFloat(m[2], 64)
		is := func(names ...string) bool {
			return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(m[1]+m[3], name) })
		}
		switch {
		case is("ms", "milli"):
			x /= 1000
		case is("m", "分", "분"):
			x *= 60
		case is("h", "小时", "시간"):
			x *= 3600
		case is("d"):
			x *= 86400
		}
		total += x
	}
	return &total
}
